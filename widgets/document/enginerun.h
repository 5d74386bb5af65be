// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/childprocess.h"

#include <QObject>
#include <QString>

#include <optional>

namespace assay::document {

/// The engine process of one run, from the window's side. Destroying it, or the whole window, leaves the
/// engine measuring. GUI thread.
class EngineRun : public QObject
{
    Q_OBJECT

public:
    struct Progress
    {
        double elapsedS = 0;
        double totalS = 0; ///< 0 if unknown
        qint64 users = 0;
        qint64 completed = 0;
        qint64 failures = 0;
        qint64 total = 0; ///< what `completed` will reach; 0 if unknown
        QString cell; ///< what is being measured now; may be empty
    };

    /// `program`: the path of assay-cli.
    static Result<std::unique_ptr<EngineRun>> start(
        const QString& program, const QString& sessionPath, qint64 experimentId);
    ~EngineRun() override;

    bool isRunning() const { return m_running; }
    qint64 runId() const { return m_runId; } ///< 0 until the engine has begun
    const Progress& progress() const { return m_progress; }
    /// Asks for a graceful end; everything measured so far is kept.
    void stop();
    int pid() const { return m_process ? m_process->pid() : 0; }

    /// Where assay-cli lies: beside this program.
    static QString defaultProgram();

Q_SIGNALS:
    void started(qint64 runId);
    void progressed();
    void noticed(const QString& text);
    /// Once. `trouble`: a sentence, empty when the run ended as it should.
    void finished(qint64 runId, const QString& trouble);

private:
    EngineRun() = default;
    void takeLine(const QByteArray& line);
    void takeExit(const ChildProcess::Exit& exit);

    bool m_running = false;
    bool m_done = false;
    qint64 m_runId = 0;
    Progress m_progress;
    QString m_trouble;
    std::optional<ChildProcess> m_process;
};

} // namespace assay::document
