// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/zoom.h"

#include <algorithm>

namespace assay::charts {

namespace {

constexpr qsizetype longestHistory = 50;
constexpr double leastWindow = 1e-3;

/// The part of `range` left of (below) `around` and the part right of it, both scaled.
Range scaled(Range range, double factor, double around)
{
    return {around - (around - range.from) * factor, around + (range.to - around) * factor};
}

} // namespace

Range fitted(Range range, Range full, double leastSpan)
{
    if (full.isEmpty())
        return full;
    double span = std::clamp(range.span(), std::min(leastSpan, full.span()), full.span());
    if (!(span > 0))
        span = full.span();
    const double middle = (range.from + range.to) / 2;
    const double from = span == range.span() ? range.from : middle - span / 2;
    const double low = std::clamp(from, full.from, full.to - span);
    return {low, low + span};
}

bool ZoomState::setX(Range wanted, Range full, double leastSpan)
{
    Zoom zoom = m_zoom;
    zoom.x = fitted(wanted, full, leastSpan);
    return apply(zoom, Step::Single);
}

bool ZoomState::setYWindow(Range wanted)
{
    Zoom zoom = m_zoom;
    zoom.yWindow = fitted(wanted, {0, 1}, leastWindow);
    return apply(zoom, Step::Single);
}

bool ZoomState::scaleX(double factor, double around, Range visible, Range full, double leastSpan)
{
    Zoom zoom = m_zoom;
    const Range wanted = scaled(visible, factor, around);
    if (wanted.span() >= full.span())
        zoom.x.reset();
    else
        zoom.x = fitted(wanted, full, leastSpan);
    return apply(zoom, Step::Continuous);
}

bool ZoomState::panX(double distance, Range visible, Range full, double leastSpan)
{
    if (!m_zoom.x)
        return false;
    Zoom zoom = m_zoom;
    zoom.x = fitted({visible.from + distance, visible.to + distance}, full, leastSpan);
    return apply(zoom, Step::Continuous);
}

bool ZoomState::scaleY(double factor, double around)
{
    Zoom zoom = m_zoom;
    const Range wanted = scaled(m_zoom.yWindow, factor, around);
    zoom.yWindow = wanted.span() >= 1 ? Range{0, 1} : fitted(wanted, {0, 1}, leastWindow);
    return apply(zoom, Step::Continuous);
}

bool ZoomState::panY(double distance)
{
    Zoom zoom = m_zoom;
    zoom.yWindow = fitted({zoom.yWindow.from + distance, zoom.yWindow.to + distance}, {0, 1}, leastWindow);
    return apply(zoom, Step::Continuous);
}

bool ZoomState::reset()
{
    return apply({}, Step::Single);
}

bool ZoomState::resetX()
{
    Zoom zoom = m_zoom;
    zoom.x.reset();
    return apply(zoom, Step::Single);
}

bool ZoomState::undo()
{
    if (m_history.isEmpty())
        return false;
    m_zoom = m_history.takeLast();
    m_continuous = false;
    return true;
}

bool ZoomState::apply(const Zoom& wanted, Step step)
{
    if (wanted == m_zoom)
        return false;
    if (step == Step::Single || !m_continuous) {
        m_history.append(m_zoom);
        if (m_history.size() > longestHistory)
            m_history.removeFirst();
    }
    m_continuous = step == Step::Continuous;
    m_zoom = wanted;
    return true;
}

} // namespace assay::charts
