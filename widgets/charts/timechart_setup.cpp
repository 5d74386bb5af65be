// SPDX-License-Identifier: GPL-3.0-or-later
// How a TimeChart is put together: its widgets, its actions, what the gestures do.
#include "charts/timechart.h"

#include "charts/chartcanvas.h"
#include "charts/chartcsv.h"
#include "charts/elidedlabel.h"
#include "charts/legendstrip.h"
#include "charts/readout.h"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QMetaMethod>
#include <QToolButton>
#include <QVBoxLayout>

namespace assay::charts {

void TimeChart::buildWidgets()
{
    m_title = new ElidedLabel(this);
    m_title->setFont(ChartFonts::from(font()).title);
    m_note = new ElidedLabel(this);
    m_note->setFont(ChartFonts::from(font()).label);
    m_note->setWraps();
    m_hint = new ElidedLabel(this);
    m_hint->setFont(ChartFonts::from(font()).label);
    m_resetButton = new QToolButton(this);
    m_resetButton->setObjectName(QStringLiteral("chart.resetZoom"));
    m_resetButton->setToolTip(tr("Show everything and follow new data (Home)"));
    m_legend = new LegendStrip(this);
    m_canvas = new ChartCanvas(this);
    m_canvas->setObjectName(QStringLiteral("chart.canvas"));
    setFocusProxy(m_canvas);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    layOutWidgets();
    connectWidgets();
}

void TimeChart::layOutWidgets()
{
    auto* header = new QHBoxLayout;
    header->setContentsMargins(8, 0, 4, 0);
    header->addWidget(m_title, 1);
    header->addWidget(m_resetButton);
    auto* notes = new QVBoxLayout;
    notes->setContentsMargins(8, 0, 8, 0);
    notes->setSpacing(0);
    notes->addWidget(m_note);
    notes->addWidget(m_hint);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 2);
    layout->setSpacing(2);
    layout->addLayout(header);
    layout->addLayout(notes);
    layout->addWidget(m_legend);
    layout->addWidget(m_canvas, 1);
}

void TimeChart::connectWidgets()
{
    connect(m_resetButton, &QToolButton::clicked, this, &TimeChart::resetZoom);
    connect(m_legend, &LegendStrip::toggled, this, &TimeChart::setSeriesVisible);
    connect(m_canvas, &ChartCanvas::figureUpdated, this, &TimeChart::checkMarginHints, Qt::QueuedConnection);
    connect(m_canvas, &ChartCanvas::cursorMoved, this, [this](double x) {
        showCursor(x);
        Q_EMIT cursorMoved(x);
    });
    connect(m_canvas, &ChartCanvas::cursorLeft, this, [this] {
        showCursor({});
        Q_EMIT cursorLeft();
    });
}

void TimeChart::connectGestures()
{
    const ChartGestures& gestures = m_canvas->gestures();
    connect(&gestures, &ChartGestures::zoomToX, this, &TimeChart::setVisibleRange);
    connect(&gestures, &ChartGestures::scaleX, this, [this](double factor, double around) {
        zoomed(m_zoom.scaleX(factor, around, m_view.x, fullRange(), leastSpan()));
    });
    connect(&gestures, &ChartGestures::scaleY, this, [this](double factor, double aroundPosition) {
        const Range window = m_zoom.zoom().yWindow;
        zoomed(m_zoom.scaleY(factor, window.from + aroundPosition * window.span()));
    });
    connect(&gestures, &ChartGestures::panX, this,
        [this](double distance) { zoomed(m_zoom.panX(distance, m_view.x, fullRange(), leastSpan())); });
    connect(&gestures, &ChartGestures::panY, this,
        [this](double heights) { zoomed(m_zoom.panY(heights * m_zoom.zoom().yWindow.span())); });
    connect(&gestures, &ChartGestures::resetRequested, this, &TimeChart::resetZoom);
    connect(&gestures, &ChartGestures::undoRequested, this, &TimeChart::undoZoom);
    connect(&gestures, &ChartGestures::cursorStepped, this, &TimeChart::stepCursor);
}

