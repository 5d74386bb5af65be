// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartcanvas.h"

#include "charts/readout.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace assay::charts {

namespace {

constexpr double hoverDistance = 16;

} // namespace

ChartCanvas::ChartCanvas(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setCursor(Qt::CrossCursor);
    connect(&m_gestures, &ChartGestures::rubberBandChanged, this, qOverload<>(&QWidget::update));
}

ChartCanvas::~ChartCanvas() = default;

void ChartCanvas::setContent(
    const ChartSpec& spec, const FigureView& view, const ChartFigure::Options& options)
{
    m_spec = spec;
    m_view = view;
    m_options = options;
    m_figureStale = true;
    update();
}

void ChartCanvas::setCrosshair(std::optional<double> x)
{
    if (x == m_crosshair)
        return;
    m_crosshair = x;
    update();
}

const ChartFigure& ChartCanvas::figure()
{
    refreshFigure();
    return m_figure;
}

QSize ChartCanvas::sizeHint() const
{
    return {480, 220};
}

QSize ChartCanvas::minimumSizeHint() const
{
    return {160, 110};
}

void ChartCanvas::refreshFigure()
{
    if (!m_figureStale)
        return;
    m_figureStale = false;
    m_pictureStale = true;
    m_figure.update(m_spec, m_view, size(), m_options);
    Q_EMIT figureUpdated();
}

