// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/cloneflags.h"

#include <array>
#include <linux/sched.h>

namespace assay::spawn {

namespace {

struct Flag
{
    std::string_view name;
    std::uint64_t value;
};

constexpr std::array flags{
    Flag{"CLONE_VM", CLONE_VM},
    Flag{"CLONE_VFORK", CLONE_VFORK},
    Flag{"CLONE_FILES", CLONE_FILES},
    Flag{"CLONE_FS", CLONE_FS},
    Flag{"CLONE_IO", CLONE_IO},
    Flag{"CLONE_SYSVSEM", CLONE_SYSVSEM},
    Flag{"CLONE_CLEAR_SIGHAND", 0x100000000ULL},
    Flag{"CLONE_NEWNS", CLONE_NEWNS},
    Flag{"CLONE_NEWUTS", CLONE_NEWUTS},
    Flag{"CLONE_NEWIPC", CLONE_NEWIPC},
    Flag{"CLONE_NEWNET", CLONE_NEWNET},
    Flag{"CLONE_NEWPID", CLONE_NEWPID},
    Flag{"CLONE_NEWCGROUP", CLONE_NEWCGROUP},
    Flag{"CLONE_NEWUSER", CLONE_NEWUSER},
};

} // namespace

std::string cloneFlagsText(std::uint64_t value)
{
    std::string text;
    for (const auto& flag : flags) {
        if (value & flag.value) {
            text += text.empty() ? "" : "|";
            text += flag.name;
        }
    }
    return text;
}

std::optional<std::uint64_t> cloneFlagsFromText(std::string_view text)
{
    std::uint64_t value = 0;
    for (bool more = !text.empty(); more;) {
        const auto end = text.find('|');
        const auto word = text.substr(0, end);
        more = end != std::string_view::npos;
        text = more ? text.substr(end + 1) : std::string_view{};
        bool found = false;
        for (const auto& flag : flags) {
            if (word == flag.name || (word.size() + 6 == flag.name.size() && flag.name.ends_with(word))) {
                value |= flag.value;
                found = true;
            }
        }
        if (!found) {
            return std::nullopt;
        }
    }
    return value;
}

std::string allCloneFlagsText()
{
    return cloneFlagsText(~0ULL);
}

} // namespace assay::spawn
