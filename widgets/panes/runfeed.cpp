// SPDX-License-Identifier: GPL-3.0-or-later
#include "panes/runfeed.h"

#include "base/clock.h"
#include "document/qtext.h"

#include <algorithm>

namespace assay::panes {

namespace {

constexpr std::int64_t pollMs = 250;
constexpr int retryMs = 2000;
constexpr std::int64_t restFactor = 4; // of its time the worker may spend a fifth reading

struct Update
{
    Result<RunSnapshotPtr> snapshot;
    std::int64_t tookNs = 0;
};

} // namespace

RunFeed::RunFeed(const QString& sessionPath)
    : m_worker(std::make_unique<document::SessionWorker>(sessionPath, session::SessionFile::Mode::ReadOnly))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &RunFeed::poll);
}

RunFeed::~RunFeed() = default;

void RunFeed::show(RunSource source)
{
    m_source = source ? std::make_shared<RunSource>(std::move(source)) : nullptr;
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
    if (!m_source || m_paused || m_busy) {
        return;
    }
    m_busy = true;
    m_again = false;
    auto job = [source = m_source](document::SessionConnection& connection) -> Update {
        const std::int64_t begin = monotonicNs();
        auto file = connection.file();
        if (!file) {
            return {file.error()};
        }
        auto snapshot = (*source)(**file);
        return {std::move(snapshot), monotonicNs() - begin};
    };
    m_worker->post(this, std::move(job), [this, source = m_source](Update update) {
        m_busy = false;
        if (source != m_source) {
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

} // namespace assay::panes
