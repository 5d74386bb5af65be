// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/timechart.h"

#include "charts/chartcanvas.h"
#include "charts/elidedlabel.h"
#include "charts/legendstrip.h"
#include "charts/readout.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace assay::charts {

namespace {

constexpr double second = 1e9;

} // namespace

TimeChart::TimeChart(QWidget* parent)
    : QWidget(parent)
{
    m_clock.start();
    buildActions();
    buildWidgets();
    connectGestures();
    refresh();
}

TimeChart::~TimeChart() = default;

void TimeChart::setSpec(const ChartSpec& spec)
{
    if (spec.id != m_spec.id) {
        m_zoom = {};
        m_hidden.clear();
        m_steadyY.restart();
        m_steadyRight.restart();
    }
    const bool moved = extentX(spec) != dataRange();
    m_spec = spec;
    refresh();
    if (moved)
        Q_EMIT dataRangeChanged();
}

void TimeChart::setLive(bool live)
{
    if (live == m_live)
        return;
    m_live = live;
    refresh();
}

void TimeChart::setFollowSpan(double span)
{
    m_followSpan = span;
    refresh();
}

std::optional<Range> TimeChart::dataRange() const
{
    return extentX(m_spec);
}

void TimeChart::setSharedRange(const std::optional<Range>& range)
{
    if (range == m_sharedRange)
        return;
    m_sharedRange = range;
    refresh();
}

Range TimeChart::fullRange() const
{
    Range full = fullRangeX(m_spec, m_sharedRange);
    if (m_live && m_spec.x.quantity == Quantity::Time && !m_spec.x.maximum)
        full.to = std::max(std::ceil(full.to / second), 1.0) * second;
    return full;
}

double TimeChart::leastSpan() const
{
    const double full = fullRange().span();
    return m_spec.x.quantity == Quantity::Time ? std::min(1e6, full) : full * 1e-4;
}

Range TimeChart::xRange() const
{
    const Range full = fullRange();
    if (m_zoom.zoom().x)
        return fitted(*m_zoom.zoom().x, full, leastSpan());
    if (m_live && m_followSpan > 0 && full.span() > m_followSpan)
        return {full.to - m_followSpan, full.to};
    return full;
}

FigureView TimeChart::makeView()
{
    FigureView view = autoView(m_spec, m_hidden, xRange());
    if (m_live && !m_zoom.zoom().x) {
        view.y = m_steadyY.next(view.y, m_clock.elapsed());
        view.right = m_steadyRight.next(view.right, m_clock.elapsed());
    } else {
        m_steadyY.restart();
        m_steadyRight.restart();
    }
    applyYWindow(view, m_spec, m_zoom.zoom().yWindow);
    return view;
}

void TimeChart::refresh()
{
    m_view = makeView();
    ChartFigure::Options options;
    options.theme = theme();
    options.font = font();
    options.locale = locale();
    options.quick = true;
    options.leftMargin = m_leftMargin;
    options.rightMargin = m_rightMargin;
    m_canvas->setContent(m_spec, m_view, options);
    m_title->setText(m_spec.title);
    m_title->setColour(options.theme.text);
    m_note->setColour(options.theme.subtleText);
    m_hint->setColour(options.theme.text);
    m_legend->setSeries(m_spec, m_hidden, options.theme);
    m_resetButton->setVisible(isZoomed());
    m_resetButton->setText(m_live && !isFollowing() ? tr("Follow the run") : tr("Reset zoom"));
    m_undoAction->setEnabled(m_zoom.canUndo());
    m_resetAction->setEnabled(isZoomed());
    updateNotes();
    updateReadout();
    updateAccessibleText();
}

void TimeChart::setSeriesVisible(const QString& seriesId, bool visible)
{
    if (visible == !m_hidden.contains(seriesId))
        return;
    if (visible)
        m_hidden.remove(seriesId);
    else
        m_hidden.insert(seriesId);
    m_steadyY.restart();
    m_steadyRight.restart();
    refresh();
    Q_EMIT seriesVisibilityChanged(seriesId, visible);
}

double TimeChart::leftMarginHint() const
{
    return m_canvas->figure().leftMarginHint();
}

double TimeChart::rightMarginHint() const
{
    return m_canvas->figure().rightMarginHint();
}

