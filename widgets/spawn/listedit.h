// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <QLineEdit>

#include <functional>
#include <vector>

namespace assay::spawnpage {

/// A line for several numbers with commas between them: "1, 2, 4" or "0, 256M, 1G". What cannot be read is
/// marked while it is typed, and given up for the last good values when the field is left.
class ListEdit : public QLineEdit
{
    Q_OBJECT

public:
    enum class Kind
    {
        Counts,
        Sizes ///< bytes with k, M, G
    };
    explicit ListEdit(Kind kind, QWidget* parent = nullptr);

    /// Leaves the text alone while it says the same in other words.
    void setValues(const std::vector<std::int64_t>& values);
    const std::vector<std::int64_t>& values() const { return m_values; }

Q_SIGNALS:
    void valuesEdited(const std::vector<std::int64_t>& values);

private:
    Result<std::vector<std::int64_t>> read(const QString& text) const;
    QString textOf(const std::vector<std::int64_t>& values) const;
    void readText(const QString& text);

    Kind m_kind;
    std::vector<std::int64_t> m_values;
};

} // namespace assay::spawnpage
