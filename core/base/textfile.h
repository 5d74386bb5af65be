// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <filesystem>
#include <string>

namespace assay {

/// The whole content of a file that a user named. Refuses what is no regular file, and files over 64 MiB.
Result<std::string> readTextFile(const std::filesystem::path& path);

} // namespace assay
