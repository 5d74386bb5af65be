// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/sampleblock.h"

#include "base/varint.h"
#include "session/samplecolumns.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <tuple>

#include <zstd.h>

// A block is one zstd frame with a content checksum. Its content:
//
//   format (1 byte), order (1 byte), number of samples (varint),
//   for each column: smallest value (zigzag varint), width in bytes 0–8 (1 byte),
//   for each column, for each byte of its width from the lowest: that byte of every row's (value − smallest).
//
// The planes of low bytes are mostly noise and the high ones nearly constant; each is its own zstd block with
// its own statistics, so that a column costs little more than its entropy.
namespace assay::session {

namespace {

constexpr char blockFormat = 1;
constexpr std::size_t maxHeaderBytes = 2 + 10 + sampleColumnCount * 11;
constexpr std::size_t maxContentBytes = maxHeaderBytes + maxBlockSamples * sampleColumnCount * 8;
constexpr int compressionLevel = 1;

struct FreeContext
{
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

/// What encoding needs again and again; one for each thread.
struct Workshop
{
    std::unique_ptr<ZSTD_CCtx, FreeContext> context{ZSTD_createCCtx()};
    std::vector<Sample> sorted;
    SampleColumns columns;
    std::string content;
    std::vector<std::size_t> boundaries; ///< ends of header and planes in `content`
};

Sample withinLimits(Sample sample)
{
    const auto instant = [](std::int64_t ns) { return std::clamp(ns, -maxTimeNs, maxTimeNs); };
    const auto duration = [](std::int64_t ns) { return std::clamp<std::int64_t>(ns, 0, maxTimeNs); };
    sample.startNs = instant(sample.startNs);
    sample.intendedNs = instant(sample.intendedNs);
    sample.connectNs = duration(sample.connectNs);
    sample.tlsNs = duration(sample.tlsNs);
    sample.firstByteNs = duration(sample.firstByteNs);
    sample.serviceNs = duration(sample.serviceNs);
    return sample;
}

unsigned bytesFor(std::uint64_t value)
{
    return (static_cast<unsigned>(std::bit_width(value)) + 7) / 8;
}

void appendPlanes(Workshop& shop)
{
    shop.content.clear();
    shop.boundaries.clear();
    shop.content += blockFormat;
    shop.content += static_cast<char>(SampleOrder::ByUser);
    const auto rows = shop.sorted.size();
    appendVarint(shop.content, rows);
    std::array<std::int64_t, sampleColumnCount> smallest{};
    std::array<unsigned, sampleColumnCount> widths{};
    for (std::size_t c = 0; c < sampleColumnCount; ++c) {
        const auto& column = shop.columns[c];
        const auto [low, high] = std::minmax_element(column.begin(), column.end());
        smallest[c] = rows == 0 ? 0 : *low;
        widths[c] =
            rows == 0 ? 0 : bytesFor(static_cast<std::uint64_t>(*high) - static_cast<std::uint64_t>(*low));
        appendVarint(shop.content, zigzag(smallest[c]));
        shop.content += static_cast<char>(widths[c]);
    }
    shop.boundaries.push_back(shop.content.size());
    for (std::size_t c = 0; c < sampleColumnCount; ++c) {
        const auto base = static_cast<std::uint64_t>(smallest[c]);
        for (unsigned byte = 0; byte < widths[c]; ++byte) {
            const auto at = shop.content.size();
            shop.content.resize(at + rows);
            for (std::size_t i = 0; i < rows; ++i) {
                const auto value = static_cast<std::uint64_t>(shop.columns[c][i]) - base;
                shop.content[at + i] = static_cast<char>(value >> (8 * byte));
            }
            shop.boundaries.push_back(shop.content.size());
        }
    }
}

/// Feeds the content part by part, so that each part becomes zstd blocks of its own.
std::string compress(Workshop& shop)
{
    auto* context = shop.context.get();
    ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters);
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, compressionLevel);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_setPledgedSrcSize(context, shop.content.size());
    std::string bytes(ZSTD_compressBound(shop.content.size()) + 8 * shop.boundaries.size(), '\0');
    ZSTD_outBuffer out{bytes.data(), bytes.size(), 0};
    ZSTD_inBuffer in{shop.content.data(), 0, 0};
    for (const auto boundary : shop.boundaries) {
        in.size = boundary;
        const auto end = boundary == shop.content.size() ? ZSTD_e_end : ZSTD_e_flush;
        while (ZSTD_compressStream2(context, &out, &in, end) != 0) {
            if (out.pos == out.size) {
                bytes.resize(bytes.size() * 2);
                out.dst = bytes.data();
                out.size = bytes.size();
            }
        }
    }
    bytes.resize(out.pos);
    return bytes;
}

Error damaged(const char* what)
{
    return usageError(std::string{"A block of samples in the session file is damaged: "} + what + ".");
}

Result<std::string> decompress(std::string_view bytes)
{
    const auto size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > maxContentBytes) {
        return damaged("its head is wrong");
    }
    thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> context{ZSTD_createDCtx()};
    std::string content(size, '\0');
    const auto got =
        ZSTD_decompressDCtx(context.get(), content.data(), content.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(got) || got != size) {
        return damaged("its content doesn't match its checksum");
    }
    return content;
}

} // namespace

