// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartspec.h"
#include "charts/range.h"

#include <QList>

#include <optional>

namespace assay::charts {

/// What the user has zoomed to. The vertical part is a window of the automatic range (0 … 1 in positions, not
/// values), so that it serves the left and the right axis, linear and logarithmic, while data still arrive.
struct Zoom
{
    std::optional<Range> x; ///< none: all of the data, following them while they arrive
    Range yWindow{0, 1};

    bool isDefault() const { return !x && yWindow == Range{0, 1}; }
    friend bool operator==(const Zoom&, const Zoom&) = default;
};

/// The zoom of one chart with its history. Every request is fitted into what exists: neither a range outside
/// the data nor an empty one can be reached.
class ZoomState
{
public:
    const Zoom& zoom() const { return m_zoom; }
    bool canUndo() const { return !m_history.isEmpty(); }

    /// `full` is all that can be seen, `leastSpan` the shortest stretch to zoom to. All return whether
    /// anything changed. A series of small steps (wheel, keys, pan) is one entry of the history.
    bool setX(Range wanted, Range full, double leastSpan);
    bool setYWindow(Range wanted);
    bool scaleX(double factor, double around, Range visible, Range full, double leastSpan);
    bool panX(double distance, Range visible, Range full, double leastSpan);
    bool scaleY(double factor, double around);
    bool panY(double distance);
    bool reset();
    bool resetX();
    bool undo();

private:
    enum class Step
    {
        Single,
        Continuous
    };
    bool apply(const Zoom& wanted, Step step);

    Zoom m_zoom;
    QList<Zoom> m_history;
    bool m_continuous = false;
};

/// `range` moved and, if it must be, shortened to lie in `full`; not shorter than `leastSpan`.
Range fitted(Range range, Range full, double leastSpan);

} // namespace assay::charts
