// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/availability.h"
#include "spawn/spawnplaneditor.h"

#include <QAbstractListModel>

#include <optional>

namespace assay::spawnpage {

/// One value of an axis that can be taken or left.
struct Choice
{
    QString title;
    QString tip;
    std::function<bool(const spawn::SpawnPlan&)> isOn;
    std::function<void(spawn::SpawnPlan&, bool on)> set;
    /// Why it cannot run here; may be empty.
    std::function<std::optional<std::string>(const spawn::SpawnPlan&, const spawn::Machine&)> obstacle;
};

/// An axis of the plan as a check list. What cannot run on this machine is grey and says why, yet may be
/// chosen: a plan may be made for another machine.
class ChoicesModel : public QAbstractListModel
{
    Q_OBJECT

public:
    /// `axis` names it in undo steps: "mechanisms". The machine is borrowed.
    ChoicesModel(SpawnPlanEditor& editor, const spawn::Machine& machine, QString axis,
        std::vector<Choice> choices, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    /// The machine may be another now.
    void refresh();

private:
    SpawnPlanEditor& m_editor;
    const spawn::Machine& m_machine;
    QString m_axis;
    std::vector<Choice> m_choices;
};

/// The axes that are check lists.
std::vector<Choice> mechanismChoices();
std::vector<Choice> fillChoices();
std::vector<Choice> pageChoices();
std::vector<Choice> slabChoices();
std::vector<Choice> closeChoices();
std::vector<Choice> placementChoices();
std::vector<Choice> cloneFlagChoices();

} // namespace assay::spawnpage
