// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/enginerun.h"
#include "document/sessiondocument.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace assay::document {

/// Starts and stops runs of a document, one at a time, and keeps its list of runs fresh while any run of the
/// file is being written, be it by another program. GUI thread.
class RunControl : public QObject
{
    Q_OBJECT

public:
    /// `engineProgram`: path of assay-cli.
    RunControl(SessionDocument& document, QString engineProgram);

    /// Saves the plans, then starts the engine. Trouble arrives as troubled().
    void start(std::int64_t experimentId);
    void stop();

    const QString& engineProgram() const { return m_program; }

    /// From start() until the engine has ended.
    bool isActive() const { return m_starting || m_engine; }
    bool isStopping() const { return m_stopping; }
    std::int64_t experimentId() const { return isActive() ? m_experimentId : 0; }
    std::int64_t runId() const { return m_engine ? m_engine->runId() : 0; }
    /// nullptr unless the engine runs.
    const EngineRun* engine() const { return m_engine.get(); }

Q_SIGNALS:
    void stateChanged();
    void progressed();
    void runStarted(qint64 runId);
    /// Once for each start() that made it active; 0 if no run came of it, which troubled() told before.
    void runFinished(qint64 runId);
    void noticed(const QString& text);
    void troubled(const QString& sentence);

private:
    void launch();
    void giveUp(const Error& error);
    void updatePolling();
    void poll();

    SessionDocument& m_document;
    QString m_program;
    bool m_starting = false;
    bool m_stopping = false;
    std::int64_t m_experimentId = 0;
    int m_polls = 0;
    QTimer m_timer;
    std::unique_ptr<EngineRun> m_engine;
};

} // namespace assay::document
