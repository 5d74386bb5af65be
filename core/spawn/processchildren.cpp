// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/processchildren.h"

#include <csignal>
#include <cstdio>
#include <dirent.h>
#include <memory>
#include <string>

namespace assay::spawn {

namespace {

// A subject is small and has no streams of C++: this does without them too.
struct Closer
{
    void operator()(DIR* directory) const { closedir(directory); }
    void operator()(std::FILE* file) const { std::fclose(file); }
};

} // namespace

std::vector<pid_t> childrenOf(pid_t process)
{
    std::vector<pid_t> children;
    const auto tasks = "/proc/" + std::to_string(process) + "/task/";
    const std::unique_ptr<DIR, Closer> directory{opendir(tasks.c_str())};
    while (const auto* entry = directory ? readdir(directory.get()) : nullptr) {
        const auto list = tasks + entry->d_name + "/children";
        const std::unique_ptr<std::FILE, Closer> file{std::fopen(list.c_str(), "re")};
        for (int child = 0; file && std::fscanf(file.get(), "%d", &child) == 1;) {
            children.push_back(child);
        }
    }
    return children;
}

void killDescendants(pid_t process)
{
    for (const auto child : childrenOf(process)) {
        kill(child, SIGSTOP);
        killDescendants(child);
        kill(child, SIGKILL);
    }
}

} // namespace assay::spawn
