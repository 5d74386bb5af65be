// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/sessionfile.h"

#include <cstdint>
#include <optional>
#include <string>

namespace assay::cli {

/// The session file that a command records its run into, or none where --session names none.
class RecordedSession
{
public:
    /// `path` may be empty.
    static Result<RecordedSession> open(const std::string& path);

    /// nullptr if nothing is recorded.
    session::SessionFile* file() { return m_file ? &*m_file : nullptr; }
    /// The experiment that has this very plan, or a new one with `name`; 0 if nothing is recorded.
    Result<std::int64_t> experimentFor(
        const std::string& instrument, const std::string& name, const std::string& planText);
    /// After the run: everything into the one file.
    Result<void> settle();

private:
    std::optional<session::SessionFile> m_file;
};

} // namespace assay::cli
