// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/subjectprocess.h"

#include "base/clock.h"
#include "spawn/processchildren.h"
#include "spawn/subjectspec.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::spawn {

namespace {

constexpr std::size_t keptComplaints = 2000;
constexpr std::size_t longestLine = 4096;
constexpr std::int64_t lookForCancelNs = 50 * nsPerMs;
constexpr std::int64_t goneWithinNs = nsPerSecond;

/// A descriptor that closes itself, above those that the child's streams take: started without standard
/// streams, this process would get 0 to 2 for its pipes.
class Descriptor
{
public:
    explicit Descriptor(int number)
        : m_number(number < 0 ? -1 : fcntl(number, F_DUPFD_CLOEXEC, reportDescriptor + 1))
    {
        if (number >= 0) {
            close(number);
        }
    }
    ~Descriptor()
    {
        if (m_number >= 0) {
            close(m_number);
        }
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int get() const { return m_number; }
    int release() { return std::exchange(m_number, -1); }

private:
    int m_number;
};

struct Pipe
{
    explicit Pipe(std::array<int, 2> ends)
        : reading(ends[0])
        , writing(ends[1])
    { }
    Pipe()
        : Pipe(made())
    { }

    static std::array<int, 2> made()
    {
        std::array<int, 2> ends{-1, -1};
        return pipe2(ends.data(), O_CLOEXEC) == 0 ? ends : std::array<int, 2>{-1, -1};
    }

    bool ok() const { return reading.get() >= 0 && writing.get() >= 0; }