void TimeChart::setMargins(double left, double right)
{
    if (left == m_leftMargin && right == m_rightMargin)
        return;
    m_leftMargin = left;
    m_rightMargin = right;
    refresh();
}

QRectF TimeChart::plotRect() const
{
    return m_canvas->figure().layout().plot.translated(m_canvas->pos());
}

std::optional<double> TimeChart::cursor() const
{
    return m_canvas->crosshair();
}

QStringList TimeChart::readout() const
{
    return m_legend->values();
}

void TimeChart::setTheme(const std::optional<Theme>& theme)
{
    m_fixedTheme = theme;
    refresh();
}

Theme TimeChart::theme() const
{
    return m_fixedTheme ? *m_fixedTheme : Theme::fromPalette(palette());
}

QString TimeChart::hintText() const
{
    return m_hint->text();
}

void TimeChart::setCursor(double x)
{
    showCursor(x);
}

void TimeChart::clearCursor()
{
    showCursor({});
}

void TimeChart::showCursor(std::optional<double> x)
{
    m_canvas->setCrosshair(x);
    updateReadout();
}

void TimeChart::setVisibleRange(double from, double to)
{
    zoomed(m_zoom.setX({from, to}, fullRange(), leastSpan()));
}

void TimeChart::resetZoom()
{
    zoomed(m_zoom.reset());
}

void TimeChart::resetZoomX()
{
    if (!m_zoom.resetX())
        return;
    m_announcedX.reset();
    refresh();
}

void TimeChart::undoZoom()
{
    zoomed(m_zoom.undo());
}

void TimeChart::zoomed(bool changed)
{
    if (!changed)
        return;
    refresh();
    if (m_zoom.zoom().x == m_announcedX)
        return;
    m_announcedX = m_zoom.zoom().x;
    if (m_announcedX)
        Q_EMIT visibleRangeChanged(m_view.x.from, m_view.x.to);
    else
        Q_EMIT visibleRangeReset();
}

void TimeChart::updateReadout()
{
    const std::optional<double> x = m_canvas->crosshair();
    const std::optional<ChartCanvas::HoveredDot> dot = m_canvas->hoveredDot();
    QStringList values;
    for (qsizetype i = 0; i < m_spec.series.size(); ++i) {
        const Series& series = m_spec.series.at(i);
        std::optional<QPointF> point = x ? pointAt(series, *x) : latestPoint(series);
        if (dot && dot->series == i)
            point = dot->point;
        QString value = point ? valueText(axisOf(m_spec, series).quantity, point->y(), locale()) : QString();
        if (!x && !value.isEmpty() && !m_spec.lastName.isEmpty())
            value = m_spec.lastName + QLatin1Char(' ') + value;
        values.append(value);
    }
    m_legend->setValues(values);
}

void TimeChart::updateNotes()
{
    m_note->setText(m_spec.note);
    m_note->setVisible(!m_spec.note.isEmpty());
    const qsizetype count = countNotOnLogScale(m_spec, m_view.x, m_hidden);
    m_hint->setText(count == 0 ? QString()
                               : tr("Values ≤ 0 drawn on the lower edge of the logarithmic axis: %1")
                                     .arg(locale().toString(static_cast<qlonglong>(count))));
    m_hint->setVisible(count > 0);
}

void TimeChart::updateAccessibleText()
{
    // A screen reader speaks each change: not ten times a second.
    if (m_live && m_describedMs && m_clock.elapsed() - *m_describedMs < 2000)
        return;
    m_describedMs = m_clock.elapsed();
    const QStringList latest = latestInWords(m_spec, locale());
    m_canvas->setAccessibleName(m_spec.title);
    m_canvas->setAccessibleDescription(
        latest.isEmpty() ? m_spec.emptyText : latest.join(QStringLiteral(", ")));
    setAccessibleName(m_spec.title);
}

void TimeChart::checkMarginHints()
{
    const double left = leftMarginHint();
    const double right = rightMarginHint();
    if (left == m_lastLeftHint && right == m_lastRightHint)
        return;
    m_lastLeftHint = left;
    m_lastRightHint = right;
    Q_EMIT marginHintsChanged();
}

void TimeChart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    switch (event->type()) {
    case QEvent::PaletteChange:
    case QEvent::FontChange:
    case QEvent::LocaleChange:
        refresh();
        break;
    default:
        break;
    }
}

} // namespace assay::charts
