// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

#include <cstdint>

namespace assay::panes {

/// A line for a duration as people write it ("500ms", "1m30s"). What cannot be read is marked while it is
/// typed, and given up for the last good value when the field is left.
class DurationEdit : public QLineEdit
{
    Q_OBJECT

public:
    explicit DurationEdit(QWidget* parent = nullptr);

    std::int64_t valueNs() const { return m_valueNs; }
    /// Leaves the text alone while it says the same in other words.
    void setValueNs(std::int64_t ns);

Q_SIGNALS:
    void valueEdited(qint64 ns);

private:
    void readText(const QString& text);

    std::int64_t m_valueNs = 0;
};

} // namespace assay::panes