void TimeChart::stepCursor(int direction)
{
    std::optional<double> next;
    const double from = cursor().value_or(direction > 0 ? m_view.x.from : m_view.x.to);
    for (const Series& series : std::as_const(m_spec.series)) {
        if (m_hidden.contains(series.id) || series.shape == Shape::Dots)
            continue;
        for (const QPointF& point : pointsOf(series)) {
            const double x = point.x();
            if (!m_view.x.contains(x) || (direction > 0 ? x <= from : x >= from))
                continue;
            if (!next || (direction > 0 ? x < *next : x > *next))
                next = x;
        }
    }
    if (!next)
        return;
    showCursor(next);
    Q_EMIT cursorMoved(*next);
}

void TimeChart::buildActions()
{
    const auto add = [this](const QString& name, const QString& text, auto slot) {
        auto* action = new QAction(text, this);
        action->setObjectName(name);
        connect(action, &QAction::triggered, this, slot);
        m_actions.append(action);
        return action;
    };
    const auto separate = [this] {
        auto* separator = new QAction(this);
        separator->setSeparator(true);
        m_actions.append(separator);
    };
    m_undoAction = add(QStringLiteral("chart.undoZoom"), tr("&Undo zoom"), &TimeChart::undoZoom);
    m_resetAction = add(QStringLiteral("chart.showAll"), tr("&Reset zoom"), &TimeChart::resetZoom);
    separate();
    add(QStringLiteral("chart.copyImage"), tr("&Copy image"), &TimeChart::copyImage);
    add(QStringLiteral("chart.copyData"), tr("Copy &data"), &TimeChart::copyData);
    add(QStringLiteral("chart.exportImage"), tr("&Export image…"), &TimeChart::exportImageRequested);
    add(QStringLiteral("chart.exportData"), tr("Export data as C&SV…"), &TimeChart::exportDataRequested);
    add(QStringLiteral("chart.showTable"), tr("Show as &table"), &TimeChart::tableRequested);
}

QList<QAction*> TimeChart::chartActions()
{
    const std::pair<const char*, QMetaMethod> wishes[] = {
        {"chart.exportImage", QMetaMethod::fromSignal(&TimeChart::exportImageRequested)},
        {"chart.exportData", QMetaMethod::fromSignal(&TimeChart::exportDataRequested)},
        {"chart.showTable", QMetaMethod::fromSignal(&TimeChart::tableRequested)}};
    for (const auto& [name, signal] : wishes) {
        for (QAction* action : std::as_const(m_actions)) {
            if (action->objectName() == QLatin1String(name))
                action->setVisible(isSignalConnected(signal));
        }
    }
    return m_actions;
}

void TimeChart::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.addActions(chartActions());
    menu.addSeparator();
    menu.addActions(actions());
    menu.exec(event->globalPos());
}

RenderOptions TimeChart::renderOptions() const
{
    RenderOptions options;
    options.unit = RenderOptions::Unit::Pixels;
    options.size = QSizeF(size()) * 2;
    options.dpi = 192;
    options.paper = theme().dark ? Paper::Dark : Paper::Light;
    if (isZoomed() || m_view.x != fullRange())
        options.visible = m_view.x;
    options.yWindow = m_zoom.zoom().yWindow;
    options.hidden = m_hidden;
    options.locale = locale();
    options.font = font();
    return options;
}

void TimeChart::copyImage()
{
    const Result<QImage> image = render::image(m_spec, renderOptions());
    if (image)
        QGuiApplication::clipboard()->setImage(*image);
}

void TimeChart::copyData()
{
    const std::optional<Range> part = isFollowing() ? std::nullopt : std::optional(m_view.x);
    QGuiApplication::clipboard()->setText(tabSeparated(m_spec, part));
}

} // namespace assay::charts
