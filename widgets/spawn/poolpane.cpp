// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/poolpane.h"

#include "panes/fieldform.h"
#include "spawn/planoverview.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QStandardPaths>

namespace assay::spawnpage {

namespace {

// What pkexec ends with when the user declined, or was not allowed.
constexpr int dismissed = 126;
constexpr int notAuthorised = 127;

} // namespace

PoolPane::PoolPane(PlanOverview& overview, QWidget* parent)
    : QWidget(parent)
    , m_overview(overview)
    , m_asker(QStandardPaths::findExecutable(QStringLiteral("pkexec")))
    , m_text(panes::makeWarningLabel(this))
    , m_command(new QLineEdit(this))
    , m_copy(new QPushButton(tr("Copy command"), this))
    , m_grow(new QPushButton(tr("Grow the pool …"), this))
{
    m_text->setText(tr("The pool of huge pages is too small for this plan. As root, this makes it big enough "
                       "until the next start of the machine:"));
    m_text->setVisible(true);
    m_command->setReadOnly(true);
    m_command->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_command->setAccessibleName(tr("Command that grows the pool of huge pages"));
    m_grow->setObjectName(QStringLiteral("growPool"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->addWidget(m_text, 0, 0, 1, 3);
    grid->addWidget(m_command, 1, 0);
    grid->addWidget(m_copy, 1, 1);
    grid->addWidget(m_grow, 1, 2);
    grid->setColumnStretch(0, 1);
    connect(m_copy, &QPushButton::clicked, this,
        [this] { QGuiApplication::clipboard()->setText(m_command->text()); });
    connect(m_grow, &QPushButton::clicked, this, &PoolPane::grow);
    connect(&m_process, &QProcess::finished, this, &PoolPane::takeEnd);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            refresh();
            Q_EMIT failed(tr("pkexec could not be started: %1.").arg(m_process.errorString()));
        }
    });
    connect(&overview, &PlanOverview::changed, this, &PoolPane::refresh);
    refresh();
}

PoolPane::~PoolPane()
{
    m_process.disconnect(this);
}

void PoolPane::refresh()
{
    const QString command = m_overview.growPoolCommand();
    setVisible(!command.isEmpty());
    if (m_command->text() != command) {
        m_command->setText(command);
        m_command->setCursorPosition(0);
    }
    const bool running = m_process.state() != QProcess::NotRunning;
    m_grow->setEnabled(!m_asker.isEmpty() && !running);
    m_grow->setToolTip(m_asker.isEmpty()
            ? tr("pkexec is not installed (Debian's package pkexec), so that nobody can ask for the right. "
                 "Run the command as root in a terminal.")
            : tr("Asks for the right to run the command, and runs it."));
    m_grow->setAccessibleDescription(m_grow->toolTip());
}

void PoolPane::grow()
{
    m_process.start(m_asker, {QStringLiteral("/bin/sh"), QStringLiteral("-c"), m_command->text()});
    m_process.closeWriteChannel();
    refresh();
}

void PoolPane::takeEnd(int exitCode, QProcess::ExitStatus status)
{
    const QString before = m_command->text();
    m_overview.inspectMachine();
    const QString said = QString::fromUtf8(m_process.readAllStandardError()).trimmed();
    if (status == QProcess::NormalExit && exitCode == dismissed) {
        return; // the user changed their mind
    }
    if (status != QProcess::NormalExit || exitCode == notAuthorised || exitCode != 0) {
        Q_EMIT failed(tr("The pool of huge pages did not grow: %1")
                          .arg(said.isEmpty() ? tr("pkexec ended with %1.").arg(exitCode) : said));
    } else if (!m_overview.growPoolCommand().isEmpty() && !before.isEmpty()) {
        Q_EMIT failed(tr("The pool of huge pages grew, but not enough: memory is too fragmented or too "
                         "full. Ask for less memory, or grow it right after a start of the machine."));
    }
}

} // namespace assay::spawnpage
