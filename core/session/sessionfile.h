// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "session/records.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace SQLite {
class Database;
}

namespace assay::session {

/// One session file (*.assay): a SQLite database with Assay's application_id and a format version.
///
/// One object belongs to one thread; several objects, in any processes, may have the same file open, one of
/// them recording. Every error names the file and what to do. Nothing read from a file is trusted.
class SessionFile
{
public:
    /// The version that this program writes. A newer file is refused; an older one is copied to
    /// NAME.bak-vN and migrated in one transaction when opened for writing.
    static constexpr int formatVersion = 2;
    /// Older formats from this one on are read as they are; what they lack, they lack.
    static constexpr int oldestReadableVersion = 1;
    static constexpr int applicationId = 0x41737379; // "Assy"

    /// ReadOnly works without write access to the file or its directory and never changes what the file
    /// holds. (Where its writer was killed in the middle of a change and writing is possible, the half change
    /// is undone.)
    enum class Mode
    {
        ReadOnly,
        ReadWrite
    };

    /// Makes a new file; fails if there is one already.
    static Result<SessionFile> create(const std::filesystem::path& path);
    static Result<SessionFile> open(const std::filesystem::path& path, Mode mode);
    /// open() for writing if the file exists, create() otherwise.
    static Result<SessionFile> openOrCreate(const std::filesystem::path& path);

    SessionFile(SessionFile&&) noexcept;
    SessionFile& operator=(SessionFile&&) noexcept;
    ~SessionFile();

    const std::filesystem::path& path() const;
    /// The format that the file has: formatVersion, or an older one where it must not be changed.
    int version() const;

    Result<std::vector<Experiment>> experiments() const;
    Result<Experiment> experiment(std::int64_t id) const;
    /// Adds it (id 0: a new id is chosen) or replaces the row with that id; gives the id.
    Result<std::int64_t> putExperiment(const Experiment& experiment);
    /// Removes it together with its runs and all that they recorded; fails while one is being recorded. The
    /// file keeps its size, new runs use the room again; copyTo() makes a compact copy.
    Result<void> removeExperiment(std::int64_t id);
    Result<void> removeRun(std::int64_t runId);
    Result<void> setRunNote(std::int64_t runId, const std::string& note);

    /// What the window remembers for this file (zoom, layout, unsaved drafts), JSON text by key. Not part of
    /// the user's data.
    Result<std::optional<std::string>> view(const std::string& key) const;
    Result<void> setView(const std::string& key, const std::string& value);

    /// Runs marked as running whose writing process no longer exists become Interrupted.
    Result<void> markInterruptedRuns();

    /// Writes everything into the one file and removes its -wal and -shm companions, so that it can be
    /// copied or mailed. Does nothing (and succeeds) while somebody else has the file open.
    Result<void> settle();

    /// A complete copy at `target`, made beside it and renamed into place; an existing file is replaced.
    Result<void> copyTo(const std::filesystem::path& target) const;

    /// For the classes of this room.
    SQLite::Database& database() const;

private:
    struct Impl;
    explicit SessionFile(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace assay::session