    Descriptor reading;
    Descriptor writing;
};

/// posix_spawn with a session of its own and signals as a fresh program expects them.
int spawnSubject(const std::vector<std::string>& command, const std::array<int, 4>& streams, pid_t& pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    for (std::size_t i = 0; i < streams.size(); ++i) {
        posix_spawn_file_actions_adddup2(&actions, streams[i], static_cast<int>(i));
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, static_cast<int>(streams.size()));
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::vector<char*> argv;
    for (const auto& word : command) {
        argv.push_back(const_cast<char*>(word.c_str()));
    }
    argv.push_back(nullptr);
    const int error = posix_spawn(&pid, argv.front(), &actions, &attributes, argv.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/// A status as from waitpid() in words; empty for a good end.
std::string endingText(int status)
{
    if (WIFSIGNALED(status)) {
        const auto* name = sigabbrev_np(WTERMSIG(status));
        return std::string{"It was killed by SIG"} + (name ? name : "?")
            + (WTERMSIG(status) == SIGKILL ? ", perhaps because memory ran out." : ".");
    }
    return WEXITSTATUS(status) == 0 ? ""
                                    : "It ended with exit code " + std::to_string(WEXITSTATUS(status)) + ".";
}

/// Ends and reaps what this process has adopted since `earlier` were its children: what a subject started in
/// another session than its own, and who lost a parent there. A killed process is gone only when it has given
/// its memory back, and takes a processor until then: the next cell must not be measured beside it.
void endAdopted(const std::vector<pid_t>& earlier)
{
    const auto deadlineNs = monotonicNs() + goneWithinNs;
    const timespec moment{0, nsPerMs};
    for (bool some = true; some && monotonicNs() < deadlineNs;) {
        some = false;
        for (const auto child : childrenOf(getpid())) {
            if (std::ranges::find(earlier, child) == earlier.end()) {
                kill(child, SIGKILL);
                some = waitpid(child, nullptr, WNOHANG) == 0 || some;
            }
        }
        if (some) {
            nanosleep(&moment, nullptr);
        }
    }
}

} // namespace

Result<SubjectProcess> SubjectProcess::start(const std::vector<std::string>& command)
{
    Pipe input;
    Pipe report;
    Pipe complaints;
    Descriptor stamps{memfd_create("assay stamps", MFD_CLOEXEC)};
    if (!input.ok() || !report.ok() || !complaints.ok() || stamps.get() < 0) {
        return environmentError("Cannot start " + command.front()
            + ": this process has too many files open. Raise the limit (ulimit -n).");
    }
    SubjectProcess subject;
    prctl(PR_SET_CHILD_SUBREAPER, 1); // what outlives the subject is left to us, not to init
    subject.m_earlierChildren = childrenOf(getpid());
    const int error = spawnSubject(command,
        {input.reading.get(), stamps.get(), complaints.writing.get(), report.writing.get()}, subject.m_pid);
    if (error != 0) {
        subject.m_pid = -1;
        return environmentError(withErrno("Cannot start " + command.front(), error)
            + (error == EAGAIN ? ". No more processes are allowed (ulimit -u, or a control group's pids.max)."
                               : ". Check that it is installed beside assay-cli."));
    }
    fcntl(report.reading.get(), F_SETFL, O_NONBLOCK);
    fcntl(complaints.reading.get(), F_SETFL, O_NONBLOCK);
    subject.m_input = input.writing.release();
    subject.m_report = report.reading.release();
    subject.m_complaints = complaints.reading.release();
    return subject;
}

SubjectProcess::SubjectProcess(SubjectProcess&& other) noexcept
    : m_pid(std::exchange(other.m_pid, -1))
    , m_input(std::exchange(other.m_input, -1))
    , m_report(std::exchange(other.m_report, -1))
    , m_complaints(std::exchange(other.m_complaints, -1))
    , m_earlierChildren(std::move(other.m_earlierChildren))
    , m_buffer(std::move(other.m_buffer))
    , m_complaintText(std::move(other.m_complaintText))
{ }

SubjectProcess::~SubjectProcess()
{
    end();
}

bool SubjectProcess::write(std::string_view text)
{
    sigset_t pipeSignal;
    sigset_t before;
    sigemptyset(&pipeSignal);
    sigaddset(&pipeSignal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipeSignal, &before);
    const bool written = ::write(m_input, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    if (!written) {
        const timespec atOnce{};
        sigtimedwait(&pipeSignal, nullptr, &atOnce);
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return written;
}

/// Until there is more of the report.
SubjectProcess::Wait SubjectProcess::await(std::int64_t deadlineNs, const CancelCheck& cancelled)
{
    while (true) {
        if (cancelled()) {
            return Wait::Cancelled;
        }
        const auto leftNs = deadlineNs - monotonicNs();
        if (leftNs <= 0) {
            return Wait::TimedOut;
        }
        std::array<pollfd, 2> watched{{{m_report, POLLIN, 0}, {m_complaints, POLLIN, 0}}};
        const auto sliceMs = static_cast<int>(std::min(leftNs, lookForCancelNs) / nsPerMs) + 1;
        if (poll(watched.data(), watched.size(), sliceMs) <= 0) {
            continue;
        }
        readComplaints();
        if (watched[0].revents != 0) {
            std::array<char, 65536> bytes;
            const auto length = read(m_report, bytes.data(), bytes.size());
            if (length <= 0) {
                m_ended = true;
                return Wait::Ended;
            }
            m_buffer.append(bytes.data(), static_cast<std::size_t>(length));
            return Wait::Ready;
        }
        if (watched[1].revents & POLLHUP) {
            close(std::exchange(m_complaints, -1)); // else poll() would return at once for ever
        }
    }
}

SubjectProcess::Wait SubjectProcess::readLine(
    std::string& line, std::int64_t deadlineNs, const CancelCheck& cancelled)
{
    auto end = m_buffer.find('\n');
    while (end == std::string::npos) {
        if (m_buffer.size() > longestLine) {
            return Wait::Ended; // that is no report
        }
        if (const auto waited = await(deadlineNs, cancelled); waited != Wait::Ready) {
            return waited;
        }
        end = m_buffer.find('\n');
    }
    line.assign(m_buffer, 0, end);
    m_buffer.erase(0, end + 1);
    return Wait::Ready;
}

SubjectProcess::Wait SubjectProcess::readBytes(
    std::span<char> bytes, std::int64_t deadlineNs, const CancelCheck& cancelled)
{
    std::size_t have = 0;
    while (true) {
        const auto part = std::min(bytes.size() - have, m_buffer.size());
        std::copy_n(m_buffer.data(), part, bytes.data() + have);
        m_buffer.erase(0, part);
        have += part;
        if (have == bytes.size()) {
            return Wait::Ready;
        }
        if (const auto waited = await(deadlineNs, cancelled); waited != Wait::Ready) {
            return waited;
        }
    }
}

void SubjectProcess::readComplaints()
{
    std::array<char, 4096> bytes;
    ssize_t length = 0;
    while (m_complaints >= 0 && (length = read(m_complaints, bytes.data(), bytes.size())) > 0) {
        m_complaintText.append(bytes.data(), static_cast<std::size_t>(length));
        if (m_complaintText.size() > keptComplaints) {
            m_complaintText.erase(0, m_complaintText.size() - keptComplaints);
        }
    }
}

std::string SubjectProcess::end()
{
    if (m_pid < 0) {
        return {};
    }
    const int status = m_ended ? awaitExit() : 0;
    kill(-m_pid, SIGKILL); // before the pipe is closed, at whose end its watcher acts
    for (auto* stream : {&m_input, &m_report}) {
        if (*stream >= 0) {
            close(std::exchange(*stream, -1));
        }
    }
    waitpid(m_pid, nullptr, 0);
    m_pid = -1;
    endAdopted(m_earlierChildren);
    readComplaints();
    if (m_complaints >= 0) {
        close(std::exchange(m_complaints, -1));
    }
    const auto how = endingText(status);
    return how + (how.empty() || m_complaintText.empty() ? "" : " ") + m_complaintText;
}

/// Its status if it ends by itself within a moment, else 0. It stays a zombie, so that its number stays its
/// own.
int SubjectProcess::awaitExit() const
{
    pollfd handle{static_cast<int>(syscall(SYS_pidfd_open, m_pid, 0U)), POLLIN, 0};
    poll(&handle, 1, 500);
    close(handle.fd);
    siginfo_t info{};
    if (waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOWAIT | WNOHANG) != 0
        || info.si_pid == 0) {
        return 0;
    }
    return info.si_code == CLD_EXITED ? info.si_status << 8 : info.si_status;
}

} // namespace assay::spawn
