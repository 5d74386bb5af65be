// SPDX-License-Identifier: GPL-3.0-or-later
#include "panes/rundetailspane.h"

#include "document/qtext.h"
#include "panes/fieldform.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace assay::panes {

RunDetailsPane::RunDetailsPane(std::function<QString(const session::Run&)> detailsHtml, QWidget* parent)
    : QWidget(parent)
    , m_detailsHtml(std::move(detailsHtml))
    , m_details(new QTextBrowser(this))
    , m_planText(new QPlainTextEdit(this))
    , m_note(new QPlainTextEdit(this))
    , m_saveNote(new QPushButton(tr("Keep note"), this))
    , m_restore(new QPushButton(tr("Use this plan again"), this))
{
    m_details->setAccessibleName(tr("How the run was made"));
    m_planText->setReadOnly(true);
    m_planText->setTabChangesFocus(true);
    m_planText->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_planText->setAccessibleName(tr("Plan of this run"));
    m_saveNote->setEnabled(false); // until something is typed
    m_note->setAccessibleName(tr("Note on this run"));
    m_note->setPlaceholderText(tr("What was special about this run? Shown in the session tree."));
    m_note->setTabChangesFocus(true);
    m_note->setMaximumHeight(fontMetrics().lineSpacing() * 4);
    m_restore->setToolTip(tr("Makes the experiment's plan what it was when this run began; can be undone."));

    auto* right = new QWidget(this);
    auto* rightColumn = new QVBoxLayout(right);
    rightColumn->setContentsMargins(0, 0, 0, 0);
    rightColumn->addWidget(makeHeading(tr("Note"), right));
    rightColumn->addWidget(m_note);
    rightColumn->addWidget(m_saveNote, 0, Qt::AlignRight);
    rightColumn->addWidget(makeHeading(tr("Plan of this run"), right));
    rightColumn->addWidget(m_planText, 1);
    rightColumn->addWidget(m_restore, 0, Qt::AlignRight);
    auto* splitter = new QSplitter(this);
    splitter->addWidget(m_details);
    splitter->addWidget(right);
    auto* column = new QVBoxLayout(this);
    column->addWidget(splitter);

    connect(m_note, &QPlainTextEdit::textChanged, this, [this] { m_saveNote->setEnabled(true); });
    connect(m_saveNote, &QPushButton::clicked, this, [this] {
        m_saveNote->setEnabled(false);
        Q_EMIT noteEdited(m_runId, m_note->toPlainText());
    });
    connect(m_restore, &QPushButton::clicked, this, [this] { Q_EMIT restorePlanRequested(m_plan); });
}

void RunDetailsPane::showRun(const session::Run& run)
{
    m_details->setHtml(m_detailsHtml(run));
    if (run.id == m_runId) {
        return; // a note that is being written stays
    }
    if (m_saveNote->isEnabled()) { // another run comes, perhaps by itself: what was typed is not lost
        Q_EMIT noteEdited(m_runId, m_note->toPlainText());
    }
    m_runId = run.id;
    m_plan = run.plan;
    m_planText->setPlainText(qtext(run.plan));
    m_note->setPlainText(qtext(run.note));
    m_saveNote->setEnabled(false);
}

} // namespace assay::panes
