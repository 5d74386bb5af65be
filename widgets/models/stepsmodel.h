// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/loadplaneditor.h"

#include <QAbstractItemModel>

#include <memory>

namespace assay::models {

/// The steps of a plan as a tree with loops, editable in place, enabled by check boxes. After a change of the
/// tree's shape it is reset; find the step again by its path.
class StepsModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column
    {
        LabelColumn,
        MethodColumn,
        TargetColumn,
        ThinkColumn,
        ColumnCount
    };

    explicit StepsModel(LoadPlanEditor& editor);
    ~StepsModel() override;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    StepPath pathOf(const QModelIndex& index) const;
    QModelIndex indexOf(const StepPath& path) const;

    // Each gives the path of the step it is about afterwards. `at` may be empty: the end of the plan.
    StepPath addRequest(const StepPath& at);
    StepPath addLoop(const StepPath& at);
    StepPath duplicate(const StepPath& at);
    StepPath remove(const StepPath& at);
    StepPath moveBy(const StepPath& at, int by);
    /// Into the loop above it, as its last step; or out of its loop, behind it.
    StepPath indent(const StepPath& at);
    StepPath outdent(const StepPath& at);
    bool canIndent(const StepPath& at) const;

private:
    struct Node;
    void rebuild();
    QVariant display(const load::Step& step, int column) const;
    StepPath insertAfter(const StepPath& at, load::Step step, const QString& text);

    LoadPlanEditor& m_editor;
    std::unique_ptr<Node> m_root;
};

/// "2s", "1s to 3s", "about 2s"; empty for none.
QString thinkText(const load::ThinkTime& think);

} // namespace assay::models
