// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/sessionfixture.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace assay::test {

using session::FailureKind;
using session::Sample;

std::vector<Sample> anySamples(std::mt19937_64& random, std::size_t count)
{
    const auto bits = [&](unsigned most) {
        const auto width = random() % (most + 1);
        return width == 0 ? 0 : random() >> (64 - width);
    };
    const auto duration = [&] {
        return random() % 16 == 0 ? session::maxTimeNs : static_cast<std::int64_t>(bits(60));
    };
    const auto instant = [&] { return random() % 8 == 0 ? -duration() : duration(); };
    std::vector<Sample> samples(count);
    for (auto& sample : samples) {
        sample.startNs = instant();
        sample.intendedNs = instant();
        sample.connectNs = duration();
        sample.tlsNs = duration();
        sample.firstByteNs = duration();
        sample.serviceNs = duration();
        sample.bytesIn = bits(64);
        sample.bytesOut = bits(64);
        sample.user = static_cast<std::uint32_t>(bits(32));
        sample.label = static_cast<std::uint32_t>(bits(32));
        sample.status = static_cast<std::uint16_t>(bits(16));
        sample.failure = static_cast<FailureKind>(random() % session::failureKindCount);
    }
    return samples;
}

std::vector<Sample> sorted(std::vector<Sample> samples)
{
    const auto key = [](const Sample& s) {
        return std::make_tuple(s.startNs, s.user, s.label, s.intendedNs, s.connectNs, s.tlsNs, s.firstByteNs,
            s.serviceNs, s.bytesIn, s.bytesOut, s.status, s.failure);
    };
    std::sort(samples.begin(), samples.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    return samples;
}

std::vector<Sample> readSamples(const session::SessionFile& file, std::int64_t runId)
{
    std::vector<Sample> samples;
    require(session::RunReader{file}.samples(runId, [&](const Sample& sample) {
        samples.push_back(sample);
        return true;
    }));
    return samples;
}

session::Experiment someExperiment()
{
    return {.instrument = "load", .name = "Shop", .position = 1, .plan = R"({"steps":[]})"};
}

session::RunStart startOf(std::int64_t experimentId)
{
    return {.experimentId = experimentId,
        .instrument = "load",
        .plan = R"({"steps":[]})",
        .host = R"({"cpus":2})",
        .programVersion = "0.1.0",
        .startedUtc = "2026-03-01T12:00:00.250Z",
        .labels = {"home", "search"},
        .plannedNs = 60'000'000'000,
        .holdStartNs = 10'000'000'000,
        .holdEndNs = 50'000'000'000};
}

SessionTest::SessionTest()
    : m_path(m_directory / "a.assay")
    , m_file(require(session::SessionFile::create(m_path)))
    , m_experimentId(require(m_file.putExperiment(someExperiment())))
{ }

} // namespace assay::test
