// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/steppath.h"

#include <algorithm>
#include <set>

namespace assay::models {

using load::HttpStep;
using load::LoopStep;
using load::Step;

namespace {

template <typename Steps> auto* stepIn(Steps& steps, const StepPath& path)
{
    auto* list = &steps;
    decltype(&steps[0]) found = nullptr;
    for (const int row : path) {
        if (!list || row < 0 || row >= static_cast<int>(list->size())) {
            return decltype(found){nullptr};
        }
        found = &(*list)[static_cast<std::size_t>(row)];
        auto* loop = std::get_if<LoopStep>(&found->item);
        list = loop ? &loop->steps : nullptr;
    }
    return found;
}

void collectLabels(const std::vector<Step>& steps, std::set<std::string>& labels)
{
    for (const auto& step : steps) {
        if (const auto* request = std::get_if<HttpStep>(&step.item)) {
            labels.insert(request->label);
        } else {
            collectLabels(std::get<LoopStep>(step.item).steps, labels);
        }
    }
}

} // namespace

const Step* findStep(const load::LoadPlan& plan, const StepPath& path)
{
    return stepIn(plan.steps, path);
}

Step* findStep(load::LoadPlan& plan, const StepPath& path)
{
    return stepIn(plan.steps, path);
}

const HttpStep* findRequest(const load::LoadPlan& plan, const StepPath& path)
{
    const Step* step = findStep(plan, path);
    return step ? std::get_if<HttpStep>(&step->item) : nullptr;
}

HttpStep* findRequest(load::LoadPlan& plan, const StepPath& path)
{
    Step* step = findStep(plan, path);
    return step ? std::get_if<HttpStep>(&step->item) : nullptr;
}

std::vector<Step>* findSiblings(load::LoadPlan& plan, const StepPath& path)
{
    if (path.size() <= 1) {
        return &plan.steps;
    }
    Step* parent = findStep(plan, StepPath(path.begin(), path.end() - 1));
    auto* loop = parent ? std::get_if<LoopStep>(&parent->item) : nullptr;
    return loop ? &loop->steps : nullptr;
}

std::string faultPath(const StepPath& path)
{
    std::string text;
    for (const int row : path) {
        text += (text.empty() ? "steps[" : ".steps[") + std::to_string(row) + "]";
    }
    return text;
}

bool sameShape(const std::vector<Step>& a, const std::vector<Step>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Step& left, const Step& right) {
        const auto* leftLoop = std::get_if<LoopStep>(&left.item);
        const auto* rightLoop = std::get_if<LoopStep>(&right.item);
        if (!leftLoop || !rightLoop) {
            return !leftLoop && !rightLoop;
        }
        return sameShape(leftLoop->steps, rightLoop->steps);
    });
}

std::string freshLabel(const load::LoadPlan& plan, const std::string& stem)
{
    std::set<std::string> labels;
    collectLabels(plan.steps, labels);
    for (std::size_t number = labels.size() + 1;; ++number) {
        std::string label = stem + " " + std::to_string(number);
        if (!labels.contains(label)) {
            return label;
        }
    }
}

} // namespace assay::models
