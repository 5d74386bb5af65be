// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/clirun.h"

#include <chrono>
#include <stdexcept>

namespace assay::test {

namespace {

constexpr std::chrono::seconds patience{10};

} // namespace

CliRun::CliRun(const std::vector<std::string>& arguments)
{
    ChildProcess::Handlers handlers;
    handlers.onLine = [this](const std::string& text) {
        const std::lock_guard lock{m_mutex};
        m_lines.push_back(text);
        m_changed.notify_all();
    };
    handlers.onExit = [this](const ChildProcess::Exit& end) {
        const std::lock_guard lock{m_mutex};
        m_exit = end;
        m_changed.notify_all();
    };
    auto started = ChildProcess::start(ASSAY_BIN_DIR "/assay-cli", arguments, std::move(handlers));
    if (!started) {
        throw std::runtime_error(started.error().message);
    }
    m_process.emplace(std::move(*started));
}

std::optional<std::string> CliRun::line()
{
    std::unique_lock lock{m_mutex};
    m_changed.wait_for(lock, patience, [this] { return m_taken < m_lines.size() || m_exit; });
    return m_taken < m_lines.size() ? std::optional{m_lines[m_taken++]} : std::nullopt;
}

std::optional<ChildProcess::Exit> CliRun::exit()
{
    std::unique_lock lock{m_mutex};
    m_changed.wait_for(lock, patience, [this] { return m_exit.has_value(); });
    return m_exit;
}

} // namespace assay::test
