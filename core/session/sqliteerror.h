// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <SQLiteCpp/Exception.h>

#include <filesystem>
#include <new>

namespace assay::session {

/// The sentence for what SQLite refused to do with the file.
Error sqliteError(const SQLite::Exception& exception, const std::filesystem::path& file);

/// "X is damaged: <what>."
Error damagedError(const std::filesystem::path& file, const std::string& what);

/// Runs `body`, which returns a Result, and turns SQLite's exceptions into errors about `file`.
template <typename Body> auto guarded(const std::filesystem::path& file, Body&& body) -> decltype(body())
{
    try {
        return body();
    } catch (const SQLite::Exception& exception) {
        return sqliteError(exception, file);
    } catch (const std::bad_alloc&) {
        return environmentError("There is not enough memory to work with '" + file.string() + "'.");
    }
}

} // namespace assay::session
