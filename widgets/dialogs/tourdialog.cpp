// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/tourdialog.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QSysInfo>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <boost/version.hpp>
#include <sqlite3.h>

namespace assay::dialogs {

TourDialog::TourDialog(const QList<TourPage>& pages, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Tour"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* text = new QTextBrowser(this);
    text->setAccessibleName(tr("Page of the tour"));
    text->setOpenExternalLinks(true);
    text->setMinimumSize(fontMetrics().averageCharWidth() * 70, fontMetrics().lineSpacing() * 18);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* back = buttons->addButton(tr("&Back"), QDialogButtonBox::ActionRole);
    auto* next = buttons->addButton(tr("&Next"), QDialogButtonBox::ActionRole);
    auto* column = new QVBoxLayout(this);
    column->addWidget(text, 1);
    column->addWidget(buttons);

    const auto turn = [this, text, back, next, pages](int by) {
        const int page = qBound(0, property("page").toInt() + by, static_cast<int>(pages.size()) - 1);
        setProperty("page", page);
        text->setHtml(QStringLiteral("<h2>%1</h2>%2<p align=\"right\"><small>%3 / %4</small></p>")
                          .arg(pages[page].title.toHtmlEscaped(), pages[page].html)
                          .arg(page + 1)
                          .arg(pages.size()));
        back->setEnabled(page > 0);
        next->setEnabled(page + 1 < pages.size());
    };
    connect(back, &QPushButton::clicked, this, [turn] { turn(-1); });
    connect(next, &QPushButton::clicked, this, [turn] { turn(1); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    turn(0);
    next->setDefault(true);
}

QString aboutText()
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("About", text); };
    return QStringLiteral("<h3>Assay %1</h3><p>%2</p><p>%3</p><p>Qt %4 · SQLite %5 · Boost %6.%7<br>%8</p>")
        .arg(QCoreApplication::applicationVersion(),
            tr("A workbench for finding out how a machine or a server really behaves."),
            tr("Free software under the GNU General Public License, version 3 or later."),
            QString::fromLatin1(qVersion()), QString::fromLatin1(sqlite3_libversion()))
        .arg(BOOST_VERSION / 100'000)
        .arg(BOOST_VERSION / 100 % 1000)
        .arg(QSysInfo::prettyProductName());
}

} // namespace assay::dialogs
