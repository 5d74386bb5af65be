// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/summarymodel.h"

#include <QWidget>

class QSortFilterProxyModel;
class QTableView;

namespace assay::loadpage {

/// The summary table by label, sortable, to be copied.
class SummaryPane : public QWidget
{
    Q_OBJECT

public:
    explicit SummaryPane(QWidget* parent = nullptr);

    models::SummaryModel& model() { return m_model; }
    QTableView* view() const { return m_view; }

private:
    models::SummaryModel m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_view;
};

} // namespace assay::loadpage
