// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/fuzz.h"
#include "session/sampleblock.h"
#include "session/zstdframe.h"

#include <algorithm>
#include <tuple>

using namespace assay::session;
using assay::fuzz::expect;

namespace {

std::vector<Sample> inOrder(std::vector<Sample> samples)
{
    const auto key = [](const Sample& s) {
        return std::make_tuple(s.startNs, s.user, s.label, s.intendedNs, s.connectNs, s.tlsNs, s.firstByteNs,
            s.serviceNs, s.bytesIn, s.bytesOut, s.status, s.failure);
    };
    std::sort(samples.begin(), samples.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    return samples;
}

void expectSane(const std::vector<Sample>& samples)
{
    for (const auto& sample : samples) {
        // Under the sanitizer of undefined behaviour: no overflow.
        expect(sample.endNs() >= sample.startNs, "a request ends after its start");
        static_cast<void>(sample.responseNs());
        static_cast<void>(failureName(sample.failure));
    }
    const auto again = decodeSampleBlock(encodeSampleBlock(samples));
    expect(again && inOrder(*again) == inOrder(samples), "what was encoded is decoded");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    assay::fuzz::Input input{data, size};
    switch (input.number<std::uint8_t>() % 3) {
    case 0:
        if (const auto samples = decodeSampleBlock(input.rest())) {
            expectSane(*samples);
        }
        break;
    case 1: // past the checksum
        if (const auto samples = decodeSampleBlock(compressFrame(input.rest()))) {
            expectSane(*samples);
        }
        break;
    default: {
        std::vector<Sample> samples;
        while (!input.empty() && samples.size() < 1'000) {
            Sample sample;
            const auto shift = input.number<std::uint8_t>() % 64;
            const auto time = [&] {
                return std::clamp<std::int64_t>(input.number<std::int64_t>() >> shift, 0, maxTimeNs);
            };
            sample.startNs = time();
            sample.intendedNs = sample.startNs - input.number<std::int16_t>();
            sample.serviceNs = time();
            sample.firstByteNs = time();
            sample.connectNs = input.number<std::uint16_t>();
            sample.bytesIn = input.number<std::uint64_t>() >> shift;
            sample.user = input.number<std::uint8_t>();
            sample.label = input.number<std::uint8_t>();
            sample.status = input.number<std::uint16_t>();
            sample.failure = static_cast<FailureKind>(input.number<std::uint8_t>() % failureKindCount);
            sample.intendedNs = std::clamp(sample.intendedNs, -maxTimeNs, maxTimeNs);
            samples.push_back(sample);
        }
        expectSane(samples);
    }
    }
    return 0;
}
