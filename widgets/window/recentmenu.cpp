// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/recentmenu.h"

#include "document/recentfiles.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace assay::window {

void makeRecentMenu(QMenu* menu, std::function<void(const QString& path)> open)
{
    const auto fill = [menu, open = std::move(open)] {
        menu->clear();
        int number = 0;
        for (const QString& path : document::RecentFiles::list()) {
            const QFileInfo file(path);
            auto* action = menu->addAction(QStringLiteral("&%1 %2").arg(++number % 10).arg(file.fileName()));
            action->setToolTip(path);
            action->setStatusTip(path);
            action->setEnabled(file.exists());
            QObject::connect(action, &QAction::triggered, menu, [open, path] { open(path); });
        }
        if (number == 0) {
            menu->addAction(QCoreApplication::translate("MainWindow", "None yet"))->setEnabled(false);
            return;
        }
        menu->addSeparator();
        QObject::connect(menu->addAction(QCoreApplication::translate("MainWindow", "&Clear list")),
            &QAction::triggered, menu, &document::RecentFiles::clear);
    };
    menu->setToolTipsVisible(true);
    QObject::connect(menu, &QMenu::aboutToShow, menu, fill);
    fill();
}

} // namespace assay::window
