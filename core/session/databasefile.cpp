// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/databasefile.h"

#include "session/filecopy.h"
#include "session/schema.h"
#include "session/sessionfile.h"
#include "session/sqliteerror.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

namespace assay::session {

namespace {

namespace fs = std::filesystem;

std::string quoted(const fs::path& path)
{
    return "'" + path.string() + "'";
}

Error notASession(const fs::path& path, const std::string& reason)
{
    return usageError(quoted(path) + " is not an Assay session (" + reason + ").");
}

std::uint32_t bigEndian(const unsigned char* bytes)
{
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8
        | bytes[3];
}

struct Header
{
    bool writeAheadLog = false;
};

/// Reads the first bytes of the file (format: sqlite.org/fileformat2.html). The application's number is
/// written when the file is made and never changes, so that it is right even while a log is pending.
Result<Header> readHeader(const fs::path& path)
{
    std::error_code error;
    const auto status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) {
        return usageError(quoted(path) + " does not exist.");
    }
    if (error) {
        return usageError(quoted(path) + " can't be opened: " + error.message() + ".");
    }
    if (status.type() == fs::file_type::directory) {
        return notASession(path, "it is a directory");
    }
    if (status.type() != fs::file_type::regular) {
        return notASession(path, "it is not a regular file");
    }
    std::array<unsigned char, 100> bytes{};
    errno = 0;
    std::ifstream file{path, std::ios::binary};
    if (!file) {
        return usageError(withErrno(quoted(path) + " can't be opened", errno) + ".");
    }
    file.read(reinterpret_cast<char*>(bytes.data()), bytes.size());
    if (file.gcount() == 0) {
        return notASession(path, "it is empty; delete it or choose another name");
    }
    static constexpr char magic[] = "SQLite format 3";
    if (file.gcount() != static_cast<std::streamsize>(bytes.size())
        || std::memcmp(bytes.data(), magic, sizeof magic) != 0) {
        return notASession(path, "its content is of another kind");
    }
    if (bigEndian(&bytes[68]) != SessionFile::applicationId) {
        return notASession(path, "it is a database of another program");
    }
    return Header{bytes[18] == 2 || bytes[19] == 2};
}

std::string immutableUri(const fs::path& path)
{
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string uri = "file://";
    for (const char c : path.string()) {
        if (std::isalnum(static_cast<unsigned char>(c)) || std::strchr("/-._~", c)) {
            uri += c;
        } else {
            uri += '%';
            uri += digits[static_cast<unsigned char>(c) >> 4];
            uri += digits[static_cast<unsigned char>(c) & 15];
        }
    }
    return uri + "?immutable=1";
}

/// SQLite follows symbolic links, and puts its companions beside the real file.
fs::path realPath(const fs::path& path)
{
    std::error_code error;
    const auto real = fs::canonical(path, error);
    return error ? fs::absolute(path, error) : real;
}

bool hasLog(const fs::path& real)
{
    std::error_code error;
    const auto log = real.string() + "-wal";
    return fs::exists(log, error)
        && (fs::file_size(log, error) > 0 || fs::exists(real.string() + "-shm", error));
}

bool isWritable(const fs::path& path)
{
    return access(path.c_str(), W_OK) == 0;
}

/// Opening, reading and closing by somebody who may write is all that SQLite needs to put companions in
/// order.
void visitForWriting(const fs::path& real)
{
    SQLite::Database database{real.string(), SQLite::OPEN_READWRITE, openTimeoutMs};
    database.tryExec("SELECT count(*) FROM sqlite_master");
}

/// A program that was killed in the middle of a change left a journal from which the change must be undone
/// before anybody can read. SQLite does that by itself as soon as somebody reads who may write.
void undoHalfAChange(const fs::path& real)
{
    std::error_code error;
    if (!fs::exists(real.string() + "-journal", error) || !isWritable(real)
        || !isWritable(real.parent_path())) {
        return;
    }
    visitForWriting(real);
}

} // namespace

void configureConnection(SQLite::Database& database)
{
    auto* handle = database.getHandle();
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
    // Debian's SQLite overwrites what it frees: that doubles the writing for nothing here.
    database.exec("PRAGMA secure_delete = OFF");
}

bool useWriteAheadLog(SQLite::Database& database)
{
    if (database.execAndGet("PRAGMA journal_mode = WAL").getString() != "wal") {
        return false;
    }
    database.exec("PRAGMA synchronous = NORMAL");
    return true;
}

Result<OpenedDatabase> openDatabase(const fs::path& path, bool forWriting)
{
    const auto header = readHeader(path);
    if (!header) {
        return header.error();
    }
    const auto real = realPath(path);
    const bool directoryWritable = isWritable(real.parent_path());
    if (forWriting && !isWritable(real)) {
        return usageError(
            quoted(path) + " is read-only. Change its permissions or copy it to another place.");
    }
    if (forWriting && !directoryWritable) {
        return usageError(quoted(path)
            + " can't be written, since its directory is read-only. Copy it to a writable directory.");
    }
    return guarded(path, [&]() -> Result<OpenedDatabase> {
        // A file in write-ahead mode needs companions that can't be made here; if there is no log, then
        // nobody writes it, and it can be read as it stands.
        const bool asItStands = !forWriting && header->writeAheadLog && !directoryWritable && !hasLog(real);
        std::error_code error;
        const bool leavesCompanions = !forWriting && header->writeAheadLog && !asItStands && isWritable(real)
            && !fs::exists(real.string() + "-wal", error);
        if (!forWriting) {
            undoHalfAChange(real);
        }
        auto database = std::make_unique<SQLite::Database>(asItStands ? immutableUri(real) : real.string(),
            (forWriting ? SQLite::OPEN_READWRITE : SQLite::OPEN_READONLY)
                | (asItStands ? SQLite::OPEN_URI : 0),
            openTimeoutMs);
        configureConnection(*database);
        if (forWriting && sqlite3_db_readonly(database->getHandle(), "main") != 0) {
            return usageError(quoted(path) + " is read-only. Change its permissions or copy it elsewhere.");
        }
        return OpenedDatabase{std::move(database), leavesCompanions};
    });
}

void removeCompanions(const fs::path& path) noexcept
{
    try {
        visitForWriting(realPath(path));
    } catch (const std::exception&) {
        // Two needless files stay; whoever opens the session next will find them harmless.
    }
}

Result<void> createDatabase(const fs::path& path)
{
    // Made beside the target and moved into place, so that no half-made file is ever seen under its name.
    const auto temporary = temporaryBeside(path);
    if (!temporary) {
        return temporary.error();
    }
    auto made = guarded(path, [&]() -> Result<void> {
        SQLite::Database database{temporary->string(), SQLite::OPEN_READWRITE, openTimeoutMs};
        configureConnection(database);
        createSchema(database);
        return {};
    });
    if (made) {
        made = moveIntoPlace(*temporary, path, /*replace=*/false);
    }
    if (!made) {
        std::error_code ignored;
        fs::remove(*temporary, ignored);
    }
    return made;
}

} // namespace assay::session
