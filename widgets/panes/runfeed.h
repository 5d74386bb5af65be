// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartspec.h"
#include "document/sessionworker.h"
#include "session/records.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

namespace assay::panes {

/// A run as it stood at one moment: immutable, made on the worker, shown by the GUI. Instruments add their
/// own figures.
struct RunSnapshot
{
    virtual ~RunSnapshot() = default;

    session::Run run;
    QList<charts::ChartSpec> charts;
    bool first = false; ///< first of its run
};
using RunSnapshotPtr = std::shared_ptr<const RunSnapshot>;

/// Reads what is new of one run since it was asked last. Called on the worker, one call at a time.
using RunSource = std::function<Result<RunSnapshotPtr>(const session::SessionFile&)>;

/// Reads one run on a thread of its own and keeps reading while it is being written. A slow disk or a huge
/// run makes snapshots rarer, never the GUI slower. GUI thread.
class RunFeed : public QObject
{
    Q_OBJECT

public:
    explicit RunFeed(const QString& sessionPath);
    ~RunFeed() override;

    /// An empty source: none.
    void show(RunSource source);
    /// A hidden page does not poll; it catches up when shown again.
    void setPaused(bool paused);
    /// Reads once more, e.g. since the run is known to have ended.
    void refresh();

Q_SIGNALS:
    void updated(const assay::panes::RunSnapshotPtr& snapshot);
    void failed(const QString& sentence);

private:
    void poll();

    bool m_paused = false;
    bool m_busy = false;
    bool m_again = false;
    QString m_trouble; ///< told last
    QTimer m_timer;
    std::shared_ptr<RunSource> m_source; // called on the worker only
    std::unique_ptr<document::SessionWorker> m_worker;
};

} // namespace assay::panes
