// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/childprocess.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/connect_pair.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/readable_pipe.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wshadow"
#include <boost/process/v2/posix/default_launcher.hpp>
#include <boost/process/v2/process.hpp>
#pragma GCC diagnostic pop

#include <csignal>
#include <fcntl.h>
#include <optional>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace assay {

namespace asio = boost::asio;
namespace process = boost::process::v2;
using Socket = asio::local::stream_protocol::socket;

namespace {

constexpr std::size_t keptErrorOutput = 4096;
constexpr std::size_t longestLine = 1 << 20;

void closeEverythingOnExec() noexcept
{
#ifdef SYS_close_range
    // 1.81 does not close what it should, and a descriptor leaked into a long run keeps files and ports busy.
    constexpr unsigned closeRangeCloexec = 1U << 2;
    syscall(SYS_close_range, 3U, ~0U, closeRangeCloexec);
#endif
}

/// Prepares the child between fork and exec. on_exec_error is a template since 1.81 calls it with fewer
/// arguments than it looks for, and _exit keeps the parent's static destructors from running in the child.
struct ChildSetup
{
    int input;
    int output;
    int error;

    template <typename Launcher, typename Path, typename Argv>
    boost::system::error_code on_exec_setup(Launcher&, const Path&, const Argv&) const
    {
        setsid();
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        std::signal(SIGPIPE, SIG_DFL);
        if (dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0
            || dup2(error, STDERR_FILENO) < 0) {
            return {errno, boost::system::system_category()};
        }
        closeEverythingOnExec();
        return {};
    }

    template <typename... Arguments> void on_exec_error(Arguments&&...) const { _exit(127); }
};

/// A pipe whose reading end belongs to asio and whose writing end is for the child.
struct OutputPipe
{
    int reading = -1;
    int writing = -1;

    OutputPipe()
    {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) == 0) {
            reading = ends[0];
            writing = ends[1];
        }
    }
    ~OutputPipe()
    {
        for (const int end : {reading, writing}) {
            if (end >= 0) {
                close(end);
            }
        }
    }
    OutputPipe(const OutputPipe&) = delete;
    OutputPipe& operator=(const OutputPipe&) = delete;

    bool ok() const { return reading >= 0; }
    int releaseReading() { return std::exchange(reading, -1); }
};

} // namespace

struct ChildProcess::Impl
{
    explicit Impl(Handlers callbacks)
        : handlers(std::move(callbacks))
        , input(context)
        , output(context)
        , error(context)
        , patience(context)
    { }
    ~Impl();
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    void readOutput();
    void readError();
    void awaitExit();
    void streamEnded();
    void deliverExit();
    void run();

    asio::io_context context{1}; // one a child: notify_fork() can deadlock on a shared one
    Handlers handlers;
    Socket input; // a socket, since writing to a closed pipe would raise SIGPIPE
    asio::readable_pipe output;
    asio::readable_pipe error;
    asio::steady_timer patience;
    std::optional<process::process> child;
    int pid = -1;
    std::string outputText;
    std::string errorText;
    Exit exit;
    int openStreams = 2;
    bool exited = false;
    bool delivered = false;
    std::thread thread;
};

ChildProcess::Impl::~Impl()
{
    context.stop();
    if (thread.joinable()) {
        thread.join();
    }
    if (!exited && child) {
        child->detach(); // its destructor would kill
        std::thread([reaped = pid] { waitpid(reaped, nullptr, 0); }).detach();
    }
}

void ChildProcess::Impl::readOutput()
{
    asio::async_read_until(output, asio::dynamic_buffer(outputText, longestLine), '\n',
        [this](boost::system::error_code failed, std::size_t length) {
            if (failed) {
                if (!outputText.empty() && outputText.size() < longestLine) {
                    handlers.onLine(outputText);
                }
                return streamEnded();
            }
            handlers.onLine(outputText.substr(0, length - 1));
            outputText.erase(0, length);
            readOutput();
        });
}

void ChildProcess::Impl::readError()
{
    asio::async_read(error, asio::dynamic_buffer(errorText), asio::transfer_at_least(1),
        [this](boost::system::error_code failed, std::size_t) {
            if (failed) {
                return streamEnded();
            }
            if (errorText.size() > keptErrorOutput) {
                errorText.erase(0, errorText.size() - keptErrorOutput);
            }
            readError();
        });
}

void ChildProcess::Impl::awaitExit()
{
    child->async_wait([this](boost::system::error_code, int) {
        const int status = child->native_exit_code();
        exit.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
        exit.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        exited = true;
        if (openStreams == 0) {
            return deliverExit();
        }
        // A grandchild may hold the pipes open for as long as it likes.
        patience.expires_after(std::chrono::milliseconds(500));
        patience.async_wait([this](boost::system::error_code cancelled) {
            if (!cancelled) {
                deliverExit();
            }
        });
    });
}

void ChildProcess::Impl::streamEnded()
{
    if (--openStreams == 0 && exited) {
        deliverExit();
    }
}

void ChildProcess::Impl::deliverExit()
{
    if (std::exchange(delivered, true)) {
        return;
    }
    patience.cancel();
    exit.errorOutput = errorText;
    handlers.onExit(exit);
}

void ChildProcess::Impl::run()
{
    readOutput();
    readError();
    awaitExit();
    thread = std::thread([this] { context.run(); });
}

ChildProcess::ChildProcess(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{ }

ChildProcess::ChildProcess(ChildProcess&&) noexcept = default;
ChildProcess& ChildProcess::operator=(ChildProcess&&) noexcept = default;

ChildProcess::~ChildProcess() = default;

Result<ChildProcess> ChildProcess::start(
    const std::filesystem::path& program, const std::vector<std::string>& arguments, Handlers handlers)
{
    const std::string name = program.string();
    if (access(program.c_str(), X_OK) != 0) {
        return environmentError(withErrno("Cannot start " + name, errno) + ". Check that it is installed.");
    }
    auto impl = std::make_unique<Impl>(std::move(handlers));
    OutputPipe output;
    OutputPipe error;
    Socket childInput(impl->context);
    boost::system::error_code failed;
    asio::local::connect_pair(impl->input, childInput, failed);
    if (!output.ok() || !error.ok() || failed) {
        return environmentError("Cannot start " + name + ": this process has too many files open.");
    }
    impl->output.assign(output.releaseReading());
    impl->error.assign(error.releaseReading());

    process::posix::default_launcher launcher;
    const ChildSetup setup{childInput.native_handle(), output.writing, error.writing};
    try {
        impl->child.emplace(
            launcher(impl->context.get_executor(), failed, program.string(), arguments, setup));
    } catch (const boost::system::system_error& noHandle) {
        failed = noHandle.code(); // the process runs, but this kernel gives no descriptor of it (before 5.3)
        if (launcher.pid > 0) {
            kill(launcher.pid, SIGKILL);
        }
    }
    if (failed) {
        if (launcher.pid > 0) {
            waitpid(launcher.pid, nullptr, 0); // 1.81 leaves a zombie
        }
        return environmentError("Cannot start " + name + ": " + failed.message() + ".");
    }
    impl->pid = launcher.pid;
    impl->run();
    return ChildProcess(std::move(impl));
}

int ChildProcess::pid() const
{
    return m_impl->pid;
}

void ChildProcess::writeLine(std::string line)
{
    line += '\n';
    asio::post(m_impl->context, [impl = m_impl.get(), line = std::move(line)] {
        boost::system::error_code ignored;
        asio::write(impl->input, asio::buffer(line), ignored);
    });
}

} // namespace assay
