// SPDX-License-Identifier: GPL-3.0-or-later
// The helper process that spawns on behalf of a big one. It is forked while that is still small.
#include "spawn/subject/spawner.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace assay::spawn {

namespace {

struct Answer
{
    pid_t pid;
    int error;
};

struct Ending
{
    int status; ///< as from waitpid()
    rusage usage;
};

constexpr std::size_t standardStreams = 3;
constexpr int serverSocket = 3;
constexpr std::size_t longestCommand = 128 << 10; // of one argument, by the kernel's own limit

/// Room for the descriptors that travel with a message.
union Passenger {
    cmsghdr header;
    char bytes[CMSG_SPACE(standardStreams * sizeof(int))];
};

bool sendRequest(int socket, const std::string& argumentBytes)
{
    iovec part{const_cast<char*>(argumentBytes.data()), argumentBytes.size()};
    Passenger passenger{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = passenger.bytes;
    message.msg_controllen = sizeof passenger.bytes;
    auto* control = CMSG_FIRSTHDR(&message);
    control->cmsg_level = SOL_SOCKET;
    control->cmsg_type = SCM_RIGHTS;
    control->cmsg_len = CMSG_LEN(standardStreams * sizeof(int));
    constexpr std::array<int, standardStreams> streams{STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO};
    std::memcpy(CMSG_DATA(control), streams.data(), sizeof streams);
    return sendmsg(socket, &message, MSG_NOSIGNAL) >= 0;
}

/// The server's half: one request after the other, until the other end is closed.
class Server
{
public:
    explicit Server(int socket)
        : m_socket(socket)
        , m_buffer(longestCommand)
    { }

    void serve()
    {
        while (receive()) {
            Answer answer{-1, 0};
            answer.error = spawn(answer.pid);
            send(m_socket, &answer, sizeof answer, MSG_NOSIGNAL);
            if (answer.error == 0) {
                Ending ending{};
                wait4(answer.pid, &ending.status, 0, &ending.usage);
                send(m_socket, &ending, sizeof ending, MSG_NOSIGNAL);
            }
        }
    }

private:
    bool receive()
    {
        iovec part{m_buffer.data(), m_buffer.size()};
        Passenger passenger{};
        msghdr message{};
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        message.msg_control = passenger.bytes;
        message.msg_controllen = sizeof passenger.bytes;
        const auto length = recvmsg(m_socket, &message, MSG_CMSG_CLOEXEC);
        const auto* control = CMSG_FIRSTHDR(&message);
        if (length <= 0 || !control || control->cmsg_type != SCM_RIGHTS) {
            return false;
        }
        std::memcpy(m_streams.data(), CMSG_DATA(control), sizeof m_streams);
        m_arguments.clear();
        for (char* word = m_buffer.data(); word < m_buffer.data() + length; word += std::strlen(word) + 1) {
            m_arguments.push_back(word);
        }
        m_arguments.push_back(nullptr);
        return true;
    }

    int spawn(pid_t& pid)
    {
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        for (std::size_t i = 0; i < standardStreams; ++i) {
            posix_spawn_file_actions_adddup2(&actions, m_streams[i], static_cast<int>(i));
        }
        const int error =
            posix_spawn(&pid, m_arguments.front(), &actions, nullptr, m_arguments.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        for (const int stream : m_streams) {
            close(stream);
        }
        return error;
    }

    int m_socket;
    std::vector<char> m_buffer;
    std::vector<char*> m_arguments;
    std::array<int, standardStreams> m_streams{};
};

class ForkServerSpawner : public Spawner
{
public:
    explicit ForkServerSpawner(const ChildCommand& command)
        : Spawner(command)
    {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
            throw std::system_error(errno, std::generic_category());
        }
        m_server = fork();
        if (m_server == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            // Nothing of the others' servers either: whoever holds an end keeps that server waiting.
            dup3(ends[1], serverSocket, O_CLOEXEC);
            syscall(SYS_close_range, static_cast<unsigned>(serverSocket + 1), ~0U, 0U);
            Server{serverSocket}.serve();
            _exit(0);
        }
        close(ends[1]);
        m_socket = ends[0];
        if (m_server < 0) {
            throw std::system_error(errno, std::generic_category());
        }
    }

    ~ForkServerSpawner() override
    {
        close(m_socket);
        waitpid(m_server, nullptr, 0);
    }

    Launch launch() override
    {
        m_request.clear();
        for (const auto& argument : command().arguments()) {
            m_request.append(argument.c_str(), argument.size() + 1);
        }
        if (m_request.size() > longestCommand) {
            return {-1, E2BIG};
        }
        Answer answer{-1, 0};
        if (!sendRequest(m_socket, m_request)) {
            return {-1, errno};
        }
        if (recv(m_socket, &answer, sizeof answer, 0) != sizeof answer) {
            return {-1, ECONNRESET};
        }
        return {answer.pid, answer.error};
    }

    int reap(const Launch&) override
    {
        Ending ending{};
        if (recv(m_socket, &ending, sizeof ending, 0) != sizeof ending) {
            return -1;
        }
        m_cpuUse.add(ending.usage);
        return ending.status;
    }

    CpuUse cpuElsewhere() const override { return m_cpuUse; }

private:
    int m_socket = -1;
    pid_t m_server = -1;
    std::string m_request;
    CpuUse m_cpuUse; ///< of the server's children
};

} // namespace

std::unique_ptr<Spawner> makeForkServerSpawner(const ChildCommand& command)
{
    return std::make_unique<ForkServerSpawner>(command);
}

} // namespace assay::spawn
