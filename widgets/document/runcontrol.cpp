// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/runcontrol.h"

#include "document/qtext.h"

namespace assay::document {

namespace {

constexpr int pollMs = 500;
constexpr int pollsPerLifeCheck = 4; // looking for a vanished writer is cheap, but not needed each time

} // namespace

RunControl::RunControl(SessionDocument& document, QString engineProgram)
    : m_document(document)
    , m_program(std::move(engineProgram))
{
    m_timer.setInterval(pollMs);
    connect(&m_timer, &QTimer::timeout, this, &RunControl::poll);
    connect(&document, &SessionDocument::runsChanged, this, &RunControl::updatePolling);
    updatePolling();
}

void RunControl::start(std::int64_t experimentId)
{
    if (isActive()) {
        return;
    }
    if (m_document.isReadOnly()) {
        Q_EMIT troubled(
            tr("Nothing can be recorded into %1, since it can only be read. Use “Save as” to continue "
               "in a copy.")
                .arg(m_document.title()));
        return;
    }
    m_experimentId = experimentId;
    m_starting = true;
    m_stopping = false;
    Q_EMIT stateChanged();
    m_document.save([this](Result<void> saved) {
        m_starting = false;
        if (saved) {
            launch();
        } else {
            giveUp(saved.error());
        }
        updatePolling();
        Q_EMIT stateChanged();
    });
}

/// Whoever waits for the end of the run must hear that there is none.
void RunControl::giveUp(const Error& error)
{
    m_stopping = false;
    Q_EMIT troubled(qtext(error.message));
    Q_EMIT runFinished(0);
}

void RunControl::launch()
{
    auto engine = EngineRun::start(m_program, m_document.path(), m_experimentId);
    if (!engine) {
        return giveUp(engine.error());
    }
    m_engine = std::move(*engine);
    connect(m_engine.get(), &EngineRun::started, this, [this](qint64 runId) {
        m_document.refreshRuns(false);
        Q_EMIT runStarted(runId);
        Q_EMIT stateChanged();
    });
    connect(m_engine.get(), &EngineRun::progressed, this, &RunControl::progressed);
    connect(m_engine.get(), &EngineRun::noticed, this, &RunControl::noticed);
    connect(m_engine.get(), &EngineRun::finished, this, [this](qint64 runId, const QString& trouble) {
        m_engine.release()->deleteLater(); // it is the one that calls
        m_stopping = false;
        m_document.refreshRuns(true);
        if (!trouble.isEmpty()) {
            Q_EMIT troubled(trouble);
        }
        Q_EMIT runFinished(runId);
        Q_EMIT stateChanged();
    });
    if (m_stopping) {
        m_engine->stop();
    }
}

void RunControl::stop()
{
    m_stopping = isActive();
    if (m_engine) {
        m_engine->stop();
    }
    Q_EMIT stateChanged();
}

void RunControl::updatePolling()
{
    if (!m_document.isBeingRecorded() && !isActive()) {
        m_timer.stop();
    } else if (!m_timer.isActive()) {
        m_timer.start();
    }
}

void RunControl::poll()
{
    m_document.refreshRuns(++m_polls % pollsPerLifeCheck == 0);
}

} // namespace assay::document
