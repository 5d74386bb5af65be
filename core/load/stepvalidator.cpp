// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/stepvalidator.h"

#include "base/text.h"
#include "load/loadplan.h"
#include "load/statusset.h"
#include "load/urltemplate.h"

#include <algorithm>
#include <array>

namespace assay::load {

namespace {

constexpr int maxLoopDepth = 10;
constexpr std::int64_t maxLoopCount = 1'000'000'000;

/// RFC 9110, section 5.6.2: what methods and header names are made of.
bool isToken(std::string_view text)
{
    static constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || marks.find(c) != std::string_view::npos;
    });
}

bool hasLineBreak(std::string_view text)
{
    return text.find_first_of(std::string_view{"\r\n\0", 3}) != std::string_view::npos;
}

bool isEnabled(const Step& step)
{
    return std::visit([](const auto& item) { return item.enabled; }, step.item);
}

std::string at(const std::string& list, std::size_t index)
{
    return list + "[" + std::to_string(index) + "]";
}

} // namespace

StepValidator::StepValidator(const VariableTable& variables, std::vector<Fault>& faults)
    : m_variables(variables)
    , m_faults(faults)
{ }

void StepValidator::fault(const std::string& path, std::string message)
{
    m_faults.push_back({path, std::move(message)});
}

void StepValidator::check(const std::vector<Step>& steps, const std::string& path, int depth)
{
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!isEnabled(steps[i])) {
            continue;
        }
        if (const auto* http = std::get_if<HttpStep>(&steps[i].item)) {
            checkHttp(*http, at(path, i));
        } else {
            checkLoop(std::get<LoopStep>(steps[i].item), at(path, i), depth);
        }
    }
}

void StepValidator::checkLoop(const LoopStep& loop, const std::string& path, int depth)
{
    if (loop.count < 1 || loop.count > maxLoopCount) {
        fault(path + ".count",
            "must be from 1 to " + std::to_string(maxLoopCount) + ". Disable the loop to skip it.");
    }
    if (enabledSteps(loop.steps).empty()) {
        fault(path + ".steps", "holds no enabled request. Add one, or disable the loop.");
    }
    if (depth > maxLoopDepth) {
        fault(path,
            "is nested too deeply. At most " + std::to_string(maxLoopDepth) + " loops can hold one another.");
        return;
    }
    check(loop.steps, path + ".steps", depth + 1);
}

void StepValidator::checkHttp(const HttpStep& step, const std::string& path)
{
    if (step.label.empty()) {
        fault(path + ".label", "is empty. Give the request a name; results are told apart by it.");
    } else if (hasControlCharacter(step.label)) {
        fault(path + ".label", "holds a line break or another control character. Remove it.");
    } else if (step.label == "all") {
        fault(path + ".label", "is \"all\", the name of the sum of all requests. Choose another one.");
    } else if (!m_labels.insert(step.label).second) {
        fault(path + ".label",
            "\"" + step.label
                + "\" is used by an earlier request. Give each its own; results are told apart by it.");
    }
    if (!isToken(step.method) || step.method == "CONNECT"
        || std::any_of(step.method.begin(), step.method.end(), [](char c) { return c >= 'a' && c <= 'z'; })) {
        fault(path + ".method",
            "\"" + step.method
                + "\" cannot be sent. Write a method such as GET, HEAD, POST, PUT or DELETE in capitals.");
    }
    if (const auto url = compileUrl(step.url, m_variables); !url) {
        fault(path + ".url", url.error().message);
    }
    checkHeaders(step.headers, path + ".headers");
    checkText(step.body, path + ".body");
    checkChecks(step.checks, path + ".checks");
    checkThink(step.think, path + ".think");
}

void StepValidator::checkHeaders(const std::vector<Header>& headers, const std::string& path)
{
    int hosts = 0;
    for (std::size_t i = 0; i < headers.size(); ++i) {
        const auto name = lowerCase(headers[i].name);
        if (!isToken(name)) {
            fault(at(path, i) + ".name",
                "\"" + headers[i].name
                    + "\" cannot be a header's name. Use letters, digits and hyphens only.");
        } else if (name == "content-length" || name == "transfer-encoding") {
            fault(at(path, i) + ".name",
                "\"" + headers[i].name
                    + "\" follows from the body and is written by Assay. Remove this header.");
        } else if (name == "host" && ++hosts == 2) {
            fault(at(path, i) + ".name", "A request has one Host header. Remove the others.");
        }
        const auto value = Template::compile(headers[i].value, m_variables);
        if (!value) {
            fault(at(path, i) + ".value", value.error().message);
            continue;
        }
        if (name == "host" && (!value->isConstant() || value->head().empty())) {
            fault(at(path, i) + ".value", "must be the same for every user and round, and not empty.");
        }
        // Variables are folded in: a line break in one would start a header of its own.
        const auto& pieces = value->pieces();
        if (std::any_of(
                pieces.begin(), pieces.end(), [](const auto& piece) { return hasLineBreak(piece.text); })) {
            fault(at(path, i) + ".value",
                "holds a line break or a zero byte. A header is one line; remove it.");
        }
    }
}

void StepValidator::checkChecks(const std::vector<Check>& checks, const std::string& path)
{
    for (std::size_t i = 0; i < checks.size(); ++i) {
        const auto& expected = checks[i].expected;
        if (checks[i].kind == Check::Kind::Status) {
            if (const auto set = StatusSet::parse(expected); !set) {
                fault(at(path, i), set.error().message);
            }
        } else if (expected.empty()) {
            fault(at(path, i),
                "looks for an empty text, which is in every body. Write what to look for, or remove it.");
        } else {
            checkText(expected, at(path, i));
        }
    }
}

void StepValidator::checkThink(const ThinkTime& think, const std::string& path)
{
    const std::array<std::int64_t, 4> durations{think.meanNs, think.deviationNs, think.minNs, think.maxNs};
    if (std::any_of(
            durations.begin(), durations.end(), [](auto ns) { return ns < 0 || ns > maxPlannedNs; })) {
        fault(path, "holds a pause below 0 or above 366 days.");
    }
    if (think.kind == ThinkTime::Kind::Uniform && think.minNs > think.maxNs) {
        fault(path, "has a shortest pause that is longer than its longest. Exchange \"min\" and \"max\".");
    }
}

void StepValidator::checkText(std::string_view text, const std::string& path)
{
    if (const auto compiled = Template::compile(text, m_variables); !compiled) {
        fault(path, compiled.error().message);
    }
}

} // namespace assay::load
