// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartspec.h"
#include "document/sessionworker.h"
#include "load/rundata.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace assay::loadpage {

/// A run as it stood at one moment: immutable, made on the worker, shown by the GUI.
struct RunSnapshot
{
    session::Run run;
    QList<charts::ChartSpec> charts;
    std::vector<models::SummaryRow> whole;
    std::vector<models::SummaryRow> hold; ///< empty if the run has no hold phase
    std::vector<session::FailureDetail> newFailures; ///< since the snapshot before
    bool first = false; ///< first of its run
    std::uint32_t usersPeak = 0;
    std::uint32_t usersPeakInHold = 0;
    std::uint64_t unserved = 0;
    std::uint64_t dropped = 0;
    std::uint64_t retries = 0;
    double stealPercent = 0; ///< highest seen on this machine
};
using RunSnapshotPtr = std::shared_ptr<const RunSnapshot>;

/// Reads one run on a thread of its own and keeps reading while it is being written. A slow disk or a huge
/// run makes snapshots rarer, never the GUI slower. GUI thread.
class RunFeed : public QObject
{
    Q_OBJECT

public:
    explicit RunFeed(const QString& sessionPath);
    ~RunFeed() override;

    /// 0: none.
    void show(std::int64_t runId);
    std::int64_t runId() const { return m_runId; }
    /// A hidden page does not poll; it catches up when shown again.
    void setPaused(bool paused);
    /// Reads once more, e.g. since the run is known to have ended.
    void refresh();

Q_SIGNALS:
    void updated(const assay::loadpage::RunSnapshotPtr& snapshot);
    void failed(const QString& sentence);

private:
    void poll();

    std::int64_t m_runId = 0;
    bool m_paused = false;
    bool m_busy = false;
    bool m_again = false;
    QString m_trouble; ///< told last
    QTimer m_timer;
    std::shared_ptr<RunFollower> m_follower; // touched on the worker only
    std::unique_ptr<document::SessionWorker> m_worker;
};

} // namespace assay::loadpage
