// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/steadyrange.h"

namespace assay::charts {

Range SteadyRange::next(Range wanted, qint64 nowMs)
{
    if (!m_shown || wanted == *m_shown) {
        m_shown = wanted;
        m_smallerSinceMs.reset();
        return wanted;
    }
    Range both = *m_shown;
    both.include(wanted.from);
    both.include(wanted.to);
    if (both != *m_shown) {
        m_shown = both;
        m_smallerSinceMs.reset();
        return both;
    }
    if (!m_smallerSinceMs)
        m_smallerSinceMs = nowMs;
    if (nowMs - *m_smallerSinceMs >= patienceMs) {
        m_shown = wanted;
        m_smallerSinceMs.reset();
    }
    return *m_shown;
}

} // namespace assay::charts
