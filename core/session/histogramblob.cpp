// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/histogramblob.h"

#include "session/zstdframe.h"

namespace assay::session {

namespace {

/// No encoded histogram is longer: about 34,000 buckets of at most 13 bytes.
constexpr std::size_t maxEncodedBytes = 512U << 10;

} // namespace

std::string packHistogram(const stats::LatencyHistogram& histogram)
{
    return histogram.empty() ? std::string{} : compressFrame(histogram.encode());
}

bool unpackHistogram(std::string_view bytes, stats::LatencyHistogram& histogram)
{
    if (bytes.empty()) {
        histogram.clear();
        return true;
    }
    const auto encoded = decompressFrame(bytes, maxEncodedBytes);
    return encoded && histogram.assign(*encoded);
}

} // namespace assay::session
