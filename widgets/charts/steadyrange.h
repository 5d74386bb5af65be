// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/range.h"

#include <QtGlobal>

#include <optional>

namespace assay::charts {

/// Keeps a vertical axis calm while data arrive: the range grows at once, and shrinks only after a smaller
/// one has been enough for a while.
class SteadyRange
{
public:
    static constexpr qint64 patienceMs = 4000;

    /// The range to show when `wanted` would be enough at `nowMs` (any steady clock).
    Range next(Range wanted, qint64 nowMs);

    /// Forgets: the next range is taken as it is (after a zoom, a hidden series, the end of a run).
    void restart() { m_shown.reset(); }

private:
    std::optional<Range> m_shown;
    std::optional<qint64> m_smallerSinceMs;
};

} // namespace assay::charts
