// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/sample.h"

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <limits>
#include <string>

namespace assay::session {

/// Reads the columns of a row one after the other and remembers whether any value was out of its range:
/// whoever wrote the file, arithmetic on what comes out here can't overflow.
class RowValues
{
public:
    explicit RowValues(SQLite::Statement& statement)
        : m_statement(statement)
    { }

    std::int64_t id() { return m_statement.getColumn(m_next++).getInt64(); }

    /// An instant or a duration; see maxTimeNs.
    std::int64_t timeNs()
    {
        const auto value = m_statement.getColumn(m_next++).getInt64();
        return checked(value, value >= -maxTimeNs && value <= maxTimeNs);
    }

    std::int64_t durationNs()
    {
        const auto value = m_statement.getColumn(m_next++).getInt64();
        return checked(value, value >= 0 && value <= maxTimeNs);
    }

    std::uint64_t count()
    {
        const auto value = m_statement.getColumn(m_next++).getInt64();
        return static_cast<std::uint64_t>(checked(value, value >= 0));
    }

    std::uint32_t count32()
    {
        const auto value = m_statement.getColumn(m_next++).getInt64();
        return static_cast<std::uint32_t>(
            checked(value, value >= 0 && value <= std::numeric_limits<std::uint32_t>::max()));
    }

    std::uint16_t count16()
    {
        const auto value = m_statement.getColumn(m_next++).getInt64();
        return static_cast<std::uint16_t>(
            checked(value, value >= 0 && value <= std::numeric_limits<std::uint16_t>::max()));
    }

    /// NULL, which is how SQLite keeps "not a number", comes back as NaN.
    double real()
    {
        const auto column = m_statement.getColumn(m_next++);
        return column.isNull() ? std::numeric_limits<double>::quiet_NaN() : column.getDouble();
    }

    std::string text() { return m_statement.getColumn(m_next++).getString(); }

    void refuse() { m_ok = false; }
    bool ok() const { return m_ok; }

private:
    std::int64_t checked(std::int64_t value, bool inRange)
    {
        m_ok = m_ok && inRange;
        return inRange ? value : 0;
    }

    SQLite::Statement& m_statement;
    int m_next = 0;
    bool m_ok = true;
};

} // namespace assay::session
