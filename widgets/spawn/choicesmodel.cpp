// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/choicesmodel.h"

#include "document/qtext.h"
#include "theme/signalcolours.h"

#include <QBrush>

namespace assay::spawnpage {

ChoicesModel::ChoicesModel(SpawnPlanEditor& editor, const spawn::Machine& machine, QString axis,
    std::vector<Choice> choices, QObject* parent)
    : QAbstractListModel(parent)
    , m_editor(editor)
    , m_machine(machine)
    , m_axis(std::move(axis))
    , m_choices(std::move(choices))
{
    connect(&editor, &models::PlanEditor::planChanged, this, &ChoicesModel::refresh);
}

void ChoicesModel::refresh()
{
    Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

int ChoicesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_choices.size());
}

QVariant ChoicesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const auto& choice = m_choices[static_cast<std::size_t>(index.row())];
    const auto obstacle = [&]() -> QString {
        const auto reason =
            choice.obstacle ? choice.obstacle(m_editor.plan(), m_machine) : std::optional<std::string>();
        return reason ? qtext(*reason) : QString();
    };
    switch (role) {
    case Qt::DisplayRole:
        return choice.title;
    case Qt::CheckStateRole:
        return choice.isOn(m_editor.plan()) ? Qt::Checked : Qt::Unchecked;
    case Qt::ForegroundRole:
        return obstacle().isEmpty() ? QVariant() : QBrush(theme::mutedColour());
    case Qt::ToolTipRole:
    case Qt::StatusTipRole:
    case Qt::AccessibleDescriptionRole: {
        const QString reason = obstacle();
        if (reason.isEmpty()) {
            return choice.tip;
        }
        return choice.tip.isEmpty() ? reason : choice.tip + u'\n' + tr("Not here: %1").arg(reason);
    }
    default:
        return {};
    }
}

bool ChoicesModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::CheckStateRole) {
        return false;
    }
    const auto& choice = m_choices[static_cast<std::size_t>(index.row())];
    const bool on = value.toInt() == Qt::Checked;
    m_editor.edit(tr("Change %1").arg(m_axis), {}, [&](spawn::SpawnPlan& plan) { choice.set(plan, on); });
    return true;
}

Qt::ItemFlags ChoicesModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable
                           : Qt::NoItemFlags;
}

} // namespace assay::spawnpage
