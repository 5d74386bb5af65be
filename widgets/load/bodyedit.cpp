// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/bodyedit.h"

#include "document/qtext.h"

#include <QFontDatabase>
#include <QSignalBlocker>
#include <QTextDocument>

namespace assay::loadpage {

BodyEdit::BodyEdit(QWidget* parent)
    : QPlainTextEdit(parent)
{
    setAccessibleName(tr("Body of the request"));
    setPlaceholderText(tr("Sent as it is; may hold ${name} of a variable."));
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setTabChangesFocus(true);
    setMinimumHeight(fontMetrics().height() * 4);
    connect(this, &QPlainTextEdit::textChanged, this, &BodyEdit::takeText);
}

/// toPlainText() would make blanks of no-break spaces.
std::string BodyEdit::fieldText(const char* lineEnd) const
{
    QString text = document()->toRawText();
    text.replace(QChar::ParagraphSeparator, QLatin1String(lineEnd));
    return utf8(text);
}

void BodyEdit::setBody(const std::string& body)
{
    if (body == m_body) {
        return;
    }
    m_body = body;
    m_lineEnd = body.find("\r\n") != std::string::npos ? "\r\n" : "\n";
    const QSignalBlocker quiet(this);
    setPlainText(qtext(body));
    const bool faithful = fieldText(m_lineEnd) == body;
    setReadOnly(!faithful);
    setToolTip(faithful ? QString()
                        : tr("This body holds mixed line ends or bytes that are no text, which a text field "
                             "would change. Export the plan to edit it."));
}

void BodyEdit::takeText()
{
    // Also called when only the look has changed.
    if (auto text = fieldText(m_lineEnd); !isReadOnly() && text != m_body) {
        m_body = std::move(text);
        Q_EMIT bodyEdited();
    }
}

} // namespace assay::loadpage
