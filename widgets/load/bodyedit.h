// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

#include <string>

namespace assay::loadpage {

/// Edits a request's body without changing a byte that was not edited: line ends stay what they are. A body
/// that no text field can give back (mixed line ends, bytes that are no UTF-8) is shown, and cannot be
/// edited.
class BodyEdit : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit BodyEdit(QWidget* parent = nullptr);

    /// Leaves the text, the cursor and what can be undone alone if the field holds this body already.
    void setBody(const std::string& body);
    const std::string& body() const { return m_body; }

Q_SIGNALS:
    void bodyEdited();

private:
    std::string fieldText(const char* lineEnd) const;
    void takeText();

    std::string m_body;
    const char* m_lineEnd = "\n";
};

} // namespace assay::loadpage
