// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/failuresmodel.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QSortFilterProxyModel;
class QTableView;

namespace assay::loadpage {

/// The kept failures and, for the selected one, what was sent and what came back.
class FailuresPane : public QWidget
{
    Q_OBJECT

public:
    explicit FailuresPane(QWidget* parent = nullptr);

    models::FailuresModel& model() { return m_model; }
    QTableView* view() const { return m_view; }
    /// How many requests failed in all; only the first of each class are kept with details.
    void setTotal(std::uint64_t failures);

private:
    void setUpView();
    void showDetails();

    models::FailuresModel m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_view;
    QLabel* m_hint;
    QLabel* m_message;
    QPlainTextEdit* m_sent;
    QPlainTextEdit* m_received;
};

} // namespace assay::loadpage
