// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stepsmodel.h"

#include "base/units.h"
#include "document/counted.h"
#include "document/qtext.h"
#include "theme/signalcolours.h"

#include <QBrush>
#include <QFont>

namespace assay::models {

using load::HttpStep;
using load::LoopStep;
using load::Step;

struct StepsModel::Node
{
    Node* parent = nullptr;
    int row = 0;
    std::vector<std::unique_ptr<Node>> children;

    void fill(const std::vector<Step>& steps)
    {
        for (const auto& step : steps) {
            auto child = std::make_unique<Node>();
            child->parent = this;
            child->row = static_cast<int>(children.size());
            if (const auto* loop = std::get_if<LoopStep>(&step.item)) {
                child->fill(loop->steps);
            }
            children.push_back(std::move(child));
        }
    }
};

QString thinkText(const load::ThinkTime& think)
{
    const auto text = [](std::int64_t ns) { return qtext(formatDuration(ns)); };
    switch (think.kind) {
    case load::ThinkTime::Kind::None:
        return {};
    case load::ThinkTime::Kind::Fixed:
        return text(think.meanNs);
    case load::ThinkTime::Kind::Uniform:
        return StepsModel::tr("%1 to %2").arg(text(think.minNs), text(think.maxNs));
    case load::ThinkTime::Kind::Gaussian:
        return StepsModel::tr("%1 ± %2").arg(text(think.meanNs), text(think.deviationNs));
    case load::ThinkTime::Kind::Poisson:
        return StepsModel::tr("about %1").arg(text(think.meanNs));
    }
    return {};
}

StepsModel::StepsModel(LoadPlanEditor& editor)
    : m_editor(editor)
{
    rebuild();
    const auto reset = [this] {
        beginResetModel();
        rebuild();
        endResetModel();
    };
    connect(&editor, &LoadPlanEditor::planReset, this, reset);
    connect(&editor, &LoadPlanEditor::stepsReset, this, reset);
    connect(&editor, &LoadPlanEditor::stepChanged, this, [this](const StepPath& path) {
        const QModelIndex first = indexOf(path);
        if (first.isValid()) {
            Q_EMIT dataChanged(first, first.siblingAtColumn(ColumnCount - 1));
        }
    });
}

StepsModel::~StepsModel() = default;

void StepsModel::rebuild()
{
    m_root = std::make_unique<Node>();
    m_root->fill(m_editor.plan().steps);
}

QModelIndex StepsModel::index(int row, int column, const QModelIndex& parent) const
{
    const auto* node = parent.isValid() ? static_cast<const Node*>(parent.internalPointer()) : m_root.get();
    if (row < 0 || row >= static_cast<int>(node->children.size()) || column < 0 || column >= ColumnCount
        || parent.column() > 0) {
        return {};
    }
    return createIndex(row, column, node->children[static_cast<std::size_t>(row)].get());
}

QModelIndex StepsModel::parent(const QModelIndex& index) const
{
    const auto* node = index.isValid() ? static_cast<const Node*>(index.internalPointer()) : nullptr;
    if (!node || !node->parent || !node->parent->parent) {
        return {};
    }
    return createIndex(node->parent->row, 0, node->parent);
}

int StepsModel::rowCount(const QModelIndex& parent) const
{
    if (parent.column() > 0) {
        return 0;
    }
    const auto* node = parent.isValid() ? static_cast<const Node*>(parent.internalPointer()) : m_root.get();
    return static_cast<int>(node->children.size());
}

int StepsModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

StepPath StepsModel::pathOf(const QModelIndex& index) const
{
    StepPath path;
    for (QModelIndex at = index; at.isValid(); at = at.parent()) {
        path.insert(path.begin(), at.row());
    }
    return path;
}

QModelIndex StepsModel::indexOf(const StepPath& path) const
{
    QModelIndex at;
    for (const int row : path) {
        at = index(row, 0, at);
        if (!at.isValid()) {
            return {};
        }
    }
    return at;
}

QVariant StepsModel::display(const Step& step, int column) const
{
    if (const auto* loop = std::get_if<LoopStep>(&step.item)) {
        if (column == LabelColumn) {
            const QString times = tr("repeat %1").arg(counted(loop->count, tr("time"), tr("times")));
            return loop->label.empty() ? tr("Loop: %1").arg(times)
                                       : tr("%1: %2").arg(qtext(loop->label), times);
        }
        return {};
    }
    const auto& request = std::get<HttpStep>(step.item);
    switch (column) {
    case LabelColumn:
        return qtext(request.label);
    case MethodColumn:
        return qtext(request.method);
    case TargetColumn:
        return qtext(request.url);
    default:
        return thinkText(request.think);
    }
}

QVariant StepsModel::data(const QModelIndex& index, int role) const
{
    const StepPath path = pathOf(index);
    const Step* step = path.empty() ? nullptr : findStep(m_editor.plan(), path);
    if (!step) {
        return {};
    }
    const bool enabled = std::visit([](const auto& item) { return item.enabled; }, step->item);
    switch (role) {
    case Qt::DisplayRole:
        return display(*step, index.column());
    case Qt::EditRole:
        if (const auto* loop = std::get_if<LoopStep>(&step->item); loop && index.column() == LabelColumn) {
            return qtext(loop->label);
        }
        return display(*step, index.column());
    case Qt::CheckStateRole:
        return index.column() == LabelColumn ? QVariant(enabled ? Qt::Checked : Qt::Unchecked) : QVariant();
    case Qt::ForegroundRole:
        if (!enabled) {
            return QBrush(theme::mutedColour());
        }
        return m_editor.hasFaultUnder(faultPath(path)) ? QVariant(QBrush(theme::errorColour())) : QVariant();
    case Qt::FontRole:
        if (!enabled) {
            QFont font;
            font.setItalic(true);
            return font;
        }
        return {};
    case Qt::ToolTipRole: {
        QStringList lines;
        const std::string prefix = faultPath(path);
        for (const auto& fault : m_editor.faults()) {
            if (fault.field.starts_with(prefix)) {
                lines.append(qtext(fault.field.substr(std::min(prefix.size() + 1, fault.field.size()))) + u' '
                    + qtext(fault.message));
            }
        }
        return lines.isEmpty() ? display(*step, index.column()) : QVariant(lines.join(u'\n').trimmed());
    }
    default:
        return {};
    }
}

bool StepsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const StepPath path = pathOf(index);
    if (path.empty() || (role != Qt::EditRole && role != Qt::CheckStateRole)) {
        return false;
    }
    const QString key = qtext(faultPath(path)) + QString::number(index.column());
    if (role == Qt::CheckStateRole) {
        const bool enabled = value.toInt() == Qt::Checked;
        m_editor.edit(enabled ? tr("Enable step") : tr("Disable step"), {}, [&](load::LoadPlan& plan) {
            std::visit([enabled](auto& item) { item.enabled = enabled; }, findStep(plan, path)->item);
        });
        return true;
    }
    m_editor.edit(tr("Change step"), key, [&](load::LoadPlan& plan) {
        Step& step = *findStep(plan, path);
        const std::string text = utf8(value.toString());
        if (auto* loop = std::get_if<LoopStep>(&step.item)) {
            loop->label = text;
        } else {
            auto& request = std::get<HttpStep>(step.item);
            (index.column() == LabelColumn           ? request.label
                    : index.column() == MethodColumn ? request.method
                                                     : request.url) = text;
        }
    });
    return true;
}

QVariant StepsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole) {
        switch (section) {
        case LabelColumn:
            return tr("Step");
        case MethodColumn:
            return tr("Method");
        case TargetColumn:
            return tr("URL");
        case ThinkColumn:
            return tr("Think time");
        default:
            break;
        }
    }
    return QAbstractItemModel::headerData(section, orientation, role);
}

Qt::ItemFlags StepsModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    if (!index.isValid()) {
        return flags;
    }
    if (index.column() == LabelColumn) {
        flags |= Qt::ItemIsUserCheckable | Qt::ItemIsEditable;
    } else if (index.column() != ThinkColumn && findRequest(m_editor.plan(), pathOf(index))) {
        flags |= Qt::ItemIsEditable;
    }
    return flags;
}

} // namespace assay::models
