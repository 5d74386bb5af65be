// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/worker.h"

#include <sys/prctl.h>

#include <algorithm>
#include <csignal>
#include <ctime>
#include <utility>

namespace assay::load {

using Outcome = RequestFlow::Outcome;
using State = VirtualUser::State;

namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t lateAfterNs = nsPerMs;

/// Writing to a TLS connection that the peer has closed must not kill the process, and wake-ups must not be
/// rounded to the default timer slack of 50 µs.
void prepareThread()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    prctl(PR_SET_TIMERSLACK, 1);
}

} // namespace

Result<Worker> Worker::create(const Program& program, WorkerShare share, RunControl& control,
    BatchExchange& exchange, std::int64_t intervalNs, std::uint64_t seed)
{
    Worker worker{program, std::move(share), control, seed};
    auto poller = Poller::create();
    if (!poller) {
        return poller.error();
    }
    worker.m_poller = std::make_unique<Poller>(std::move(*poller));
    worker.m_journal = std::make_unique<WorkerJournal>(exchange, intervalNs);
    auto flow = RequestFlow::create(
        program, *worker.m_poller, *worker.m_journal, control.t0Ns, worker.m_users.size());
    if (!flow) {
        return flow.error();
    }
    worker.m_flow = std::make_unique<RequestFlow>(std::move(*flow));
    return worker;
}

Worker::Worker(const Program& program, WorkerShare share, RunControl& control, std::uint64_t seed)
    : m_program(program)
    , m_share(std::move(share))
    , m_control(control)
{
    m_timers.reserve(2 * (m_share.users.size() + m_share.expectedUsers) + 1);
    for (const auto& user : m_share.users) {
        addUser(user.number, user.span.endNs);
        m_users.back().random = RandomStream{seed, std::uint64_t{user.number} + 1}; // stream 0: arrivals
    }
    for (std::size_t i = 0; i < m_share.expectedUsers; ++i) {
        addUser(static_cast<std::uint32_t>(m_share.offset + i * m_share.stride), m_share.openSpan.endNs);
    }
}

/// Open: `number` is only the one that it asks for in its first round.
void Worker::addUser(std::uint32_t number, std::int64_t endNs)
{
    auto& user = m_users.emplace_back();
    user.index = static_cast<std::uint32_t>(m_users.size() - 1);
    user.sample.user = number;
    user.endNs = endNs;
    m_loopCounters.resize(m_users.size() * m_program.loopDepth);
}

