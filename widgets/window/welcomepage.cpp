// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/welcomepage.h"

#include "document/recentfiles.h"
#include "panes/fieldform.h"

#include <QCommandLinkButton>
#include <QFileInfo>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace assay::window {

namespace {

constexpr int shownRecent = 5;

} // namespace

WelcomePage::WelcomePage(QWidget* parent)
    : QWidget(parent)
    , m_recent(new QVBoxLayout)
    , m_recentTitle(panes::makeHeading(tr("Recent sessions"), this))
{
    auto* middle = new QWidget(this);
    auto* row = new QHBoxLayout(middle);
    row->addStretch(1);
    row->addWidget(makeContent(), 20);
    row->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(middle);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scroll);
    refresh();
}

QWidget* WelcomePage::makeContent()
{
    auto* content = new QWidget(this);
    content->setMaximumWidth(fontMetrics().averageCharWidth() * 80);
    auto* title = new QLabel(tr("Assay"), content);
    QFont font = title->font();
    font.setPointSizeF(font.pointSizeF() * 2.2);
    font.setBold(true);
    title->setFont(font);
    auto* motto = panes::makeHint(tr("Find out how a machine or a server really behaves: put it under a "
                                        "load that rises, and watch where it "
                                        "stops keeping up."),
        content);

    auto* demo = new QCommandLinkButton(tr("Run the &demo"),
        tr("One minute against a small built-in server: see at how many users it stops scaling."), content);
    auto* fresh =
        new QCommandLinkButton(tr("&New session"), tr("Begin with a load test of your own server."), content);
    auto* open =
        new QCommandLinkButton(tr("&Open a session …"), tr("Look at what was measured before."), content);
    connect(demo, &QCommandLinkButton::clicked, this, &WelcomePage::demoRequested);
    connect(fresh, &QCommandLinkButton::clicked, this, &WelcomePage::newRequested);
    connect(open, &QCommandLinkButton::clicked, this, &WelcomePage::openRequested);

    auto* column = new QVBoxLayout(content);
    column->addStretch(1);
    for (auto* widget : std::initializer_list<QWidget*>{title, motto, demo, fresh, open, m_recentTitle}) {
        column->addWidget(widget);
    }
    column->addLayout(m_recent);
    column->addStretch(2);
    return content;
}

void WelcomePage::refresh()
{
    while (auto* item = m_recent->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    int shown = 0;
    for (const QString& path : document::RecentFiles::list()) {
        const QFileInfo file(path);
        if (!file.exists() || shown == shownRecent) {
            continue;
        }
        ++shown;
        auto* button = new QCommandLinkButton(file.fileName(), file.absolutePath(), this);
        connect(button, &QCommandLinkButton::clicked, this, [this, path] { Q_EMIT recentRequested(path); });
        m_recent->addWidget(button);
    }
    m_recentTitle->setVisible(shown > 0);
}

} // namespace assay::window
