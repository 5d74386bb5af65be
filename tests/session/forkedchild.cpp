// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/forkedchild.h"

#include <cstdio>
#include <stdexcept>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::test {

ForkedChild::ForkedChild(const std::function<void(const std::function<void(const std::string&)>&)>& body)
{
    int ends[2];
    if (pipe(ends) != 0) {
        throw std::runtime_error("No pipe can be made.");
    }
    std::fflush(nullptr);
    m_pid = fork();
    if (m_pid < 0) {
        throw std::runtime_error("No process can be forked.");
    }
    if (m_pid == 0) {
        close(ends[0]);
        const auto send = [&](std::string line) {
            line += '\n';
            [[maybe_unused]] const auto written = write(ends[1], line.data(), line.size());
        };
        try {
            body(send);
        } catch (const std::exception& exception) {
            send(std::string{"exception: "} + exception.what());
        }
        _exit(0); // neither destructors nor reports of the test program that was forked
    }
    close(ends[1]);
    m_descriptor = ends[0];
}

ForkedChild::~ForkedChild()
{
    kill();
    waitFor();
    close(m_descriptor);
}

std::string ForkedChild::nextLine()
{
    for (;;) {
        const auto end = m_buffer.find('\n');
        if (end != std::string::npos) {
            auto line = m_buffer.substr(0, end);
            m_buffer.erase(0, end + 1);
            return line;
        }
        char bytes[4096];
        const auto got = read(m_descriptor, bytes, sizeof bytes);
        if (got <= 0) {
            return {};
        }
        m_buffer.append(bytes, static_cast<std::size_t>(got));
    }
}

void ForkedChild::kill()
{
    if (m_pid > 0) {
        ::kill(m_pid, SIGKILL);
    }
}

void ForkedChild::waitFor()
{
    if (m_pid > 0) {
        waitpid(m_pid, nullptr, 0);
        m_pid = -1;
    }
}

std::string asOrdinaryUser(const std::function<std::string()>& body)
{
    ForkedChild child{[&](const auto& send) {
        constexpr uid_t nobody = 65534;
        if (geteuid() == 0
            && (setresgid(nobody, nobody, nobody) != 0 || setresuid(nobody, nobody, nobody) != 0)) {
            send("The rights can't be given up.");
            return;
        }
        send(body());
    }};
    return child.nextLine();
}

} // namespace assay::test
