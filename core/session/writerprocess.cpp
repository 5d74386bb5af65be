// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/writerprocess.h"

#include <charconv>
#include <fstream>
#include <sstream>

#include <unistd.h>

namespace assay::session {

namespace {

std::string bootId()
{
    std::ifstream file{"/proc/sys/kernel/random/boot_id"};
    std::string id;
    std::getline(file, id);
    return id;
}

/// Field 22 of /proc/PID/stat: clock ticks between boot and the start of the process. Empty if there is no
/// such process, or only its corpse.
std::string startTime(long pid)
{
    std::ifstream file{"/proc/" + std::to_string(pid) + "/stat"};
    // Fails, by an empty text, when the process ends between opening and reading; a stream's iterator would
    // throw.
    std::string text;
    std::getline(file, text, '\0');
    // The command's name stands in parentheses and may itself hold parentheses and blanks.
    const auto nameEnd = text.rfind(')');
    if (nameEnd == std::string::npos) {
        return {};
    }
    std::istringstream fields{text.substr(nameEnd + 1)};
    std::string field;
    for (int number = 3; fields >> field; ++number) {
        if (number == 3 && (field == "Z" || field == "X")) {
            return {};
        }
        if (number == 22) {
            return field;
        }
    }
    return {};
}

} // namespace

std::string currentWriter()
{
    const long pid = getpid();
    return bootId() + ' ' + std::to_string(pid) + ' ' + startTime(pid);
}

bool isWriterAlive(std::string_view writer)
{
    const auto first = writer.find(' ');
    const auto second = first == std::string_view::npos ? first : writer.find(' ', first + 1);
    if (second == std::string_view::npos || second + 1 == writer.size()
        || writer.substr(0, first) != bootId()) {
        return false;
    }
    const auto pidText = writer.substr(first + 1, second - first - 1);
    long pid = 0;
    const auto parsed = std::from_chars(pidText.data(), pidText.data() + pidText.size(), pid);
    return parsed.ec == std::errc{} && parsed.ptr == pidText.data() + pidText.size() && pid > 0
        && startTime(pid) == writer.substr(second + 1);
}

} // namespace assay::session
