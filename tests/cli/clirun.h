// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/childprocess.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace assay::test {

/// The real assay-cli, started with arguments and watched. Waits at most ten seconds for anything.
class CliRun
{
public:
    explicit CliRun(const std::vector<std::string>& arguments);

    /// The next line of its standard output; nullopt when none comes any more.
    std::optional<std::string> line();
    /// How it ended; nullopt when it does not.
    std::optional<ChildProcess::Exit> exit();
    int pid() const { return m_process->pid(); }
    void writeLine(const std::string& line) { m_process->writeLine(line); }
    /// Closes its standard input and stops watching: line() and exit() have nothing more to tell.
    void abandon() { m_process.reset(); }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::string> m_lines;
    std::size_t m_taken = 0;
    std::optional<ChildProcess::Exit> m_exit;
    std::optional<ChildProcess> m_process; ///< last: its thread uses the members above
};

} // namespace assay::test
