// SPDX-License-Identifier: GPL-3.0-or-later
#include "stopsignals.h"

#include <csignal>

namespace assay::cli {

namespace {

volatile std::sig_atomic_t received = 0;

void count(int)
{
    received = received + 1;
}

} // namespace

bool hangUpEnds()
{
    struct sigaction current
    { };
    return sigaction(SIGHUP, nullptr, &current) == 0 && current.sa_handler != SIG_IGN;
}

void catchStopSignals()
{
    struct sigaction action
    { };
    action.sa_handler = count;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    if (hangUpEnds()) {
        sigaction(SIGHUP, &action, nullptr);
    }
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, nullptr);
    sigaction(SIGXFSZ, &action, nullptr);
}

int stopSignals()
{
    return received;
}

} // namespace assay::cli
