// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/listedit.h"

#include "base/units.h"
#include "document/qtext.h"
#include "theme/signalcolours.h"

#include <algorithm>

namespace assay::spawnpage {

ListEdit::ListEdit(Kind kind, QWidget* parent)
    : QLineEdit(parent)
    , m_kind(kind)
{
    setPlaceholderText(kind == Kind::Sizes ? tr("such as 0, 256M, 1G") : tr("such as 1, 2, 4"));
    connect(this, &QLineEdit::textEdited, this, &ListEdit::readText);
    connect(this, &QLineEdit::editingFinished, this, [this] {
        if (!read(text())) {
            setText(textOf(m_values));
            readText(text());
        }
    });
}

Result<std::vector<std::int64_t>> ListEdit::read(const QString& text) const
{
    std::vector<std::int64_t> values;
    for (const QString& part : QString(text).replace(u';', u',').split(u',', Qt::SkipEmptyParts)) {
        const auto word = utf8(part.trimmed());
        if (word.empty()) {
            continue;
        }
        auto value = m_kind == Kind::Sizes ? parseSize(word) : parseInteger(word);
        if (!value) {
            return value.error();
        }
        if (std::ranges::find(values, *value) == values.end()) {
            values.push_back(*value);
        }
    }
    if (values.empty()) {
        return usageError("Write at least one number.");
    }
    return values;
}

QString ListEdit::textOf(const std::vector<std::int64_t>& values) const
{
    QStringList parts;
    for (const auto value : values) {
        parts.append(m_kind == Kind::Sizes ? qtext(formatSize(value)) : QString::number(value));
    }
    return parts.join(QStringLiteral(", "));
}

void ListEdit::setValues(const std::vector<std::int64_t>& values)
{
    const auto typed = read(text());
    m_values = values;
    if (!typed || *typed != values) {
        setText(textOf(values));
        setPalette({});
        setToolTip({});
    }
}

void ListEdit::readText(const QString& text)
{
    auto typed = read(text);
    QPalette colours;
    if (!typed) {
        colours.setColor(QPalette::Text, theme::errorColour());
    }
    setPalette(colours);
    setToolTip(typed ? QString() : qtext(typed.error().message));
    if (typed && *typed != m_values) {
        m_values = std::move(*typed);
        Q_EMIT valuesEdited(m_values);
    }
}

} // namespace assay::spawnpage
