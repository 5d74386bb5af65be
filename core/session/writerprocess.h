// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace assay::session {

/// Identifies the process that writes a run, across reboots and reuse of process numbers: "boot-id pid
/// start-time", as kept in the run's row.
std::string currentWriter();

/// Whether that process still exists on this machine. A text in another form counts as gone, and so does a
/// process that has ended but was not yet waited for.
bool isWriterAlive(std::string_view writer);

} // namespace assay::session
