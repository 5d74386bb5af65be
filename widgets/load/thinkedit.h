// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/step.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace assay::panes {
class DurationEdit;
}

namespace assay::loadpage {

/// Kind of think time and its one or two durations in a row.
class ThinkEdit : public QWidget
{
    Q_OBJECT

public:
    explicit ThinkEdit(QWidget* parent = nullptr);

    void setThink(const load::ThinkTime& think);

Q_SIGNALS:
    void thinkEdited(const assay::load::ThinkTime& think);

private:
    void showFields();
    void readFields();

    load::ThinkTime m_think;
    QComboBox* m_kind;
    panes::DurationEdit* m_first;
    QLabel* m_between;
    panes::DurationEdit* m_second;
};

} // namespace assay::loadpage
