// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/subject/spawner.h"

#define BOOST_PROCESS_USE_STD_FS

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <boost/process/args.hpp>
#include <boost/process/child.hpp>
#include <boost/process/error.hpp>
#include <boost/process/exe.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/handles.hpp>
#include <boost/process/io.hpp>
#pragma GCC diagnostic pop

#include <optional>
#include <sys/wait.h>

namespace assay::spawn {

namespace {

namespace process = boost::process;

class BoostV1Spawner : public Spawner
{
public:
    BoostV1Spawner(bool limitHandles, const ChildCommand& command)
        : Spawner(command)
        , m_limitHandles(limitHandles)
        , m_program(command.program())
        , m_arguments(command.arguments().begin() + 1, command.arguments().end())
    { }

    Launch launch() override
    {
        std::error_code failed;
        // Boost reaps a child whose exec failed without waiting for it, which leaves most of them as zombies.
        auto reapFailed = process::extend::on_error([](auto& executor, const std::error_code&) {
            if (executor.pid > 0) {
                waitpid(executor.pid, nullptr, 0);
            }
        });
        if (m_limitHandles) {
            // It would close the standard streams too, were they not named.
            m_child.emplace(process::exe = m_program, process::args = m_arguments, m_closer,
                process::std_in<stdin, process::std_out> stdout, process::std_err > stderr, reapFailed,
                failed);
        } else {
            m_child.emplace(process::exe = m_program, process::args = m_arguments, reapFailed, failed);
        }
        return {m_child->id(), failed.value()};
    }

    int reap(const Launch&) override
    {
        std::error_code failed;
        m_child->wait(failed);
        return failed ? -1 : m_child->native_exit_code();
    }

private:
    bool m_limitHandles;
    // Boost's own limit_handles is one object that all threads write to, which corrupts their memory.
    process::detail::posix::limit_handles_ m_closer;
    std::string m_program;
    std::vector<std::string> m_arguments;
    std::optional<process::child> m_child;
};

} // namespace

std::unique_ptr<Spawner> makeBoostV1Spawner(bool limitHandles, const ChildCommand& command)
{
    return std::make_unique<BoostV1Spawner>(limitHandles, command);
}

} // namespace assay::spawn
