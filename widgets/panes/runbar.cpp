// SPDX-License-Identifier: GPL-3.0-or-later
#include "panes/runbar.h"

#include "theme/paletteicon.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>

namespace assay::panes {

QString secondsText(double seconds)
{
    const auto whole = static_cast<qint64>(seconds + 0.5);
    if (whole < 60) {
        return RunBar::tr("%1 s").arg(whole);
    }
    if (whole < 3600) {
        return RunBar::tr("%1 min %2 s").arg(whole / 60).arg(whole % 60);
    }
    return RunBar::tr("%1 h %2 min").arg(whole / 3600).arg(whole % 3600 / 60);
}

RunBar::RunBar(document::RunControl& control, Words words, QWidget* parent)
    : QWidget(parent)
    , m_control(control)
    , m_words(std::move(words))
    , m_start(new QPushButton(tr("Start run"), this))
    , m_stop(new QPushButton(tr("Stop"), this))
    , m_bar(new QProgressBar(this))
    , m_text(new QLabel(this))
{
    m_start->setObjectName(QStringLiteral("startButton"));
    m_start->setIcon(theme::icon("play"));
    m_stop->setObjectName(QStringLiteral("stopButton"));
    m_stop->setIcon(theme::icon("stop"));
    m_stop->setToolTip(tr("Ends the run gracefully; everything measured so far is kept."));
    m_bar->setAccessibleName(tr("Progress of the run"));
    m_bar->setTextVisible(false);
    m_bar->setRange(0, 1000);
    m_bar->setMaximumHeight(fontMetrics().height());
    m_bar->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_text->setMinimumWidth(1); // may be cut off rather than make the window wide
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_start);
    row->addWidget(m_stop);
    row->addWidget(m_bar, 1);
    row->addWidget(m_text, 3);

    connect(m_start, &QPushButton::clicked, this, &RunBar::startClicked);
    connect(m_stop, &QPushButton::clicked, &control, &document::RunControl::stop);
    connect(&control, &document::RunControl::stateChanged, this, &RunBar::refresh);
    connect(&control, &document::RunControl::progressed, this, &RunBar::refresh);
    refresh();
}

void RunBar::setObstacle(const QString& sentence)
{
    m_obstacle = sentence;
    refresh();
}

void RunBar::refresh()
{
    const bool active = m_control.isActive();
    m_start->setEnabled(!active && m_obstacle.isEmpty());
    m_start->setToolTip(m_obstacle.isEmpty() ? tr("Saves the plan and runs it.") : m_obstacle);
    m_stop->setEnabled(active && !m_control.isStopping());
    m_bar->setVisible(active);
    const auto* engine = m_control.engine();
    const bool known = engine && engine->progress().totalS > 0;
    m_bar->setRange(0, known ? 1000 : 0);
    if (known) {
        m_bar->setValue(static_cast<int>(
            1000 * std::clamp(engine->progress().elapsedS / engine->progress().totalS, 0.0, 1.0)));
    }
    m_text->setText(active ? progressText() : m_obstacle);
}

QString RunBar::progressText() const
{
    const auto* engine = m_control.engine();
    if (m_control.isStopping()) {
        return m_words.stopping;
    }
    if (!engine || engine->progress().elapsedS <= 0) {
        return tr("Starting …");
    }
    const auto& progress = engine->progress();
    QStringList parts;
    const double left = progress.totalS - progress.elapsedS;
    if (progress.totalS > 0) {
        parts.append(left > 0 ? tr("%1 left").arg(secondsText(left)) : tr("finishing"));
    } else {
        parts.append(tr("running for %1").arg(secondsText(progress.elapsedS)));
    }
    parts += m_words.counts(progress);
    return parts.join(QStringLiteral(" · "));
}

} // namespace assay::panes
