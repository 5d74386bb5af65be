// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <pthread.h>

namespace assay {

/// Blocks all signals in this thread while it lives. Threads started meanwhile inherit that, so that signals
/// go to the threads that expect them.
class BlockedSignals
{
public:
    BlockedSignals()
    {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &m_before);
    }
    ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
    BlockedSignals(const BlockedSignals&) = delete;
    BlockedSignals& operator=(const BlockedSignals&) = delete;

private:
    sigset_t m_before{};
};

} // namespace assay
