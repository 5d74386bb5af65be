// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/fuzz.h"
#include "stats/latencyhistogram.h"

using assay::fuzz::expect;
using assay::stats::LatencyHistogram;

namespace {

void expectSane(const LatencyHistogram& histogram)
{
    std::uint64_t count = 0;
    for (const auto& bucket : histogram.buckets()) {
        expect(bucket.count > 0 && bucket.lowestNs <= bucket.highestNs, "buckets are used and in order");
        count += bucket.count;
    }
    expect(count == histogram.count(), "the buckets hold all values");
    std::int64_t last = histogram.minNs();
    for (const double percent : {0.0, 1.0, 50.0, 90.0, 99.0, 99.9, 100.0}) {
        const auto value = histogram.percentileNs(percent);
        expect(value >= last && value <= histogram.maxNs(), "percentiles ascend from minimum to maximum");
        last = value;
    }
    const auto again = LatencyHistogram::decode(histogram.encode());
    expect(again && *again == histogram, "what was encoded is decoded");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    assay::fuzz::Input input{data, size};
    if (input.number<std::uint8_t>() % 2 == 0) {
        static LatencyHistogram reused;
        const auto bytes = input.rest();
        const auto decoded = LatencyHistogram::decode(bytes);
        expect(reused.assign(bytes) == decoded.has_value(), "both ways to decode agree");
        if (decoded) {
            expect(reused == *decoded, "both ways to decode agree");
            expectSane(*decoded);
            auto twice = *decoded;
            twice.merge(LatencyHistogram{});
            expect(twice == *decoded, "nothing can be merged");
        } else {
            expect(reused == LatencyHistogram{}, "a damaged histogram leaves nothing behind");
        }
        return 0;
    }
    LatencyHistogram one;
    LatencyHistogram two;
    LatencyHistogram both;
    while (!input.empty()) {
        const auto value = input.number<std::int64_t>() >> (input.number<std::uint8_t>() % 64);
        (value % 2 == 0 ? one : two).record(value);
        both.record(value);
    }
    expectSane(one);
    one.merge(two);
    expect(one == both, "merging is recording");
    expectSane(both);
    return 0;
}
