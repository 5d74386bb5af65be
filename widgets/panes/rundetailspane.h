// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/records.h"

#include <QWidget>

#include <functional>

class QPlainTextEdit;
class QPushButton;
class QTextBrowser;

namespace assay::panes {

/// How the run was made, the plan that it ran with, and the user's note on it.
class RunDetailsPane : public QWidget
{
    Q_OBJECT

public:
    /// `detailsHtml` tells a run of its instrument.
    explicit RunDetailsPane(
        std::function<QString(const session::Run&)> detailsHtml, QWidget* parent = nullptr);

    void showRun(const session::Run& run);

Q_SIGNALS:
    void noteEdited(qint64 runId, const QString& note);
    /// Make the experiment's plan what it was when this run began.
    void restorePlanRequested(const std::string& plan);

private:
    std::function<QString(const session::Run&)> m_detailsHtml;
    std::int64_t m_runId = 0;
    std::string m_plan;
    QTextBrowser* m_details;
    QPlainTextEdit* m_planText;
    QPlainTextEdit* m_note;
    QPushButton* m_saveNote;
    QPushButton* m_restore;
};

} // namespace assay::panes
