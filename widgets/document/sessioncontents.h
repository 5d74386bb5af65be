// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "session/records.h"
#include "session/sessionfile.h"

#include <string>
#include <vector>

namespace assay::document {

/// A plan that was edited and never saved, kept in the file's `view` table by the window that edited it.
struct Draft
{
    std::int64_t experimentId = 0;
    std::string plan;
};

/// What a document reads when it opens: everything but the measurements.
struct SessionContents
{
    std::vector<session::Experiment> experiments; ///< by position
    std::vector<session::Run> runs; ///< by start
    std::vector<Draft> drafts; ///< of windows that are gone
    std::string untouched; ///< fingerprint() of what the session began with; empty if unknown
};

/// Any thread (it is the file's). Marks runs whose writer vanished first, if the file can be written.
Result<SessionContents> loadContents(session::SessionFile& file);

/// What experiments hold, as a text to be compared; empty if there are none.
std::string fingerprint(const std::vector<session::Experiment>& experiments);

/// Remembers what a new session began with, so that it can be told from a user's work after a crash.
Result<void> storeUntouched(session::SessionFile& file, const std::string& untouched);

/// Whether a living program, this or another, records a run into the file now.
Result<bool> isBeingRecorded(const session::SessionFile& file);
bool isBeingRecorded(const std::vector<session::Run>& runs);

/// Stores the draft as this process's, or forgets it when `plan` is empty.
Result<void> storeDraft(session::SessionFile& file, std::int64_t experimentId, const std::string& plan);

} // namespace assay::document
