// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/themechoice.h"

#include "theme/signalcolours.h"

#include <QActionGroup>
#include <QApplication>
#include <QCoreApplication>
#include <QMenu>
#include <QPalette>
#include <QSettings>
#include <QStyle>
#include <QStyleFactory>

namespace assay::theme {

namespace {

const QString themeKey = QStringLiteral("theme");

bool desktopPrefersDark = false;

QPalette lightPalette()
{
    QPalette palette(QColor(0xf4, 0xf5, 0xf7));
    palette.setColor(QPalette::Window, QColor(0xf4, 0xf5, 0xf7));
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::AlternateBase, QColor(0xf3, 0xf5, 0xf8));
    for (const auto role :
        {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
        palette.setColor(role, QColor(0x1d, 0x21, 0x26));
        palette.setColor(QPalette::Disabled, role, QColor(0x8a, 0x90, 0x99));
    }
    palette.setColor(QPalette::PlaceholderText, QColor(0x6b, 0x72, 0x7c));
    palette.setColor(QPalette::Highlight, QColor(0x1a, 0x5f, 0xb4));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, QColor(0x1a, 0x5f, 0xb4));
    palette.setColor(QPalette::ToolTipBase, Qt::white);
    return palette;
}

QPalette darkPalette()
{
    QPalette palette(QColor(0x2b, 0x2f, 0x36));
    palette.setColor(QPalette::Window, QColor(0x23, 0x26, 0x2b));
    palette.setColor(QPalette::Base, QColor(0x1b, 0x1e, 0x22));
    palette.setColor(QPalette::AlternateBase, QColor(0x22, 0x25, 0x2a));
    for (const auto role :
        {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
        palette.setColor(role, QColor(0xe6, 0xe8, 0xeb));
        palette.setColor(QPalette::Disabled, role, QColor(0x80, 0x86, 0x90));
    }
    palette.setColor(QPalette::PlaceholderText, QColor(0x9a, 0xa1, 0xab));
    palette.setColor(QPalette::Highlight, QColor(0x35, 0x74, 0xc9));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, QColor(0x7a, 0xb4, 0xff));
    palette.setColor(QPalette::ToolTipBase, QColor(0x2b, 0x2f, 0x36));
    return palette;
}

} // namespace

ThemeChoice themeChoice()
{
    const int stored = QSettings().value(themeKey, 0).toInt();
    return stored >= 0 && stored <= 2 ? static_cast<ThemeChoice>(stored) : ThemeChoice::Desktop;
}

void applyTheme(ThemeChoice choice)
{
    // An empty palette makes Qt follow the platform's again, changes while running included.
    QApplication::setPalette(choice == ThemeChoice::Light ? lightPalette()
            : choice == ThemeChoice::Dark                 ? darkPalette()
                                                          : QPalette());
    if (choice == ThemeChoice::Desktop && desktopPrefersDark && !isDark()) {
        QApplication::setPalette(darkPalette());
    }
}

void applyStoredTheme()
{
    applyTheme(themeChoice());
}

void setDesktopPrefersDark(bool dark)
{
    desktopPrefersDark = dark;
    if (themeChoice() == ThemeChoice::Desktop) {
        applyTheme(ThemeChoice::Desktop);
    }
}

void makeThemeMenu(QMenu* menu)
{
    auto* group = new QActionGroup(menu);
    const QString names[] = {QCoreApplication::translate("MainWindow", "Like the &desktop"),
        QCoreApplication::translate("MainWindow", "&Light"),
        QCoreApplication::translate("MainWindow", "D&ark")};
    for (int choice = 0; choice < 3; ++choice) {
        auto* action = menu->addAction(names[choice]);
        action->setObjectName(QStringLiteral("view.theme.%1").arg(choice));
        action->setCheckable(true);
        action->setChecked(choice == static_cast<int>(themeChoice()));
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, menu, [choice] {
            QSettings().setValue(themeKey, choice);
            applyTheme(static_cast<ThemeChoice>(choice));
        });
    }
}

} // namespace assay::theme
