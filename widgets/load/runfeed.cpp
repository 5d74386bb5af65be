// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/runfeed.h"

#include "base/clock.h"
#include "document/qtext.h"
#include "load/loadchartspecs.h"

#include <algorithm>

namespace assay::loadpage {

namespace {

constexpr std::int64_t pollMs = 250;
constexpr int retryMs = 2000;
constexpr std::int64_t restFactor = 4; // of its time the worker may spend a fifth reading

struct Update
{
    Result<RunSnapshotPtr> snapshot;
    std::int64_t tookNs = 0;
};

RunSnapshotPtr snapshotOf(const RunFollower& follower, bool first)
{
    auto snapshot = std::make_shared<RunSnapshot>();
    const RunData& data = follower.data();
    snapshot->run = data.run;
    snapshot->charts = loadCharts(data);
    snapshot->whole = follower.summary(false);
    if (follower.hasHold()) {
        snapshot->hold = follower.summary(true);
        snapshot->usersPeakInHold = follower.usersPeak(true);
    }
    snapshot->usersPeak = follower.usersPeak(false);
    snapshot->newFailures = follower.newFailures();
    snapshot->first = first;
    for (const auto& interval : data.intervals) {
        snapshot->unserved += interval.unserved;
        snapshot->dropped += interval.dropped;
        snapshot->retries += interval.retries;
    }
    for (const auto& metric : data.metrics) {
        if (metric.source == "host" && metric.name == "cpu_steal") {
            snapshot->stealPercent = std::max(snapshot->stealPercent, metric.value);
        }
    }
    return snapshot;
}

} // namespace

RunFeed::RunFeed(const QString& sessionPath)
    : m_worker(std::make_unique<document::SessionWorker>(sessionPath, session::SessionFile::Mode::ReadOnly))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &RunFeed::poll);
}

RunFeed::~RunFeed() = default;

void RunFeed::show(std::int64_t runId)
{
    m_runId = runId;
    m_follower = runId != 0 ? std::make_shared<RunFollower>(runId) : nullptr;
    refresh();
}

void RunFeed::setPaused(bool paused)
{
    m_paused = paused;
    if (!paused) {
        refresh();
    }
}

void RunFeed::refresh()
{
    m_timer.stop();
    if (m_busy) {
        m_again = true;
    } else {
        poll();
    }
}

void RunFeed::poll()
{
    if (!m_follower || m_paused || m_busy) {
        return;
    }
    m_busy = true;
    m_again = false;
    auto job = [follower = m_follower](document::SessionConnection& connection) -> Update {
        const std::int64_t begin = monotonicNs();
        auto file = connection.file();
        if (!file) {
            return {file.error()};
        }
        const bool first = follower->data().run.id == 0;
        if (auto updated = follower->update(**file); !updated) {
            return {updated.error()};
        }
        return {snapshotOf(*follower, first), monotonicNs() - begin};
    };
    m_worker->post(this, std::move(job), [this, follower = m_follower](Update update) {
        m_busy = false;
        if (follower != m_follower) {
            return poll(); // another run was chosen meanwhile
        }
        if (!update.snapshot) {
            const QString sentence = qtext(update.snapshot.error().message);
            if (sentence != std::exchange(m_trouble, sentence)) {
                Q_EMIT failed(sentence);
            }
            m_timer.start(retryMs); // a file that is busy now need not be so for ever
            return;
        }
        m_trouble.clear();
        const RunSnapshotPtr snapshot = *update.snapshot;
        Q_EMIT updated(snapshot);
        if (m_again) {
            poll();
        } else if (snapshot->run.state == session::RunState::Running) {
            const auto restMs = std::max(pollMs, restFactor * update.tookNs / nsPerMs);
            m_timer.start(std::chrono::milliseconds(restMs));
        }
    });
}

} // namespace assay::loadpage
