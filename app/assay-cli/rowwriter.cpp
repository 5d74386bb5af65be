// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowwriter.h"

#include "base/csv.h"
#include "base/units.h"

#include <boost/json/serialize.hpp>

#include <array>
#include <cerrno>
#include <charconv>

namespace assay::cli {

namespace {

constexpr std::size_t flushBytes = 64 << 10;

template <typename Number> void appendNumber(std::string& out, Number value)
{
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out.append(digits.data(), end);
}

} // namespace

RowWriter::RowWriter(std::FILE* stream, Format format, std::vector<std::string> columns)
    : m_stream(stream)
    , m_format(format)
    , m_columns(std::move(columns))
{
    if (m_format == Format::Csv) {
        for (const auto& column : m_columns) {
            m_buffer += m_buffer.empty() ? "" : ",";
            appendCsvField(m_buffer, column);
        }
        m_buffer += '\n';
    } else {
        m_buffer = "[";
        for (auto& column : m_columns) {
            column = boost::json::serialize(column) + ":";
        }
    }
}

void RowWriter::integer(std::int64_t value)
{
    beginValue();
    appendNumber(m_buffer, value);
    endValue();
}

void RowWriter::count(std::uint64_t value)
{
    beginValue();
    appendNumber(m_buffer, value);
    endValue();
}

void RowWriter::number(double value)
{
    beginValue();
    m_buffer += formatNumber(value);
    endValue();
}

void RowWriter::text(std::string_view value)
{
    beginValue();
    if (m_format == Format::Csv) {
        appendCsvField(m_buffer, value);
    } else {
        m_buffer += boost::json::serialize(value);
    }
    endValue();
}

void RowWriter::none()
{
    beginValue();
    if (m_format == Format::Json) {
        m_buffer += "null";
    }
    endValue();
}

void RowWriter::beginValue()
{
    if (m_format == Format::Csv) {
        m_buffer += m_next == 0 ? "" : ",";
        return;
    }
    if (m_next == 0) {
        m_buffer += m_anyRow ? ",\n{" : "\n{";
    } else {
        m_buffer += ',';
    }
    m_buffer += m_columns[m_next];
}

void RowWriter::endValue()
{
    if (++m_next < m_columns.size()) {
        return;
    }
    m_buffer += m_format == Format::Csv ? '\n' : '}';
    m_next = 0;
    m_anyRow = true;
    if (m_buffer.size() >= flushBytes) {
        flush();
    }
}

void RowWriter::flush()
{
    std::fwrite(m_buffer.data(), 1, m_buffer.size(), m_stream);
    m_buffer.clear();
}

Result<void> RowWriter::finish()
{
    if (m_format == Format::Json) {
        m_buffer += m_anyRow ? "\n]\n" : "]\n";
    }
    flush();
    if (std::fflush(m_stream) != 0 || std::ferror(m_stream) != 0) {
        return environmentError(withErrno("The output can't be written", errno) + ".");
    }
    return {};
}

} // namespace assay::cli
