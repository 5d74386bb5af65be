// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace SQLite {
class Database;
}

namespace assay::session {

/// Makes the tables of the present format in an empty database, with application_id, user_version and the
/// version of this program, in one transaction. Throws SQLite::Exception.
void createSchema(SQLite::Database& database);

/// Keys of the table `meta`. Every format keeps this table, so that even an older program can say which
/// version wrote a file that it can't read.
constexpr const char* metaProgramVersion = "program_version"; ///< of the program that made this format

} // namespace assay::session