std::string encodeSampleBlock(std::span<const Sample> samples)
{
    thread_local Workshop shop;
    shop.sorted.clear();
    shop.sorted.reserve(samples.size());
    for (const auto& sample : samples) {
        shop.sorted.push_back(withinLimits(sample));
    }
    std::sort(shop.sorted.begin(), shop.sorted.end(), [](const Sample& a, const Sample& b) {
        return a.user != b.user ? a.user < b.user : a.startNs < b.startNs;
    });
    predictColumns(shop.sorted, SampleOrder::ByUser, shop.columns);
    appendPlanes(shop);
    return compress(shop);
}

Result<std::vector<Sample>> decodeSampleBlock(std::string_view bytes)
{
    const auto content = decompress(bytes);
    if (!content) {
        return content.error();
    }
    if (content->size() < 2 || content->front() != blockFormat) {
        return damaged("its format is unknown");
    }
    if (static_cast<unsigned char>((*content)[1]) > static_cast<unsigned>(SampleOrder::ByIntended)) {
        return damaged("its order is unknown");
    }
    const auto order = static_cast<SampleOrder>((*content)[1]);
    VarintReader reader{std::string_view{*content}.substr(2)};
    const auto rows = reader.next();
    std::array<std::uint64_t, sampleColumnCount> smallest{};
    std::array<unsigned, sampleColumnCount> widths{};
    std::size_t total = 0;
    for (std::size_t c = 0; c < sampleColumnCount; ++c) {
        smallest[c] = static_cast<std::uint64_t>(unzigzag(reader.next()));
        const auto width = reader.next();
        if (!reader.ok() || width > 8 || rows > maxBlockSamples) {
            return damaged("its columns are wrong");
        }
        widths[c] = static_cast<unsigned>(width);
        total += width * rows;
    }
    if (reader.rest().size() != total) {
        return damaged("its columns have the wrong length");
    }
    const char* plane = reader.rest().data();
    SampleColumns columns;
    std::vector<std::uint64_t> values;
    for (std::size_t c = 0; c < sampleColumnCount; ++c) {
        columns[c].resize(rows);
        values.assign(rows, 0);
        for (unsigned byte = 0; byte < widths[c]; ++byte, plane += rows) {
            for (std::size_t i = 0; i < rows; ++i) {
                values[i] |= std::uint64_t{static_cast<unsigned char>(plane[i])} << (8 * byte);
            }
        }
        for (std::size_t i = 0; i < rows; ++i) {
            columns[c][i] = static_cast<std::int64_t>(values[i] + smallest[c]);
        }
    }
    std::vector<Sample> samples;
    if (!restoreSamples(columns, order, samples)) {
        return damaged("a value is out of range");
    }
    std::sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) {
        return std::tie(a.startNs, a.user, a.label) < std::tie(b.startNs, b.user, b.label);
    });
    return samples;
}

} // namespace assay::session
