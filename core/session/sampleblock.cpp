// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/sampleblock.h"

#include "base/varint.h"
#include "session/samplecolumns.h"
#include "session/zstdframe.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <tuple>

// A block is one zstd frame with a content checksum. Its content:
//
//   format (1 byte), order (1 byte), number of rows (varint),
//   for each column: smallest value (zigzag varint), width in bytes 0–8 (1 byte),
//   for each column, for each byte of its width from the lowest: that byte of every row's (value − smallest).
//
// The rows of the measured columns are grouped by class (label, status, failure), so that the values of, say,
// failed requests stand together instead of being strewn over all of them.
//
// The planes of low bytes are mostly noise and the high ones nearly constant; each is its own zstd block with
// its own statistics, so that a column costs little more than its entropy.
namespace assay::session {

namespace {

constexpr char blockFormat = 1;
constexpr std::size_t maxHeaderBytes = 2 + 10 + sampleColumnCount * 11;
constexpr std::size_t maxContentBytes = maxHeaderBytes + maxBlockSamples * sampleColumnCount * 8;

using Positions = std::vector<std::uint32_t>;

struct ColumnShape
{
    std::int64_t smallest = 0;
    unsigned width = 0;
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

/// The rows' order in the measured columns; empty if there is but one class. False if a value is no class.
bool groupByClass(const SampleColumns& columns, Positions& order)
{
    order.clear();
    const auto rows = columns.front().size();
    std::vector<std::uint64_t> classes(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        const auto label = static_cast<std::uint64_t>(columns[labelColumn][i]);
        const auto status = static_cast<std::uint64_t>(columns[statusColumn][i]);
        const auto failure = static_cast<std::uint64_t>(columns[failureColumn][i]);
        if (label > std::numeric_limits<std::uint32_t>::max()
            || status > std::numeric_limits<std::uint16_t>::max() || failure >= failureKindCount) {
            return false;
        }
        classes[i] = failure << 48 | status << 32 | label;
    }
    if (std::adjacent_find(classes.begin(), classes.end(), std::not_equal_to{}) != classes.end()) {
        order.resize(rows);
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return classes[a] < classes[b]; });
    }
    return true;
}

ColumnShape shapeOf(const std::vector<std::int64_t>& column)
{
    if (column.empty()) {
        return {};
    }
    const auto [low, high] = std::minmax_element(column.begin(), column.end());
    const auto range = static_cast<std::uint64_t>(*high) - static_cast<std::uint64_t>(*low);
    return {*low, (static_cast<unsigned>(std::bit_width(range)) + 7) / 8};
}

/// Appends the planes of a column and the end of each.
void appendPlanes(const std::vector<std::int64_t>& column, const ColumnShape& shape, const Positions& order,
    std::string& content, std::vector<std::size_t>& boundaries)
{
    std::vector<std::uint64_t> values(column.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto value = column[order.empty() ? i : order[i]];
        values[i] = static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(shape.smallest);
    }
    for (unsigned byte = 0; byte < shape.width; ++byte) {
        const auto at = content.size();
        content.resize(at + values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            content[at + i] = static_cast<char>(values[i] >> (8 * byte));
        }
        boundaries.push_back(content.size());
    }
}

/// The reverse: reads `shape.width` planes from `planes`.
void readPlanes(
    const char* planes, const ColumnShape& shape, const Positions& order, std::vector<std::int64_t>& column)
{
    const auto rows = column.size();
    std::vector<std::uint64_t> values(rows, static_cast<std::uint64_t>(0));
    for (unsigned byte = 0; byte < shape.width; ++byte, planes += rows) {
        for (std::size_t i = 0; i < rows; ++i) {
            values[i] |= std::uint64_t{static_cast<unsigned char>(planes[i])} << (8 * byte);
        }
    }
    for (std::size_t i = 0; i < rows; ++i) {
        column[order.empty() ? i : order[i]] =
            static_cast<std::int64_t>(values[i] + static_cast<std::uint64_t>(shape.smallest));
    }
}

Error damaged(const char* what)
{
    return usageError(std::string{"a block of samples is damaged ("} + what + ")");
}

struct Head
{
    SampleOrder order = SampleOrder::ByUser;
    std::size_t rows = 0;
    std::array<ColumnShape, sampleColumnCount> shapes;
    std::string_view planes;
};

Result<Head> readHead(std::string_view content)
{
    if (content.size() < 2 || content[0] != blockFormat
        || static_cast<unsigned char>(content[1]) > static_cast<unsigned>(SampleOrder::ByIntended)) {
        return damaged("its format is unknown");
    }
    VarintReader reader{content.substr(2)};
    Head head;
    head.order = static_cast<SampleOrder>(content[1]);
    head.rows = reader.next();
    if (head.rows > maxBlockSamples) {
        return damaged("it claims to hold too many samples");
    }
    std::size_t total = 0;
    for (auto& shape : head.shapes) {
        shape.smallest = unzigzag(reader.next());
        const auto width = reader.next();
        if (!reader.ok() || width > 8) {
            return damaged("its columns are wrong");
        }
        shape.width = static_cast<unsigned>(width);
        total += width * head.rows;
    }
    head.planes = reader.rest();
    if (head.planes.size() != total) {
        return damaged("its columns have the wrong length");
    }
    return head;
}

} // namespace

std::string encodeSampleBlock(std::span<const Sample> samples)
{
    // Kept from block to block, since the recorder encodes one after the other.
    thread_local std::vector<Sample> sorted;
    thread_local SampleColumns columns;
    thread_local std::string content;
    sorted.clear();
    for (const auto& sample : samples) {
        sorted.push_back(withinLimits(sample));
    }
    const auto order = sortForPacking(sorted);
    predictColumns(sorted, order, columns);

    content.clear();
    content += blockFormat;
    content += static_cast<char>(order);
    appendVarint(content, sorted.size());
    std::array<ColumnShape, sampleColumnCount> shapes;
    for (std::size_t c = 0; c < sampleColumnCount; ++c) {
        shapes[c] = shapeOf(columns[c]);
        appendVarint(content, zigzag(shapes[c].smallest));
        content += static_cast<char>(shapes[c].width);
    }
    std::vector<std::size_t> boundaries{content.size()};
    Positions grouped;
    groupByClass(columns, grouped);
    for (std::size_t c = 0; c < sampleColumnCount; ++c) {
        appendPlanes(
            columns[c], shapes[c], c < firstMeasuredColumn ? Positions{} : grouped, content, boundaries);
    }
    return compressFrame(content, boundaries);
}

Result<std::vector<Sample>> decodeSampleBlock(std::string_view bytes)
{
    const auto content = decompressFrame(bytes, maxContentBytes);
    if (!content) {
        return damaged("it doesn't match its checksum");
    }
    const auto head = readHead(*content);
    if (!head) {
        return head.error();
    }
    SampleColumns columns;
    const char* planes = head->planes.data();
    Positions grouped;
    for (std::size_t c = 0; c < sampleColumnCount; ++c) {
        if (c == firstMeasuredColumn && !groupByClass(columns, grouped)) {
            return damaged("a value is out of range");
        }
        columns[c].resize(head->rows);
        readPlanes(planes, head->shapes[c], grouped, columns[c]);
        planes += head->shapes[c].width * head->rows;
    }
    std::vector<Sample> samples;
    if (!restoreSamples(columns, head->order, samples)) {
        return damaged("a value is out of range");
    }
    std::sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) {
        return std::tie(a.startNs, a.user, a.label) < std::tie(b.startNs, b.user, b.label);
    });
    return samples;
}

} // namespace assay::session
