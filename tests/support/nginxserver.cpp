// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/nginxserver.h"

#include "base/clock.h"
#include "support/scriptedserver.h"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

namespace assay::test {

namespace {

std::string contentOf(const std::filesystem::path& path)
{
    std::ostringstream text;
    text << std::ifstream{path}.rdbuf();
    return text.str();
}

pid_t startNginx(const std::filesystem::path& folder)
{
    const std::string prefix = folder.string();
    const std::string configuration = (folder / "nginx.conf").string();
    const std::array<const char*, 6> arguments{
        "nginx", "-p", prefix.c_str(), "-c", configuration.c_str(), nullptr};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    const auto log = (folder / "start.log").string();
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log.c_str(), O_WRONLY | O_CREAT, 0600);
    pid_t pid = -1;
    std::array<char*, 2> environment{const_cast<char*>("PATH=/usr/sbin:/usr/bin:/sbin:/bin"), nullptr};
    const char* program = access("/usr/sbin/nginx", X_OK) == 0 ? "/usr/sbin/nginx" : "nginx";
    if (posix_spawnp(
            &pid, program, &actions, nullptr, const_cast<char**>(arguments.data()), environment.data())
        != 0) {
        pid = -1;
    }
    posix_spawn_file_actions_destroy(&actions);
    return pid;
}

} // namespace

NginxServer::NginxServer(const std::string& serverBlock, int workers)
    : m_port(unusedPort())
{
    const auto folder = m_folder.path();
    std::filesystem::permissions(folder, std::filesystem::perms::all);
    std::ofstream{folder / "nginx.conf"}
        << "daemon off;\nmaster_process " << (workers > 1 ? "on" : "off") << ";\nworker_processes " << workers
        << ";\npid nginx.pid;\n"
           "error_log error.log;\nevents { worker_connections 2000; }\n"
           "http {\n access_log off;\n client_body_temp_path body;\n "
           "proxy_temp_path proxy;\n fastcgi_temp_path fastcgi;\n "
           "uwsgi_temp_path uwsgi;\n scgi_temp_path scgi;\n server {\n  listen 127.0.0.1:"
        << m_port << ";\n"
        << serverBlock << "\n }\n}\n";
    m_pid = startNginx(folder);
    if (m_pid < 0 || !waitUntilListening()) {
        ADD_FAILURE() << "nginx does not start (Debian package nginx): " << contentOf(folder / "start.log")
                      << contentOf(folder / "error.log");
    }
}

NginxServer::~NginxServer()
{
    if (m_pid > 0) {
        kill(m_pid, SIGTERM);
        waitpid(m_pid, nullptr, 0);
    }
}

std::string NginxServer::url(const std::string& target) const
{
    return "http://127.0.0.1:" + std::to_string(m_port) + target;
}

bool NginxServer::waitUntilListening() const
{
    const auto deadline = monotonicNs() + 10 * nsPerSecond;
    while (monotonicNs() < deadline && waitpid(m_pid, nullptr, WNOHANG) == 0) {
        const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(m_port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const bool connected = connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
        close(fd);
        if (connected) {
            return true;
        }
        std::this_thread::yield();
    }
    return false;
}

} // namespace assay::test
