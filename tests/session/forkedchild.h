// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include <sys/types.h>

namespace assay::test {

/// Runs `body` in a forked process that owns no right beyond an ordinary user's, so that file permissions
/// count even when the tests run as root. Returns what it returned.
std::string asOrdinaryUser(const std::function<std::string()>& body);

/// A forked process and the lines that it sent. It is killed, if need be, and waited for at the end.
class ForkedChild
{
public:
    /// `body` runs in the child, calls `send` for each line, and ends the child when it returns.
    explicit ForkedChild(
        const std::function<void(const std::function<void(const std::string&)>& send)>& body);
    ~ForkedChild();
    ForkedChild(const ForkedChild&) = delete;
    ForkedChild& operator=(const ForkedChild&) = delete;

    pid_t pid() const { return m_pid; }
    /// Blocks until the child has sent another line; empty when it has ended.
    std::string nextLine();
    /// SIGKILL. Its corpse is left until waitFor(): see writerprocess.h.
    void kill();
    void waitFor();

private:
    pid_t m_pid = -1;
    int m_descriptor = -1;
    std::string m_buffer;
};

} // namespace assay::test
