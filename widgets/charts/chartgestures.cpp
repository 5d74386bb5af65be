// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartgestures.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QStyleHints>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace assay::charts {

namespace {

constexpr double keyZoom = 1.4;
constexpr double keyPan = 0.15; ///< of what is seen
constexpr double wheelStep = 120; ///< what one notch of a wheel reports

} // namespace

void ChartGestures::setPlot(const QRectF& plot, const AxisMap& x)
{
    m_plot = plot;
    m_x = x;
}

double ChartGestures::xAt(double pixel) const
{
    return m_x.toValue(std::clamp(pixel, m_plot.left(), m_plot.right()) - m_plot.left());
}

bool ChartGestures::mousePress(const QMouseEvent& event)
{
    if (m_drag != Drag::None || !m_plot.contains(event.position()))
        return false;
    const bool left = event.button() == Qt::LeftButton;
    if (event.button() == Qt::MiddleButton || (left && event.modifiers().testFlag(Qt::ShiftModifier)))
        m_drag = Drag::Pan;
    else if (left)
        m_drag = Drag::Band;
    else
        return false;
    m_moved = false;
    m_pressed = m_last = event.position();
    m_bandFrom = m_bandTo = xAt(event.position().x());
    return true;
}

bool ChartGestures::mouseMove(const QMouseEvent& event)
{
    if (m_drag == Drag::None)
        return false;
    const QPointF at = event.position();
    const int least = QGuiApplication::styleHints()->startDragDistance() / 2;
    if (!m_moved && (at - m_pressed).manhattanLength() < least)
        return true;
    m_moved = true;
    if (m_drag == Drag::Band) {
        m_bandTo = xAt(at.x());
        Q_EMIT rubberBandChanged();
        return true;
    }
    const QPointF by = at - m_last;
    m_last = at;
    if (by.x() != 0 && m_plot.width() > 0)
        Q_EMIT panX(-by.x() / m_plot.width() * m_x.range().span());
    if (by.y() != 0 && m_plot.height() > 0)
        Q_EMIT panY(by.y() / m_plot.height());
    return true;
}

bool ChartGestures::mouseRelease(const QMouseEvent& event)
{
    if (m_drag == Drag::None)
        return false;
    const bool zoom = m_drag == Drag::Band && m_moved;
    const bool wide = std::abs(event.position().x() - m_pressed.x()) >= 4;
    const auto [from, to] = std::minmax({m_bandFrom, m_bandTo});
    cancel();
    if (zoom && wide && to > from)
        Q_EMIT zoomToX(from, to);
    return true;
}

bool ChartGestures::mouseDoubleClick(const QMouseEvent& event)
{
    if (event.button() != Qt::LeftButton || !m_plot.contains(event.position()))
        return false;
    cancel();
    Q_EMIT resetRequested();
    return true;
}

bool ChartGestures::wheel(const QWheelEvent& event)
{
    const QPoint delta = event.angleDelta();
    const double notches = (delta.y() != 0 ? delta.y() : delta.x()) / wheelStep;
    if (notches == 0 || !m_plot.contains(event.position()))
        return false;
    const double factor = std::pow(1 / 1.25, notches);
    if (event.modifiers().testFlag(Qt::ControlModifier)) {
        Q_EMIT scaleX(factor, xAt(event.position().x()));
        return true;
    }
    if (event.modifiers().testFlag(Qt::ShiftModifier)) {
        Q_EMIT scaleY(factor, (m_plot.bottom() - event.position().y()) / std::max(m_plot.height(), 1.0));
        return true;
    }
    return false;
}

bool ChartGestures::key(const QKeyEvent& event)
{
    const Range& x = m_x.range();
    const bool shift = event.modifiers().testFlag(Qt::ShiftModifier);
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        Q_EMIT scaleX(1 / keyZoom, (x.from + x.to) / 2);
        return true;
    case Qt::Key_Minus:
        Q_EMIT scaleX(keyZoom, (x.from + x.to) / 2);
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int direction = event.key() == Qt::Key_Left ? -1 : 1;
        if (shift)
            Q_EMIT cursorStepped(direction);
        else
            Q_EMIT panX(direction * keyPan * x.span());
        return true;
    }
    case Qt::Key_Up:
        shift ? Q_EMIT scaleY(1 / keyZoom, 0.5) : Q_EMIT panY(keyPan);
        return true;
    case Qt::Key_Down:
        shift ? Q_EMIT scaleY(keyZoom, 0.5) : Q_EMIT panY(-keyPan);
        return true;
    case Qt::Key_Home:
        Q_EMIT resetRequested();
        return true;
    case Qt::Key_Backspace:
        Q_EMIT undoRequested();
        return true;
    case Qt::Key_Escape:
        if (m_drag == Drag::None)
            return false;
        cancel();
        return true;
    default:
        return false;
    }
}

void ChartGestures::cancel()
{
    m_drag = Drag::None;
    m_moved = false;
    Q_EMIT rubberBandChanged();
}

std::optional<Range> ChartGestures::rubberBand() const
{
    if (m_drag != Drag::Band || !m_moved)
        return {};
    const auto [from, to] = std::minmax({m_bandFrom, m_bandTo});
    return Range{from, to};
}

} // namespace assay::charts
