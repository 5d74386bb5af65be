// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/qtext.h"
#include "models/stepsmodel.h"

/// Edits of the steps' tree that change its shape.
namespace assay::models {

using load::HttpStep;
using load::LoopStep;
using load::Step;

namespace {

void relabel(load::LoadPlan& plan, Step& step)
{
    if (auto* request = std::get_if<HttpStep>(&step.item)) {
        request->label = freshLabel(plan, "Request");
        return;
    }
    // Labels must differ; each copy inside the loop takes the next free one, seen through the plan itself.
    for (auto& inner : std::get<LoopStep>(step.item).steps) {
        relabel(plan, inner);
        if (const auto* request = std::get_if<HttpStep>(&inner.item)) {
            plan.steps.push_back({*request});
        }
    }
}

} // namespace

StepPath StepsModel::insertAfter(const StepPath& at, Step step, const QString& text)
{
    StepPath path = at;
    const Step* current = findStep(m_editor.plan(), at);
    const auto* loop = current ? std::get_if<LoopStep>(&current->item) : nullptr;
    if (!current) {
        path = {static_cast<int>(m_editor.plan().steps.size())};
    } else if (loop && loop->steps.empty()) {
        path.push_back(0); // an empty loop wants to be filled
    } else {
        ++path.back();
    }
    m_editor.edit(text, {}, [&](load::LoadPlan& plan) {
        auto& siblings = *findSiblings(plan, path);
        siblings.insert(siblings.begin() + path.back(), std::move(step));
    });
    return path;
}

StepPath StepsModel::addRequest(const StepPath& at)
{
    HttpStep request;
    request.label = freshLabel(m_editor.plan(), "Request");
    request.url = m_editor.plan().target.enabled ? "http://${target}/" : "http://127.0.0.1:8080/";
    if (const auto* neighbour = findRequest(m_editor.plan(), at)) {
        request.url = neighbour->url; // the next request most often goes to the same server
    }
    return insertAfter(at, {request}, tr("Add request"));
}

StepPath StepsModel::addLoop(const StepPath& at)
{
    LoopStep loop;
    loop.count = 10;
    return insertAfter(at, {loop}, tr("Add loop"));
}

StepPath StepsModel::duplicate(const StepPath& at)
{
    const Step* step = findStep(m_editor.plan(), at);
    if (!step) {
        return at;
    }
    Step copy = *step;
    load::LoadPlan scratch = m_editor.plan();
    relabel(scratch, copy);
    StepPath path = at;
    ++path.back();
    m_editor.edit(tr("Duplicate step"), {}, [&](load::LoadPlan& plan) {
        auto& siblings = *findSiblings(plan, path);
        siblings.insert(siblings.begin() + path.back(), std::move(copy));
    });
    return path;
}

StepPath StepsModel::remove(const StepPath& at)
{
    if (!findStep(m_editor.plan(), at)) {
        return at;
    }
    std::size_t left = 0;
    m_editor.edit(tr("Remove step"), {}, [&](load::LoadPlan& plan) {
        auto& siblings = *findSiblings(plan, at);
        siblings.erase(siblings.begin() + at.back());
        left = siblings.size();
    });
    StepPath path = at;
    if (left == 0) {
        path.pop_back();
    } else {
        path.back() = std::min(path.back(), static_cast<int>(left) - 1);
    }
    return path;
}

StepPath StepsModel::moveBy(const StepPath& at, int by)
{
    StepPath path = at;
    if (at.empty() || !findStep(m_editor.plan(), at)) {
        return at;
    }
    path.back() += by;
    if (!findStep(m_editor.plan(), path)) {
        return at;
    }
    m_editor.edit(tr("Move step"), {}, [&](load::LoadPlan& plan) {
        auto& siblings = *findSiblings(plan, at);
        std::swap(
            siblings[static_cast<std::size_t>(at.back())], siblings[static_cast<std::size_t>(path.back())]);
    });
    // Swapping two requests keeps the tree's shape, so nothing was reset and the path is all that moved.
    return path;
}

bool StepsModel::canIndent(const StepPath& at) const
{
    if (at.empty() || at.back() == 0) {
        return false;
    }
    StepPath above = at;
    --above.back();
    const Step* step = findStep(m_editor.plan(), above);
    return step && std::holds_alternative<LoopStep>(step->item);
}

StepPath StepsModel::indent(const StepPath& at)
{
    if (!canIndent(at)) {
        return at;
    }
    StepPath path = at;
    --path.back();
    m_editor.edit(tr("Move into loop"), {}, [&](load::LoadPlan& plan) {
        auto& siblings = *findSiblings(plan, at);
        Step moved = std::move(siblings[static_cast<std::size_t>(at.back())]);
        siblings.erase(siblings.begin() + at.back());
        auto& inner = std::get<LoopStep>(siblings[static_cast<std::size_t>(at.back() - 1)].item).steps;
        inner.push_back(std::move(moved));
        path.push_back(static_cast<int>(inner.size()) - 1);
    });
    return path;
}

StepPath StepsModel::outdent(const StepPath& at)
{
    if (at.size() < 2 || !findStep(m_editor.plan(), at)) {
        return at;
    }
    StepPath path(at.begin(), at.end() - 1);
    ++path.back();
    m_editor.edit(tr("Move out of loop"), {}, [&](load::LoadPlan& plan) {
        auto& inner = *findSiblings(plan, at);
        Step moved = std::move(inner[static_cast<std::size_t>(at.back())]);
        inner.erase(inner.begin() + at.back());
        auto& outer = *findSiblings(plan, path);
        outer.insert(outer.begin() + path.back(), std::move(moved));
    });
    return path;
}

} // namespace assay::models
