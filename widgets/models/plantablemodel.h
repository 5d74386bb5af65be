// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/loadplaneditor.h"

#include <QAbstractTableModel>

namespace assay::models {

/// A table over one list of the plan that an editor holds: rows are read from the plan, edits become undoable
/// steps of it. A subclass names the list and its columns.
class PlanTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    explicit PlanTableModel(LoadPlanEditor& editor);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    /// Adds a row behind `row` (-1 or past the end: at the end); gives where it went.
    int addRow(int row);
    void removeRows(QList<int> rows);
    /// Moves a row up (-1) or down (+1); gives where it went.
    int moveRow(int row, int by);

    /// Whether its texts may hold ${name}, names of columns for headers and tests.
    struct Column
    {
        QString title;
        QString tip;
        std::string field; ///< as faults name it: "rampUp"
        bool rightAligned = false;
    };

Q_SIGNALS:
    /// A text that was typed cannot be taken: a sentence.
    void rejected(const QString& sentence);

protected:
    virtual const std::vector<Column>& columns() const = 0;
    virtual int itemCount() const = 0;
    /// For people.
    virtual QString display(int row, int column) const = 0;
    /// For an editor; the display text unless overridden.
    virtual QVariant editValue(int row, int column) const { return display(row, column); }
    /// Changes the item in `plan`; a sentence if the value makes no sense.
    virtual Result<void> change(load::LoadPlan& plan, int row, int column, const QVariant& value) const = 0;
    virtual void insertItem(load::LoadPlan& plan, int row) const = 0;
    virtual void removeItem(load::LoadPlan& plan, int row) const = 0;
    virtual void swapItems(load::LoadPlan& plan, int row, int other) const = 0;
    /// The list as faults name it: "profile.users".
    virtual std::string listPath() const = 0;
    /// What an item is called in the names of undo steps: "ramp row".
    virtual QString itemName() const = 0;

    LoadPlanEditor& editor() const { return m_editor; }
    /// Call when the list may have changed.
    void refresh();

private:
    std::string cellPath(const QModelIndex& index) const;

    LoadPlanEditor& m_editor;
    int m_rows = 0;
};

/// Reads a duration that the user typed into `target`.
Result<void> readDuration(const QVariant& value, std::int64_t& target);

} // namespace assay::models
