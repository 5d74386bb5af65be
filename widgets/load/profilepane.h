// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/raterowsmodel.h"
#include "models/userrowsmodel.h"

#include <QWidget>

class QButtonGroup;
class QComboBox;
class QSpinBox;
class QStackedWidget;

namespace assay::panes {
class FieldForm;
}

namespace assay::loadpage {

/// How many users or arrivals at which time: closed or open, in rows.
class ProfilePane : public QWidget
{
    Q_OBJECT

public:
    explicit ProfilePane(models::LoadPlanEditor& editor, QWidget* parent = nullptr);

Q_SIGNALS:
    void rejected(const QString& sentence);

private:
    QWidget* makeKindChoice();
    QWidget* makeOpenPage();
    void refresh();

    models::LoadPlanEditor& m_editor;
    models::UserRowsModel m_userRows;
    models::RateRowsModel m_rateRows;
    QButtonGroup* m_kind;
    QStackedWidget* m_pages;
    panes::FieldForm* m_openForm = nullptr;
    QComboBox* m_arrivals = nullptr;
    QSpinBox* m_maxUsers = nullptr;
};

} // namespace assay::loadpage
