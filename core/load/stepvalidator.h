// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "load/step.h"
#include "load/template.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace assay::load {

/// Finds the faults of a plan's enabled steps: what the engine could not send or not tell apart. Keeps
/// references to its arguments: use it within one function.
class StepValidator
{
public:
    StepValidator(const VariableTable& variables, std::vector<Fault>& faults);

    /// `path` is the list's, "steps".
    void check(const std::vector<Step>& steps, const std::string& path, int depth = 1);

private:
    void checkHttp(const HttpStep& step, const std::string& path);
    void checkLoop(const LoopStep& loop, const std::string& path, int depth);
    void checkHeaders(const std::vector<Header>& headers, const std::string& path);
    void checkChecks(const std::vector<Check>& checks, const std::string& path);
    void checkThink(const ThinkTime& think, const std::string& path);
    /// Compiles it for its faults.
    void checkText(std::string_view text, const std::string& path);
    void fault(const std::string& path, std::string message);

    const VariableTable& m_variables;
    std::vector<Fault>& m_faults;
    std::set<std::string, std::less<>> m_labels;
};

} // namespace assay::load
