// SPDX-License-Identifier: GPL-3.0-or-later
#include "statelines.h"

#include <boost/json/serialize.hpp>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

namespace assay::cli {

namespace {

/// A pipe holds 64 KiB: what is kept free of it is for the lines that must not be lost.
constexpr int unreadBytesOfAReader = 16 * 1024;
constexpr int patienceAtTheEndMs = 2000;

bool isPipe(int fd)
{
    struct stat status = {};
    return fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode);
}

} // namespace

StateLines::StateLines()
    : m_isPipe(isPipe(STDOUT_FILENO))
{ }

void StateLines::tell(const boost::json::object& message)
{
    m_waiting += boost::json::serialize(message) + "\n";
    write(0);
}

void StateLines::tellRunning(std::int64_t runId)
{
    tell({{"type", "state"}, {"state", "running"}, {"run", runId}});
}

void StateLines::tellNotice(const std::string& text)
{
    tell({{"type", "notice"}, {"text", text}});
}

void StateLines::tellIfRead(const boost::json::object& message)
{
    write(0);
    if (m_waiting.empty() && !readerIsBehind() && hasRoom(0)) {
        tell(message);
    }
}

void StateLines::finish()
{
    write(patienceAtTheEndMs);
}

bool StateLines::hasRoom(int timeoutMs) const
{
    pollfd output{STDOUT_FILENO, POLLOUT, 0};
    return poll(&output, 1, timeoutMs) > 0;
}

bool StateLines::readerIsBehind() const
{
    int unread = 0;
    return m_isPipe && ioctl(STDOUT_FILENO, FIONREAD, &unread) == 0 && unread > unreadBytesOfAReader;
}

/// A pipe with room takes PIPE_BUF bytes without waiting, so that it need not be made non-blocking: that
/// would hold for everybody who has it open.
void StateLines::write(int timeoutMs)
{
    while (!m_waiting.empty() && !m_gone && hasRoom(timeoutMs)) {
        const auto count = std::min<std::size_t>(m_waiting.size(), PIPE_BUF);
        const auto written = ::write(STDOUT_FILENO, m_waiting.data(), count);
        if (written < 0 && (errno == EINTR || errno == EAGAIN)) {
            return;
        }
        m_gone = written < 0;
        m_waiting.erase(0, static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
    if (m_gone) {
        m_waiting.clear();
    }
}

} // namespace assay::cli
