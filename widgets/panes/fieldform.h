// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFormLayout>
#include <QLabel>
#include <QWidget>

#include <functional>
#include <string>
#include <vector>

namespace assay::panes {

/// A form whose fields carry their faults beneath them, in words. Labels are buddies of their fields.
class FieldForm : public QWidget
{
    Q_OBJECT

public:
    explicit FieldForm(QWidget* parent = nullptr);

    /// `label` may hold a mnemonic; `hint` becomes tool tip and status tip. `faultPath` is asked each time,
    /// since the step that is shown changes; it may be empty.
    void addField(const QString& label, QWidget* field, const QString& hint,
        std::function<std::string()> faultPath = {});
    /// A heading over the fields that follow.
    void addHeading(const QString& text);
    void setFieldVisible(QWidget* field, bool visible);

    /// `faultText`: what is wrong with a field of that path; empty if nothing is.
    void showFaults(const std::function<QString(const std::string& path)>& faultText);

private:
    struct Row
    {
        QWidget* field;
        QWidget* box;
        QLabel* fault;
        std::function<std::string()> faultPath;
    };

    QFormLayout* m_layout;
    std::vector<Row> m_rows;
};

/// A label in the colour of an error, hidden while it is empty.
QLabel* makeFaultLabel(QWidget* parent);
/// The same in the colour of a warning.
QLabel* makeWarningLabel(QWidget* parent);
void setFault(QLabel* label, const QString& text);

/// `text` in a heading's font.
QLabel* makeHeading(const QString& text, QWidget* parent);
/// A label that wraps and stands back.
QLabel* makeHint(const QString& text, QWidget* parent);

} // namespace assay::panes
