// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/plantablemodel.h"

#include <algorithm>

namespace assay::models {

/// A list that every request of a plan has, such as its headers or its checks. A class that derives from it
/// says what the columns are.
template <typename Item> class StepListModel : public PlanTableModel
{
public:
    using List = std::vector<Item> load::HttpStep::*;

    /// Shows the list of this step; a path that leads to no request shows nothing.
    void setStep(const StepPath& path)
    {
        m_step = path;
        refresh();
    }

protected:
    /// `field`: the list's name in faults; `fresh`: what a new row holds.
    StepListModel(LoadPlanEditor& editor, List list, std::string field, Item fresh)
        : PlanTableModel(editor)
        , m_list(list)
        , m_field(std::move(field))
        , m_fresh(std::move(fresh))
    {
        connect(&editor, &LoadPlanEditor::stepsReset, this, &StepListModel::refresh);
        connect(&editor, &LoadPlanEditor::stepChanged, this, [this](const StepPath& path) {
            if (path == m_step) {
                refresh();
            }
        });
    }

    const Item& item(int row) const
    {
        return (findRequest(editor().plan(), m_step)->*m_list)[static_cast<std::size_t>(row)];
    }

    /// Of a plan that is being changed; only for a row that is there.
    Item& item(load::LoadPlan& plan, int row) const
    {
        return (findRequest(plan, m_step)->*m_list)[static_cast<std::size_t>(row)];
    }

    int itemCount() const override
    {
        const auto* request = findRequest(editor().plan(), m_step);
        return request ? static_cast<int>((request->*m_list).size()) : 0;
    }

    void insertItem(load::LoadPlan& plan, int row) const override
    {
        if (auto* request = findRequest(plan, m_step)) {
            auto& list = request->*m_list;
            list.insert(list.begin() + std::min<std::ptrdiff_t>(row, std::ssize(list)), m_fresh);
        }
    }

    void removeItem(load::LoadPlan& plan, int row) const override
    {
        if (auto* request = findRequest(plan, m_step)) {
            (request->*m_list).erase((request->*m_list).begin() + row);
        }
    }

    void swapItems(load::LoadPlan& plan, int row, int other) const override
    {
        if (findRequest(plan, m_step)) {
            std::swap(item(plan, row), item(plan, other));
        }
    }

    std::string listPath() const override { return faultPath(m_step) + "." + m_field; }

private:
    List m_list;
    std::string m_field;
    Item m_fresh;
    StepPath m_step;
};

} // namespace assay::models
