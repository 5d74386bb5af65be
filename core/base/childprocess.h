// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace assay {

/// A program started with pipes on its standard streams, in a session of its own so that neither a closed
/// terminal nor a Ctrl+C meant for this process reaches it.
///
/// The program is never killed by this class: destroying the object closes the pipes, leaves the program
/// running and still reaps it. The handlers are called on a thread of the object, never after its destructor
/// has begun to return. Other members: one thread, the owner's.
class ChildProcess
{
public:
    struct Exit
    {
        int code = 0; ///< exit code, if it ended by itself
        int signal = 0; ///< the signal that ended it, else 0
        std::string errorOutput; ///< the end of what it wrote on standard error
    };
    struct Handlers
    {
        std::function<void(const std::string& line)> onLine; ///< a line of its standard output, without '\n'
        std::function<void(const Exit& exit)> onExit; ///< once, after the last line
    };

    static Result<ChildProcess> start(
        const std::filesystem::path& program, const std::vector<std::string>& arguments, Handlers handlers);

    ChildProcess(ChildProcess&&) noexcept;
    ChildProcess& operator=(ChildProcess&&) noexcept;
    ~ChildProcess();

    int pid() const;
    /// Sends `line` and a line end to its standard input; ignored when the program is gone.
    void writeLine(std::string line);

private:
    struct Impl;
    explicit ChildProcess(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace assay
