// SPDX-License-Identifier: GPL-3.0-or-later
#include "panes/durationedit.h"

#include "base/units.h"
#include "document/qtext.h"
#include "theme/signalcolours.h"

namespace assay::panes {

DurationEdit::DurationEdit(QWidget* parent)
    : QLineEdit(parent)
{
    setText(qtext(formatDuration(0)));
    setPlaceholderText(tr("such as 500ms, 10s, 1m30s"));
    connect(this, &QLineEdit::textEdited, this, &DurationEdit::readText);
    connect(this, &QLineEdit::editingFinished, this, [this] {
        if (!parseDuration(utf8(text().trimmed()))) {
            setText(qtext(formatDuration(m_valueNs)));
            readText(text());
        }
    });
}

void DurationEdit::setValueNs(std::int64_t ns)
{
    const auto typed = parseDuration(utf8(text().trimmed()));
    const bool sameValue = m_valueNs == ns && (hasFocus() || typed);
    m_valueNs = ns;
    if (!sameValue || (typed && *typed != ns)) {
        setText(qtext(formatDuration(ns)));
        setPalette({});
    }
}

void DurationEdit::readText(const QString& text)
{
    const auto typed = parseDuration(utf8(text.trimmed()));
    QPalette colours;
    if (!typed) {
        colours.setColor(QPalette::Text, theme::errorColour());
    }
    setPalette(colours);
    setToolTip(typed ? QString() : qtext(typed.error().message));
    if (typed && *typed != m_valueNs) {
        m_valueNs = *typed;
        Q_EMIT valueEdited(m_valueNs);
    }
}

} // namespace assay::panes
