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
};

/// Any thread (it is the file's). Marks runs whose writer vanished first, if the file can be written.
Result<SessionContents> loadContents(session::SessionFile& file);

/// Stores the draft as this process's, or forgets it when `plan` is empty.
Result<void> storeDraft(session::SessionFile& file, std::int64_t experimentId, const std::string& plan);

} // namespace assay::document
