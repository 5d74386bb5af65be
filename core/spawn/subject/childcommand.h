// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/subjectspec.h"

#include <string>
#include <vector>

namespace assay::spawn {

/// The program that a thread starts again and again, ready for exec: nothing is built between fork and exec.
class ChildCommand
{
public:
    /// `slot`: of the thread; the built-in child is told it as its argument.
    ChildCommand(const SubjectSpec& spec, int slot);
    ChildCommand(const ChildCommand&) = delete;
    ChildCommand& operator=(const ChildCommand&) = delete;

    const char* program() const { return m_arguments.front().c_str(); }
    const std::vector<std::string>& arguments() const { return m_arguments; }
    char* const* argv() const { return m_argv.data(); }
    /// One line for sh -c, each word quoted.
    const std::string& shellLine() const { return m_shellLine; }
    StampSlot& slot() const { return *m_slot; }

    /// For the built-in child: count open descriptors instead of only stamping.
    void countOpenFiles();

    /// In the child between fork and exec: closes what it should, execs, and never returns. An error is left
    /// in the slot. Safe in borrowed memory: no allocation, no lock, nothing of the caller's is written to.
    [[noreturn]] void exec() const noexcept;

private:
    void rebuild();
    void closeInherited() const noexcept;

    std::vector<std::string> m_arguments;
    std::vector<char*> m_argv;
    std::string m_shellLine;
    StampSlot* m_slot;
    CloseWay m_closeWay;
    int m_descriptorLimit;
};

} // namespace assay::spawn
