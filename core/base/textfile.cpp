// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/textfile.h"

#include "base/units.h"

#include <cerrno>
#include <fstream>
#include <sstream>

namespace assay {

Result<std::string> readTextFile(const std::filesystem::path& path)
{
    constexpr std::uintmax_t maxBytes = 64U << 20;
    const auto quoted = "\"" + path.string() + "\"";
    std::error_code code;
    if (!std::filesystem::exists(path, code)) {
        return usageError("There is no file " + quoted + ". Check its name and folder.");
    }
    if (std::filesystem::is_directory(path, code)) {
        return usageError(quoted + " is a folder, not a file.");
    }
    if (!std::filesystem::is_regular_file(path, code)) {
        return usageError(quoted
            + " is no regular file (a device or a pipe, perhaps): it may never end. Copy "
              "what it gives into a file.");
    }
    const auto size = std::filesystem::file_size(path, code);
    if (!code && size > maxBytes) {
        return usageError(quoted + " is " + humanSize(static_cast<std::int64_t>(size))
            + " long, too long for what it should be (64 MiB at most).");
    }
    errno = 0;
    std::ifstream file{path, std::ios::binary};
    std::ostringstream content;
    if (file && file.peek() != std::ifstream::traits_type::eof()) {
        content << file.rdbuf();
    }
    if (!file && !file.eof()) {
        return usageError(withErrno(quoted + " cannot be read", errno) + ".");
    }
    return content.str();
}

} // namespace assay
