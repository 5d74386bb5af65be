// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"
#include "loadcommand.h"
#include "runcommand.h"
#include "sessioncommand.h"
#include "spawncommand.h"
#include "suggestion.h"
#include "targetcommand.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <exception>

namespace {

using namespace assay;

struct Command
{
    std::string_view name;
    std::string_view summary;
    int (*run)(const std::vector<std::string>& arguments);
};

constexpr std::array commands{
    Command{"load", "make load on a web server by a plan", cli::loadCommand},
    Command{"run", "run an experiment of a session file, as the window does", cli::runCommand},
    Command{"session", "tell and export what a session file holds", cli::sessionCommand},
    Command{"spawn", "measure what starting processes costs on this machine", cli::spawnCommand},
    Command{"target", "serve HTTP in a known way, to measure against", cli::targetCommand},
};

int showHelp()
{
    std::printf(
        "Usage: assay-cli COMMAND [options]\n\n"
        "Measures machines and servers without a window. Results go into session files that the window\n"
        "(assay) opens too.\n\nCommands:\n");
    for (const auto& command : commands) {
        std::printf("  %-10s %s\n", std::string{command.name}.c_str(), std::string{command.summary}.c_str());
    }
    std::printf("\n\"assay-cli COMMAND --help\" shows a command's options and examples.\n");
    return cli::exitOk;
}

int unknownCommand(const std::string& name)
{
    std::vector<std::string> names;
    for (const auto& command : commands) {
        names.emplace_back(command.name);
    }
    const auto similar = cli::suggestion(name, names);
    return cli::fail(usageError("There is no command \"" + name + "\""
        + (similar.empty() ? std::string{"; \"assay-cli --help\" lists the commands."} : similar)));
}

int dispatch(const std::vector<std::string>& arguments)
{
    if (arguments.empty()) {
        return cli::fail(usageError("Name a command; \"assay-cli --help\" lists them."));
    }
    if (arguments[0] == "--help" || arguments[0] == "-h") {
        return showHelp();
    }
    if (arguments[0] == "--version") {
        std::puts("assay-cli " ASSAY_VERSION);
        return cli::exitOk;
    }
    for (const auto& command : commands) {
        if (command.name == arguments[0]) {
            return command.run({arguments.begin() + 1, arguments.end()});
        }
    }
    return unknownCommand(arguments[0]);
}

/// A standard stream that is closed would be the number of the next file that is opened, such as a session:
/// what is printed must not go there. Our output then goes where writing fails, so that somebody says so.
void occupyStandardStreams()
{
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(fd, F_GETFD) < 0) {
            static_cast<void>(open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY));
        }
    }
}

/// Whoever reads our output through a pipe may leave when he has seen enough.
bool readerHasLeft()
{
    pollfd output{STDOUT_FILENO, 0, 0};
    return poll(&output, 1, 0) > 0 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

/// In one place for all commands: a result that nobody can read is none, whatever it says.
int withOutputWritten(int code)
{
    const bool failedBefore = std::ferror(stdout) != 0;
    const bool written = std::fflush(stdout) == 0;
    const int reason = written ? 0 : errno;
    if ((written && !failedBefore) || code == cli::exitEnvironment || readerHasLeft()) {
        return code;
    }
    return cli::fail(environmentError(reason != 0 ? withErrno("The output can't be written", reason) + "."
                                                  : "The output can't be written."));
}

} // namespace

int main(int argc, char** argv)
{
    occupyStandardStreams();
    try {
        return withOutputWritten(dispatch({argv + 1, argv + argc}));
    } catch (const std::exception& exception) {
        // Libraries may still throw, out of memory above all: even then the user gets words.
        return cli::fail(environmentError(std::string{"The program had to give up: "} + exception.what()));
    }
}
