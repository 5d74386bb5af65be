// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/syntheticload.h"

#include <algorithm>

namespace assay::test {

using session::FailureKind;
using session::Sample;

SyntheticLoad::SyntheticLoad(const LoadShape& shape, std::uint64_t seed)
    : m_shape(shape)
    , m_random(seed)
    , m_steps(shape.users)
{
    // A closed load's users begin one after the other, within a second.
    for (std::uint32_t i = 0; i < shape.users; ++i) {
        const bool open = shape.arrivalsPerSecond > 0;
        m_due.push({open ? i : std::int64_t{1'000'000'000} * i / shape.users, i});
    }
}

Sample SyntheticLoad::draw(std::uint32_t user, std::int64_t intendedNs)
{
    std::lognormal_distribution<double> service{13.8, 0.2};
    std::exponential_distribution<double> turnaround{1.0 / 1'500};
    std::exponential_distribution<double> reading{1.0 / 1'500};
    Sample sample;
    sample.user = user;
    sample.label = 1 + m_steps[user]++ % m_shape.labels;
    sample.intendedNs = intendedNs;
    sample.startNs = intendedNs + 300 + static_cast<std::int64_t>(turnaround(m_random));
    sample.bytesOut = 70 + 4 * sample.label;
    if (m_shape.failureShare > 0 && std::uniform_real_distribution{}(m_random) < m_shape.failureShare) {
        sample.connectNs = static_cast<std::int64_t>(service(m_random)) / 10;
        sample.failure = FailureKind::Refused;
        return sample;
    }
    sample.firstByteNs = static_cast<std::int64_t>(service(m_random) * (1 + 0.3 * (sample.label - 1)));
    sample.serviceNs = sample.firstByteNs + 100 + static_cast<std::int64_t>(reading(m_random));
    sample.status = 200;
    sample.bytesIn = 853 + 117 * sample.label;
    return sample;
}

std::vector<Sample> SyntheticLoad::next(std::size_t count)
{
    std::exponential_distribution<double> gap{1.0};
    std::vector<Sample> samples;
    samples.reserve(count);
    while (samples.size() < count) {
        const auto due = m_due.top();
        m_due.pop();
        auto intendedNs = due.timeNs;
        if (m_shape.arrivalsPerSecond > 0) {
            m_arrivalNs += 1e9 / m_shape.arrivalsPerSecond * (m_shape.poisson ? gap(m_random) : 1);
            intendedNs = static_cast<std::int64_t>(m_arrivalNs);
        }
        samples.push_back(draw(due.user, intendedNs));
        const auto endNs = samples.back().endNs();
        m_due.push({endNs + m_shape.thinkNs, due.user});
        m_nowNs = std::max(m_nowNs, endNs);
    }
    std::sort(samples.begin(), samples.end(),
        [](const Sample& a, const Sample& b) { return a.endNs() < b.endNs(); });
    return samples;
}

} // namespace assay::test
