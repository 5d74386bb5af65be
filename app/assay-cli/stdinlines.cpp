// SPDX-License-Identifier: GPL-3.0-or-later
#include "stdinlines.h"

#include <array>
#include <poll.h>
#include <unistd.h>

namespace assay::cli {

std::optional<std::string> StdinLines::next()
{
    readWhatIsThere();
    const auto end = m_pending.find('\n');
    if (end == std::string::npos) {
        return std::nullopt;
    }
    auto line = m_pending.substr(0, end);
    m_pending.erase(0, end + 1);
    return line;
}

void StdinLines::readWhatIsThere()
{
    constexpr std::size_t longestLine = 64 * 1024;
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (!m_ended && poll(&input, 1, 0) > 0) {
        std::array<char, 4096> piece{};
        const auto got = read(STDIN_FILENO, piece.data(), piece.size());
        if (got <= 0 || m_pending.size() > longestLine) {
            m_ended = true;
            return;
        }
        m_pending.append(piece.data(), static_cast<std::size_t>(got));
    }
}

} // namespace assay::cli
