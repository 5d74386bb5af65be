// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/subject/spawner.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wshadow"
#include <boost/asio/io_context.hpp>
#include <boost/process/v2/posix/default_launcher.hpp>
#include <boost/process/v2/posix/fork_and_forget_launcher.hpp>
#include <boost/process/v2/process.hpp>
#pragma GCC diagnostic pop

#include <cerrno>
#include <optional>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::spawn {

namespace {

namespace asio = boost::asio;
namespace process = boost::process::v2;
using Process = process::basic_process<asio::io_context::executor_type>;

/// vfork behind Boost's launcher interface. The one of 1.81 tells the reactor about a fork from within the
/// child, which lives in our memory, and leaves through exit(); this one does neither, and reaps.
struct MendedVforkLauncher
{
    const ChildCommand& command;
    pid_t pid = -1;

    Process operator()(asio::io_context::executor_type executor, boost::system::error_code& failed)
    {
        const auto& child = command;
        pid = vfork();
        if (pid == 0) {
            child.exec();
        }
        if (pid < 0) {
            failed.assign(errno, boost::system::system_category());
            return Process{executor};
        }
        return Process{executor, pid};
    }
};

class BoostV2Spawner : public Spawner
{
public:
    BoostV2Spawner(Mechanism mechanism, const ChildCommand& command)
        : Spawner(command)
        , m_mechanism(mechanism)
        , m_arguments(command.arguments().begin() + 1, command.arguments().end())
    { }

    Launch launch() override
    {
        boost::system::error_code failed;
        pid_t pid = -1;
        try {
            pid = start(failed);
        } catch (const boost::system::system_error& error) {
            failed = error.code(); // no descriptor for the process: too many open, or an old kernel
        }
        if (failed && pid > 0) {
            waitpid(pid, nullptr, 0); // 1.81 leaves a zombie
        }
        return {pid, failed.value()};
    }

    int reap(const Launch&) override
    {
        boost::system::error_code failed;
        m_process->wait(failed);
        const int status = failed ? -1 : m_process->native_exit_code();
        m_process.reset();
        return status;
    }

private:
    /// A launcher of Boost keeps the arguments of its first call: a new one each time.
    template <typename Launcher> pid_t startWith(boost::system::error_code& failed)
    {
        Launcher launcher;
        launcher.env = environ;
        m_process.emplace(launcher(m_context.get_executor(), failed, command().program(), m_arguments));
        return launcher.pid;
    }

    pid_t start(boost::system::error_code& failed)
    {
        switch (m_mechanism) {
        case Mechanism::BoostV2Vfork: {
            MendedVforkLauncher launcher{command()};
            m_process.emplace(launcher(m_context.get_executor(), failed));
            return launcher.pid;
        }
        case Mechanism::BoostV2ForkAndForget:
            return startWith<process::posix::fork_and_forget_launcher>(failed);
        default:
            return startWith<process::posix::default_launcher>(failed);
        }
    }

    Mechanism m_mechanism;
    std::vector<std::string> m_arguments;
    // One a thread and told so: with a shared one the child of a fork can wait for ever for a lock that
    // another thread held.
    asio::io_context m_context{BOOST_ASIO_CONCURRENCY_HINT_UNSAFE};
    std::optional<Process> m_process;
};

} // namespace

std::unique_ptr<Spawner> makeBoostV2Spawner(Mechanism mechanism, const ChildCommand& command)
{
    return std::make_unique<BoostV2Spawner>(mechanism, command);
}

} // namespace assay::spawn
