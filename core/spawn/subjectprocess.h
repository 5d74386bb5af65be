// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace assay::spawn {

/// Whether to give up; asked some twenty times a second, in the waiting thread.
using CancelCheck = std::function<bool()>;

/// A running subject and the pipes to it, see subjectspec.h. The destructor kills it and all that it started,
/// in whatever session: this process becomes the one to which they are left (PR_SET_CHILD_SUBREAPER), and
/// must not start other processes while a subject runs. One at a time, one thread.
class SubjectProcess
{
public:
    enum class Wait
    {
        Ready,
        Ended, ///< it closed its report
        TimedOut,
        Cancelled,
    };

    /// `command`: program and arguments. An Error names the program.
    static Result<SubjectProcess> start(const std::vector<std::string>& command);

    SubjectProcess(SubjectProcess&& other) noexcept;
    SubjectProcess& operator=(SubjectProcess&&) = delete;
    ~SubjectProcess();

    /// False when it is gone.
    bool write(std::string_view text);
    /// The next line of its report, without its end.
    Wait readLine(std::string& line, std::int64_t deadlineNs, const CancelCheck& cancelled);
    Wait readBytes(std::span<char> bytes, std::int64_t deadlineNs, const CancelCheck& cancelled);

    /// Kills it and all that it left. What it wrote to its standard error, after how it ended if that was by
    /// itself and not well.
    std::string end();

private:
    SubjectProcess() = default;
    Wait await(std::int64_t deadlineNs, const CancelCheck& cancelled);
    void readComplaints();
    int awaitExit() const;

    pid_t m_pid = -1;
    int m_input = -1;
    int m_report = -1;
    int m_complaints = -1;
    std::vector<pid_t> m_earlierChildren; ///< of this process, before it started the subject
    bool m_ended = false; ///< it closed its report
    std::string m_buffer; ///< of the report, read and not yet taken
    std::string m_complaintText; ///< the end of it
};

} // namespace assay::spawn
