// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace assay::cli {

/// Writes rows to a stream as they come, in bounded memory: CSV with a head line (RFC 4180, '\n' as line
/// end), or a JSON array with one object a line. Numbers are independent of the locale.
class RowWriter
{
public:
    enum class Format
    {
        Csv,
        Json
    };

    RowWriter(std::FILE* stream, Format format, std::vector<std::string> columns);

    /// The values of a row, in the order of the columns.
    void integer(std::int64_t value);
    void count(std::uint64_t value);
    void number(double value);
    void text(std::string_view value);
    /// No value: nothing between the commas, or null.
    void none();

    /// After the last row. Fails when the stream did (disk full).
    Result<void> finish();

private:
    void beginValue();
    void endValue();
    void flush();

    std::FILE* m_stream;
    Format m_format;
    std::vector<std::string> m_columns; ///< as JSON keys with colon, or plain names
    std::size_t m_next = 0;
    bool m_anyRow = false;
    std::string m_buffer;
};

} // namespace assay::cli
