// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace assay::spawnpage {

class PlanOverview;

/// Where the plan wants more huge pages than the pool has: the command that grows it, and a button that asks
/// for the right to run it. Hidden while the pool suffices.
class PoolPane : public QWidget
{
    Q_OBJECT

public:
    explicit PoolPane(PlanOverview& overview, QWidget* parent = nullptr);
    ~PoolPane() override;

    QLineEdit* command() const { return m_command; }
    QPushButton* growButton() const { return m_grow; }

Q_SIGNALS:
    /// The pool could not be grown: a sentence.
    void failed(const QString& sentence);

private:
    void refresh();
    void grow();
    void takeEnd(int exitCode, QProcess::ExitStatus status);

    PlanOverview& m_overview;
    QString m_asker; ///< pkexec; empty if it is not installed
    QProcess m_process;
    QLabel* m_text;
    QLineEdit* m_command;
    QPushButton* m_copy;
    QPushButton* m_grow;
};

} // namespace assay::spawnpage