void ChartCanvas::refreshPicture()
{
    refreshFigure();
    const QSize pixels = size() * devicePixelRatioF();
    if (!m_pictureStale && m_picture.size() == pixels)
        return;
    if (m_picture.size() != pixels)
        m_picture = QPixmap(pixels);
    m_picture.setDevicePixelRatio(devicePixelRatioF());
    QPainter painter(&m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    m_figure.paint(painter);
    m_pictureStale = false;
}

bool ChartCanvas::event(QEvent* event)
{
    // Moved to a screen of another density: same size, other pixels.
    if (event->type() == QEvent::ScreenChangeInternal || event->type() == QEvent::StyleChange) {
        m_pictureStale = true;
        update();
    }
    return QWidget::event(event);
}

void ChartCanvas::paintEvent(QPaintEvent* /*event*/)
{
    refreshPicture();
    QPainter painter(this);
    painter.drawPixmap(QPointF(0, 0), m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    if (const std::optional<Range> band = m_gestures.rubberBand())
        paintRubberBand(painter, *band);
    else
        paintCrosshair(painter);
    if (hasFocus() && m_focusSeen) {
        painter.setPen(QPen(m_options.theme.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    }
}

void ChartCanvas::paintCrosshair(QPainter& painter)
{
    if (!m_crosshair || !m_view.x.contains(*m_crosshair))
        return;
    const QRectF& plot = m_figure.layout().plot;
    const double x = plot.left() + m_figure.maps().x.toPosition(*m_crosshair);
    QColor line = m_options.theme.accent;
    line.setAlphaF(0.8F);
    painter.setPen(QPen(line, 1));
    painter.drawLine(QPointF(crisp(x), plot.top()), QPointF(crisp(x), plot.bottom()));
    paintMarkers(painter, *m_crosshair);
    paintTag(painter, x, valueTextAt(*m_crosshair));
}

QPointF ChartCanvas::positionOf(const Series& series, QPointF point) const
{
    const QRectF& plot = m_figure.layout().plot;
    const AxisMap& y = series.onRightAxis && m_spec.right ? m_figure.maps().right : m_figure.maps().y;
    return {plot.left() + m_figure.maps().x.toPosition(point.x()), plot.bottom() - y.toPosition(point.y())};
}

void ChartCanvas::paintMarkers(QPainter& painter, double x)
{
    const QRectF reach = m_figure.layout().plot.adjusted(-1, -2, 1, 2);
    const auto dot = [&](const Series& series, QPointF point, double radius) {
        const QPointF at = positionOf(series, point);
        if (!reach.contains(at))
            return;
        painter.setPen(QPen(m_options.theme.background, 1.5));
        painter.setBrush(m_options.theme.seriesColour(series.colour));
        painter.drawEllipse(at, radius, radius);
    };
    std::array<double, 2> stacked{0, 0};
    for (const Series& series : std::as_const(m_spec.series)) {
        if (m_view.hidden.contains(series.id))
            continue;
        std::optional<QPointF> point = pointAt(series, x);
        if (!point || series.shape == Shape::Bars || series.shape == Shape::Heat)
            continue;
        if (series.shape == Shape::StackedArea) {
            double& below = stacked.at(series.onRightAxis ? 1 : 0);
            below += point->y();
            point->setY(below);
        }
        dot(series, *point, 3.5);
    }
    if (m_hoveredDot && m_hoveredDot->series < m_spec.series.size())
        dot(m_spec.series.at(m_hoveredDot->series), m_hoveredDot->point, 5);
}

void ChartCanvas::paintRubberBand(QPainter& painter, Range band)
{
    const QRectF& plot = m_figure.layout().plot;
    const double from = plot.left() + m_figure.maps().x.toPosition(band.from);
    const double to = plot.left() + m_figure.maps().x.toPosition(band.to);
    QColor fill = m_options.theme.accent;
    fill.setAlphaF(0.18F);
    painter.fillRect(QRectF(QPointF(from, plot.top()), QPointF(to, plot.bottom())), fill);
    painter.setPen(QPen(m_options.theme.accent, 1));
    for (const double x : {from, to})
        painter.drawLine(QPointF(crisp(x), plot.top()), QPointF(crisp(x), plot.bottom()));
    const QString length = m_spec.x.quantity == Quantity::Time
        ? valueText(Quantity::Duration, band.span(), m_options.locale)
        : valueText(m_spec.x.quantity, band.span(), m_options.locale);
    paintTag(painter, (from + to) / 2,
        QStringLiteral("%1 – %2 (%3)").arg(valueTextAt(band.from), valueTextAt(band.to), length));
}

/// A label in the row of the tick labels: it covers no data.
void ChartCanvas::paintTag(QPainter& painter, double x, const QString& text)
{
    QFont font = ChartFonts::from(m_options.font).tick;
    const QFontMetricsF metrics(font);
    const QRectF& row = m_figure.layout().xLabels;
    const double tagWidth = metrics.horizontalAdvance(text) + 12;
    const double left = std::clamp(x - tagWidth / 2, 0.0, std::max(0.0, width() - tagWidth));
    const QRectF tag(left, row.top() - 2, tagWidth, row.height() + 3);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_options.theme.text);
    painter.drawRoundedRect(tag, 3, 3);
    painter.setPen(m_options.theme.background);
    painter.setFont(font);
    painter.drawText(tag, Qt::AlignCenter, text);
}

double ChartCanvas::resolution() const
{
    return m_view.x.span() / std::max(m_figure.layout().plot.width(), 1.0);
}

QString ChartCanvas::valueTextAt(double x) const
{
    if (!m_spec.x.categories.isEmpty())
        return m_spec.x.categories.value(static_cast<qsizetype>(std::llround(x)));
    if (m_spec.x.quantity == Quantity::Time)
        return timeText(x, std::min(resolution(), 1e8), m_options.locale);
    return valueText(m_spec.x.quantity, x, m_options.locale);
}

void ChartCanvas::updateHoveredDot(QPointF at)
{
    std::optional<HoveredDot> nearest;
    double best = hoverDistance;
    for (qsizetype i = 0; i < m_spec.series.size(); ++i) {
        const Series& series = m_spec.series.at(i);
        if (series.shape != Shape::Dots || m_view.hidden.contains(series.id))
            continue;
        for (const QPointF& point : pointsOf(series)) {
            const QPointF away = positionOf(series, point) - at;
            const double distance = std::hypot(away.x(), away.y());
            if (distance < best) {
                best = distance;
                nearest = HoveredDot{i, point};
            }
        }
    }
    m_hoveredDot = nearest;
}

void ChartCanvas::resizeEvent(QResizeEvent* /*event*/)
{
    m_figureStale = true;
}

void ChartCanvas::syncGestures()
{
    refreshFigure();
    m_gestures.setPlot(m_figure.layout().plot, m_figure.maps().x);
}

void ChartCanvas::mousePressEvent(QMouseEvent* event)
{
    syncGestures();
    event->setAccepted(m_gestures.mousePress(*event));
}

void ChartCanvas::mouseMoveEvent(QMouseEvent* event)
{
    syncGestures();
    m_gestures.mouseMove(*event);
    const QRectF& plot = m_figure.layout().plot;
    if (!plot.adjusted(-2, -2, 2, 2).contains(event->position())) {
        leaveEvent(nullptr);
        return;
    }
    updateHoveredDot(event->position());
    const double x = std::clamp(event->position().x(), plot.left(), plot.right()) - plot.left();
    const double value = m_figure.maps().x.toValue(x);
    Q_EMIT cursorMoved(m_spec.x.categories.isEmpty() ? value : std::round(value));
}

void ChartCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    syncGestures();
    event->setAccepted(m_gestures.mouseRelease(*event));
}

void ChartCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    syncGestures();
    event->setAccepted(m_gestures.mouseDoubleClick(*event));
}

void ChartCanvas::wheelEvent(QWheelEvent* event)
{
    syncGestures();
    event->setAccepted(m_gestures.wheel(*event));
}

void ChartCanvas::keyPressEvent(QKeyEvent* event)
{
    syncGestures();
    event->setAccepted(m_gestures.key(*event));
}

void ChartCanvas::leaveEvent(QEvent* /*event*/)
{
    if (!m_crosshair && !m_hoveredDot)
        return;
    m_hoveredDot.reset();
    Q_EMIT cursorLeft();
}

void ChartCanvas::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    m_focusSeen = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason
        || event->reason() == Qt::ShortcutFocusReason;
    update();
}

void ChartCanvas::focusOutEvent(QFocusEvent* event)
{
    m_gestures.cancel();
    QWidget::focusOutEvent(event);
    update();
}

} // namespace assay::charts
