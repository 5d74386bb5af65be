// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/arrivalschedule.h"
#include "load/cutrequest.h"
#include "load/profile.h"
#include "load/program.h"
#include "load/requestflow.h"
#include "load/timerqueue.h"
#include "load/userslots.h"
#include "load/virtualuser.h"
#include "load/workerjournal.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace assay::load {

/// What all workers of a run share while it goes on.
struct RunControl
{
    std::int64_t t0Ns = 0; ///< start of the run on the monotonic clock; set before the workers are let go
    std::atomic<std::size_t> ready{0}; ///< workers whose threads stand ready
    std::atomic<bool> going{false};
    /// From this instant of the run nothing new begins; the runner moves it forward to stop early.
    std::atomic<std::int64_t> stopAtNs{std::numeric_limits<std::int64_t>::max()};
    /// What is in flight is given up at once, without its grace.
    std::atomic<bool> abort{false};
    bool limitsRequests = false;
    std::atomic<std::int64_t> requestsLeft{0}; ///< if limitsRequests
    UserSlots slots; ///< open: who may be in progress
    HoldPhase hold; ///< as planned
    std::mutex cutMutex; ///< at the end only: no sample waits for it
    std::vector<CutRequest> cut; ///< given up at the end
    std::atomic<std::int64_t> endedAtNs{0}; ///< when the last worker so far had ended
    std::atomic<int> workersRunning{0};
    std::atomic<std::int64_t> processorNs{0}; ///< used by the workers' threads that have ended

    /// Worker's side: time 0 must not pass while threads are still being made.
    void waitForStart()
    {
        ready.fetch_add(1);
        ready.notify_all();
        going.wait(false);
    }
    /// Runner's side.
    void waitUntilReady(std::size_t workers)
    {
        for (auto now = ready.load(); now < workers; now = ready.load()) {
            ready.wait(now);
        }
    }
    void letGo(std::int64_t startNs)
    {
        t0Ns = startNs;
        going.store(true);
        going.notify_all();
    }

    /// Nothing begins from `ns` on, unless that was so from an earlier instant on.
    void stopAt(std::int64_t ns)
    {
        for (auto before = stopAtNs.load(); before > ns && !stopAtNs.compare_exchange_weak(before, ns);) { }
    }
};

/// A worker's share of the plan's profile.
struct WorkerShare
{
    struct User
    {
        std::uint32_t number; ///< in the whole plan, from 0
        UserSpan span;
    };
    std::vector<User> users; ///< closed, with their spans
    /// Open: users made beforehand, its fair share of the cap. It makes more when it needs them, for the cap
    /// is everybody's: what bounds them are RunControl's slots.
    std::size_t expectedUsers = 0;
    UserSpan openSpan{0, std::numeric_limits<std::int64_t>::max()}; ///< of each of these
    std::optional<ArrivalSchedule> arrivals; ///< open
    std::int64_t endNs = std::numeric_limits<std::int64_t>::max(); ///< open: no arrivals from then on
    /// Whatever is in progress then is cut. Open: rounds that arrived in time may use the grace period.
    std::int64_t cutNs = std::numeric_limits<std::int64_t>::max();
    std::size_t stride = 1; ///< open: takes every stride-th arrival,
    std::size_t offset = 0; ///< … beginning with this one
};

/// One thread of the generator: its users, timers, sockets and journal. It shares nothing mutable with the
/// other workers but RunControl's atomics and slots.
class Worker
{
public:
    static Result<Worker> create(const Program& program, WorkerShare share, RunControl& control,
        BatchExchange& exchange, std::int64_t intervalNs, std::uint64_t seed);

    /// Until the last user has left. Call once, in the worker's own thread.
    void run();

private:
    Worker(const Program& program, WorkerShare share, RunControl& control, std::uint64_t seed);

    void addUser(std::uint32_t number, std::int64_t endNs);
    void queueStarts();
    void loopOnce();
    void handleTimers(std::int64_t nowNs);
    void handleArrivals(std::int64_t nowNs);
    void startRound(std::int64_t arrivalNs, std::int64_t nowNs);
    VirtualUser* takeFreeUser();
    void giveBack(VirtualUser& user);
    void wake(VirtualUser& user, const TimerQueue::Entry& entry, std::int64_t nowNs);
    void checkDeadline(VirtualUser& user, const TimerQueue::Entry& entry, std::int64_t nowNs);
    void noticeStop(std::int64_t nowNs);
    void cutAll(std::int64_t nowNs);
    void cut(VirtualUser& user, std::int64_t nowNs);

    // How a user goes through the program (userprogress.cpp). The bool ones say whether it goes on at once.
    void advance(VirtualUser& user, std::int64_t nowNs);
    bool step(VirtualUser& user, std::int64_t& nowNs);
    bool beginRequest(VirtualUser& user, std::int64_t& nowNs);
    bool settle(VirtualUser& user, std::int64_t& nowNs);
    bool endRound(VirtualUser& user);
    void requestDone(VirtualUser& user);
    void waitUntil(VirtualUser& user, std::int64_t dueNs);
    void watchDeadline(VirtualUser& user);
    void retire(VirtualUser& user);

    std::int64_t graceEndNs(const VirtualUser& user) const;
    std::uint32_t& loopCounter(const VirtualUser& user, std::uint16_t depth)
    {
        return m_loopCounters[std::size_t{user.index} * m_program.loopDepth + depth];
    }

    const Program& m_program;
    WorkerShare m_share;
    RunControl& m_control;
    std::unique_ptr<Poller> m_poller;
    std::unique_ptr<WorkerJournal> m_journal;
    std::unique_ptr<RequestFlow> m_flow;
    TimerQueue m_timers;
    std::deque<VirtualUser> m_users; ///< stay where they are when one is added
    std::vector<std::uint32_t> m_loopCounters;
    std::vector<std::uint32_t> m_idle; ///< open: free slots, the last used first
    std::int64_t m_nextArrivalNs = std::numeric_limits<std::int64_t>::max();
    std::size_t m_usersLeft = 0; ///< closed: not yet finished; open: rounds in progress
    bool m_stopped = false;
};

} // namespace assay::load
