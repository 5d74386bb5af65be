// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadpage.h"

#include "document/counted.h"
#include "load/planpane.h"
#include "load/resultspane.h"

#include <QLocale>
#include <QTabWidget>

namespace assay::loadpage {

using panes::RunBar;

namespace {

RunBar::Words runWords()
{
    const auto counts = [](const document::EngineRun::Progress& progress) {
        QStringList parts{counted(progress.users, LoadPage::tr("user"), LoadPage::tr("users")),
            counted(progress.completed, LoadPage::tr("request"), LoadPage::tr("requests"))};
        if (progress.failures > 0) {
            parts.append(LoadPage::tr("%1 failed").arg(QLocale().toString(progress.failures)));
        }
        return parts;
    };
    return {LoadPage::tr("Stopping: waiting for the requests in flight …"), counts};
}

} // namespace

LoadPage::LoadPage(document::SessionDocument& document, document::RunControl& control, QWidget* parent)
    : RunPage(document, control, parent)
    , m_editor(document)
    , m_plan(new PlanPane(m_editor, this))
    , m_results(new ResultsPane(document.path(), this))
{
    connect(m_plan, &PlanPane::rejected, this, &LoadPage::warn);
    Parts parts;
    parts.editor = &m_editor;
    parts.plan = m_plan;
    parts.planFocus = m_plan->tabs();
    parts.run = m_results;
    parts.words = runWords();
    parts.logarithmic = tr("&Logarithmic response times");
    build(parts);
}

} // namespace assay::loadpage
