// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"
#include "loadcommand.h"
#include "runcommand.h"
#include "sessioncommand.h"
#include "spawncommand.h"
#include "suggestion.h"
#include "targetcommand.h"

#include <array>
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

} // namespace

int main(int argc, char** argv)
{
    try {
        return dispatch({argv + 1, argv + argc});
    } catch (const std::exception& exception) {
        // Libraries may still throw, out of memory above all: even then the user gets words.
        return cli::fail(environmentError(std::string{"The program had to give up: "} + exception.what()));
    }
}
