// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/records.h"

#include <QString>

class QJsonObject;

namespace assay::panes {

/// Facts as a table in rich text: headings, and rows of a name and a value.
class FactTable
{
public:
    void heading(const QString& text);
    /// Left out while the value is empty.
    void row(const QString& name, const QString& value);
    /// Facts whose names this program need not know: a key becomes words, an object a run of rows.
    void facts(const QJsonObject& facts, const QString& prefix = {});
    QString html() const { return m_inTable ? m_html + QStringLiteral("</table>") : m_html; }

private:
    QString m_html;
    bool m_inTable = false;
};

/// State, times and program of a run, under a heading.
void addRunFacts(FactTable& table, const session::Run& run);
/// The machine that it ran on, under a heading.
void addHostFacts(FactTable& table, const session::Run& run);

} // namespace assay::panes
