// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/sessiondelegate.h"

#include "models/sessiontreemodel.h"
#include "theme/signalcolours.h"

#include <QApplication>
#include <QPainter>

namespace assay::window {

using models::SessionTreeModel;
using session::RunState;

namespace {

constexpr int linesPadding = 3;

QColor stateColour(int state, const QPalette& palette)
{
    switch (static_cast<RunState>(state)) {
    case RunState::Running:
        return theme::accentColour(palette);
    case RunState::Finished:
        return theme::successColour(palette);
    case RunState::Stopped:
        return theme::mutedColour(palette);
    case RunState::Failed:
    case RunState::Interrupted:
        return theme::errorColour(palette);
    }
    return {};
}

QFont detailFont(QFont font)
{
    font.setPointSizeF(font.pointSizeF() * 0.9);
    return font;
}

} // namespace

QSize SessionDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool twoLines = !index.data(SessionTreeModel::DetailRole).toString().isEmpty();
    const int lines = option.fontMetrics.height()
        + (twoLines ? QFontMetrics(detailFont(option.font)).height() : 0) + 2 * linesPadding;
    return {QStyledItemDelegate::sizeHint(option, index).width(), lines};
}

void SessionDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem frame = option;
    initStyleOption(&frame, index);
    frame.text.clear();
    const QStyle* style = frame.widget ? frame.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &frame, painter, frame.widget);

    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const auto group = option.state.testFlag(QStyle::State_Active) ? QPalette::Active : QPalette::Inactive;
    const QColor text = option.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text);
    const int state = index.data(SessionTreeModel::StateRole).toInt();

    QRect area = option.rect.adjusted(linesPadding, linesPadding, -linesPadding, -linesPadding);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (state >= 0) {
        const int size = option.fontMetrics.height() / 2;
        const QRectF dot(area.left(), area.top() + size / 2.0, size, size);
        painter->setPen(Qt::NoPen);
        painter->setBrush(selected ? text : stateColour(state, option.palette));
        painter->drawEllipse(dot);
        area.setLeft(area.left() + size + 2 * linesPadding);
    }
    QFont font = option.font;
    font.setBold(state < 0);
    painter->setFont(font);
    painter->setPen(text);
    const QFontMetrics metrics(font);
    painter->drawText(area.left(), area.top() + metrics.ascent(),
        metrics.elidedText(index.data().toString(), Qt::ElideRight, area.width()));
    const QString detail = index.data(SessionTreeModel::DetailRole).toString();
    if (!detail.isEmpty()) {
        const QFont small = detailFont(option.font);
        const QFontMetrics smallMetrics(small);
        painter->setFont(small);
        painter->setPen(selected ? text : theme::mutedColour(option.palette));
        painter->drawText(area.left(), area.top() + metrics.height() + smallMetrics.ascent(),
            smallMetrics.elidedText(detail, Qt::ElideRight, area.width()));
    }
    painter->restore();
}

} // namespace assay::window