void Worker::run()
{
    prepareThread();
    m_control.waitForStart();
    queueStarts();
    while (m_usersLeft > 0 || m_nextArrivalNs != never) {
        loopOnce();
    }
    m_journal->finish();
    const auto endNs = m_flow->nowNs();
    for (auto before = m_control.endedAtNs.load();
         before < endNs && !m_control.endedAtNs.compare_exchange_weak(before, endNs);) { }
    timespec used{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    m_control.processorNs.fetch_add(used.tv_sec * nsPerSecond + used.tv_nsec);
    m_control.workersRunning.fetch_sub(1);
}

void Worker::queueStarts()
{
    if (m_program.open) {
        for (auto i = m_users.size(); i > 0; --i) {
            m_idle.push_back(static_cast<std::uint32_t>(i - 1));
        }
        for (std::size_t skipped = 0; skipped < m_share.offset; ++skipped) {
            m_share.arrivals->next();
        }
        m_nextArrivalNs = m_share.arrivals->next().value_or(never);
        return;
    }
    m_usersLeft = m_users.size();
    for (auto& user : m_users) {
        waitUntil(user, m_share.users[user.index].span.startNs);
    }
}

void Worker::loopOnce()
{
    auto now = m_flow->nowNs();
    const auto stopAtNs = m_stopped ? never : m_control.stopAtNs.load(std::memory_order_relaxed);
    const auto due = std::min({m_timers.nextDueNs(), m_nextArrivalNs, m_journal->nextHandOverNs(), stopAtNs});
    const auto events = m_poller->wait(due - now);
    now = m_flow->nowNs();
    m_journal->tick(now);
    for (const auto& event : events) {
        auto& user = m_users[m_flow->userOf(event.data.u32)];
        if (m_flow->ready(user, event.data.u32, event.events) == Outcome::Done) {
            requestDone(user);
        } else if (user.isInFlight() && user.deadlineNs < user.queuedDeadlineNs) {
            watchDeadline(user); // connected: the deadline is that of the response now
        }
    }
    if (now >= m_timers.nextDueNs()) {
        handleTimers(now);
    }
    if (now >= m_nextArrivalNs) {
        handleArrivals(now);
    }
    noticeStop(now);
}

void Worker::handleTimers(std::int64_t nowNs)
{
    while (m_timers.nextDueNs() <= nowNs) {
        const auto entry = m_timers.pop();
        auto& user = m_users[entry.user];
        if (entry.kind == TimerQueue::Kind::Wake) {
            wake(user, entry, nowNs);
        } else {
            checkDeadline(user, entry, nowNs);
        }
    }
}

void Worker::wake(VirtualUser& user, const TimerQueue::Entry& entry, std::int64_t nowNs)
{
    if (user.state != State::Waiting || entry.dueNs < std::min(user.wakeNs, user.endNs)) {
        return;
    }
    if (nowNs - entry.dueNs > lateAfterNs) {
        m_journal->lateStart();
    }
    if (!user.active && nowNs < user.endNs) {
        m_journal->userStarted();
        user.active = true;
    }
    // The clock moves on while the users before this one in the queue are served.
    advance(user, m_flow->nowNs());
}

void Worker::checkDeadline(VirtualUser& user, const TimerQueue::Entry& entry, std::int64_t nowNs)
{
    if (entry.dueNs != user.queuedDeadlineNs) {
        return; // an earlier one was queued since
    }
    user.queuedDeadlineNs = -1;
    if (!user.isInFlight()) {
        return;
    }
    if (nowNs >= graceEndNs(user)) {
        cut(user, nowNs);
    } else if (nowNs >= user.deadlineNs) {
        if (m_flow->timedOut(user, nowNs) == Outcome::Done) {
            requestDone(user);
        } else {
            watchDeadline(user); // it tries another address
        }
    } else {
        watchDeadline(user);
    }
}

void Worker::handleArrivals(std::int64_t nowNs)
{
    while (m_nextArrivalNs <= nowNs) {
        const auto arrival = m_nextArrivalNs;
        for (std::size_t i = 1; i < m_share.stride; ++i) {
            m_share.arrivals->next();
        }
        m_nextArrivalNs = m_share.arrivals->next().value_or(never);
        if (arrival >= m_share.endNs) {
            m_nextArrivalNs = never;
            return;
        }
        startRound(arrival, nowNs);
    }
}

void Worker::startRound(std::int64_t arrivalNs, std::int64_t nowNs)
{
    if (nowNs - arrivalNs > lateAfterNs) {
        m_journal->lateStart();
    }
    m_journal->arrival();
    auto* user = takeFreeUser();
    if (!user) {
        m_journal->arrivalUnserved();
        return;
    }
    ++m_usersLeft;
    m_journal->userStarted();
    user->active = true;
    user->wakeNs = arrivalNs;
    user->pc = 0;
    advance(*user, m_flow->nowNs());
}

/// An idle user of this worker (its connection is warm) with a number that nobody else has now.
VirtualUser* Worker::takeFreeUser()
{
    const auto wanted =
        m_idle.empty() ? static_cast<std::uint32_t>(m_share.offset) : m_users[m_idle.back()].sample.user;
    const auto number = m_control.slots.take(wanted);
    if (!number) {
        return nullptr;
    }
    if (m_idle.empty()) {
        addUser(*number, m_share.openSpan.endNs);
        m_flow->addUser();
        m_idle.push_back(m_users.back().index);
    }
    auto& user = m_users[m_idle.back()];
    m_idle.pop_back();
    const auto& shared = m_control.slots.at(*number);
    user.sample.user = *number;
    user.round = shared.round;
    user.random = shared.random;
    return &user;
}

/// Open: the round is over, another worker may go on with the user's number.
void Worker::giveBack(VirtualUser& user)
{
    m_control.slots.at(user.sample.user) = {user.round, user.random};
    m_control.slots.giveBack(user.sample.user);
}

void Worker::noticeStop(std::int64_t nowNs)
{
    if (m_control.abort.load(std::memory_order_relaxed)) {
        return cutAll(nowNs);
    }
    const auto stopAtNs = m_control.stopAtNs.load(std::memory_order_relaxed);
    if (m_stopped || nowNs < stopAtNs) {
        return;
    }
    m_stopped = true;
    m_nextArrivalNs = never;
    for (auto& user : m_users) {
        user.endNs = std::min(user.endNs, stopAtNs);
        if (user.state == State::Waiting) {
            retire(user);
        } else if (user.isInFlight()) {
            watchDeadline(user); // the grace period may now end before its timeout
        }
    }
}

void Worker::cutAll(std::int64_t nowNs)
{
    m_nextArrivalNs = never;
    for (auto& user : m_users) {
        if (user.isInFlight()) {
            cut(user, nowNs);
        } else if (user.state == State::Waiting) {
            retire(user);
        }
    }
}

} // namespace assay::load
