// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace assay::panes {

/// Leaves room around the text of a table's cells, so that columns of numbers can be told apart.
class PaddedDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index)
            + QSize(2 * option.fontMetrics.averageCharWidth(), option.fontMetrics.height() / 3);
    }
};

} // namespace assay::panes
