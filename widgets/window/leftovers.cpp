// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/counted.h"
#include "window/documentowner.h"

#include <QLocale>

/// What a DocumentOwner does with untitled sessions that nobody owns any more.
namespace assay::window {

using document::SessionDocument;

void DocumentOwner::lookForLeftovers()
{
    for (auto& slot : m_recovery.takeLeftovers()) {
        m_leftovers.push_back(std::make_unique<SessionDocument>(std::move(slot), true));
    }
    offerNextLeftover();
}

void DocumentOwner::offerNextLeftover()
{
    if (m_leftovers.empty()) {
        return;
    }
    auto* candidate = m_leftovers.front().get();
    candidate->load([this, candidate](Result<void> loaded) {
        if (!loaded || !candidate->holdsWork()) {
            auto* useless = m_leftovers.front().release();
            m_leftovers.pop_front();
            if (loaded) { // nothing was ever done in it
                useless->discard([useless](Result<void>) { useless->deleteLater(); });
            } else { // it stays for whoever can repair it
                useless->deleteLater();
            }
            return offerNextLeftover();
        }
        const bool live = candidate->isBeingRecorded();
        const QString when = QLocale().toString(candidate->lastModified(), QLocale::ShortFormat);
        const QString runs = counted(std::ssize(candidate->runs()), tr("run"), tr("runs"));
        Q_EMIT leftoverFound(live
                ? tr("A run is still going on in an unsaved session, as of %1 with %2.").arg(when, runs)
                : tr("Assay ended without saving. An unsaved session of %1 with %2 was kept.")
                      .arg(when, runs),
            live);
    });
}

void DocumentOwner::adoptLeftover()
{
    if (m_leftovers.empty()) {
        return;
    }
    letGo([this](bool free) {
        if (free) {
            auto recovered = std::move(m_leftovers.front());
            m_leftovers.pop_front();
            replaceWith(std::move(recovered));
            offerNextLeftover();
        }
    });
}

void DocumentOwner::discardLeftover()
{
    if (!m_leftovers.empty()) {
        auto* unwanted = m_leftovers.front().release();
        m_leftovers.pop_front();
        unwanted->discard([this, unwanted](Result<void> discarded) {
            if (!discarded) {
                fail(discarded.error());
            }
            unwanted->deleteLater();
            offerNextLeftover();
        });
    }
}

void DocumentOwner::postponeLeftover()
{
    if (!m_leftovers.empty()) {
        m_leftovers.pop_front(); // unlocks it: found again next time
        offerNextLeftover();
    }
}

} // namespace assay::window
