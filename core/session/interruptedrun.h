// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace SQLite {
class Database;
}

/// Runs whose writer vanished: what readers say about them, and what is put into the file for good.
namespace assay::session {

constexpr const char* interruptedReason =
    "The program that recorded this run ended without finishing it. What it had recorded until then is kept.";

/// The end of the last interval; 0 if there is none. Throws SQLite::Exception.
std::int64_t recordedLengthNs(SQLite::Database& database, std::int64_t runId);

/// Throws SQLite::Exception.
void markInterrupted(SQLite::Database& database);

} // namespace assay::session
