// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Worker that interprets the program: how one virtual user goes from step to step.
#include "load/connecterror.h"
#include "load/thinkpause.h"
#include "load/worker.h"

#include <algorithm>

namespace assay::load {

using Outcome = RequestFlow::Outcome;
using State = VirtualUser::State;

namespace {

/// A user whose connection is refused waits that long before it goes on: a dead server must not turn the
/// generator into a loop that only burns its own processor.
constexpr std::int64_t refusedPauseNs = 100 * nsPerMs;

} // namespace

void Worker::advance(VirtualUser& user, std::int64_t nowNs)
{
    while (step(user, nowNs)) { }
}

bool Worker::step(VirtualUser& user, std::int64_t& nowNs)
{
    const auto& instruction = m_program.instructions[user.pc];
    switch (instruction.op) {
    case Instruction::Op::Request:
        ++user.pc;
        user.request = instruction.argument;
        return beginRequest(user, nowNs);
    case Instruction::Op::Think: {
        ++user.pc;
        const auto pauseNs = drawPauseNs(m_program.thinkTimes[instruction.argument], user.random);
        if (pauseNs > 0) {
            waitUntil(user, user.wakeNs + pauseNs);
        }
        return pauseNs == 0;
    }
    case Instruction::Op::LoopBegin:
        ++user.pc;
        loopCounter(user, instruction.depth) = instruction.argument;
        return true;
    case Instruction::Op::LoopEnd:
        user.pc = --loopCounter(user, instruction.depth) > 0 ? instruction.argument : user.pc + 1;
        return true;
    case Instruction::Op::RoundEnd:
        return endRound(user);
    }
    return false;
}

bool Worker::beginRequest(VirtualUser& user, std::int64_t& nowNs)
{
    if (nowNs >= user.endNs) {
        retire(user);
        return false;
    }
    if (m_control.limitsRequests) {
        const auto left = m_control.requestsLeft.fetch_sub(1, std::memory_order_relaxed);
        if (left <= 1) {
            m_control.stopAt(nowNs); // all workers: no user has anything to wait for any more
        }
        if (left < 1) {
            retire(user);
            return false;
        }
    }
    if (m_flow->begin(user, nowNs) == Outcome::Done) {
        return settle(user, nowNs);
    }
    watchDeadline(user);
    return false;
}

/// The request has ended: writes it down, follows a redirect. `nowNs` becomes the start of what follows.
bool Worker::settle(VirtualUser& user, std::int64_t& nowNs)
{
    while (true) {
        const bool redirect = m_flow->takeRedirect(user);
        m_journal->record(user.sample);
        user.state = State::Idle;
        // One reading of the clock serves as the end of this request and the start of the next, unless a
        // check on a body may have taken its time.
        user.wakeNs = user.sample.endNs();
        nowNs = m_program.requests[user.request].checksBody ? m_flow->nowNs() : user.wakeNs;
        if (!redirect) {
            break;
        }
        if (m_flow->beginRedirect(user) == Outcome::Pending) {
            watchDeadline(user);
            return false;
        }
    }
    if (neverConnected(user.sample.failure)) {
        waitUntil(user, user.wakeNs + refusedPauseNs);
        return false;
    }
    return true;
}

void Worker::requestDone(VirtualUser& user)
{
    std::int64_t now = 0;
    if (settle(user, now)) {
        advance(user, now);
    }
}

bool Worker::endRound(VirtualUser& user)
{
    ++user.round;
    user.pc = 0;
    if (m_program.open) {
        user.state = State::Idle;
        user.active = false;
        m_journal->userEnded();
        giveBack(user);
        m_idle.push_back(user.index);
        --m_usersLeft;
        return false;
    }
    if (m_program.loopsPerUser > 0 && user.round >= m_program.loopsPerUser) {
        retire(user);
        return false;
    }
    return true;
}

void Worker::waitUntil(VirtualUser& user, std::int64_t dueNs)
{
    user.state = State::Waiting;
    user.wakeNs = dueNs;
    m_timers.push(std::min(dueNs, user.endNs), user.index, TimerQueue::Kind::Wake);
}

void Worker::watchDeadline(VirtualUser& user)
{
    const auto dueNs = std::min(user.deadlineNs, graceEndNs(user));
    // Most requests end long before their deadline: an entry that is queued already is looked at when it is
    // due, and queued again then for whatever request is in progress at that time.
    if (user.queuedDeadlineNs < 0 || dueNs < user.queuedDeadlineNs) {
        user.queuedDeadlineNs = dueNs;
        m_timers.push(dueNs, user.index, TimerQueue::Kind::Deadline);
    }
}

void Worker::retire(VirtualUser& user)
{
    const bool counted = !m_program.open || user.active;
    if (user.active) {
        user.active = false;
        m_journal->userEnded();
        if (m_program.open) {
            giveBack(user);
        }
    }
    user.state = State::Finished;
    m_flow->leave(user);
    if (counted) {
        --m_usersLeft;
    }
}

void Worker::cut(VirtualUser& user, std::int64_t nowNs)
{
    {
        const auto& sample = user.sample;
        const std::lock_guard lock{m_control.cutMutex};
        m_control.cut.push_back({sample.intendedNs, nowNs - (user.sentNs >= 0 ? user.sentNs : sample.startNs),
            nowNs - sample.intendedNs});
    }
    retire(user);
}

std::int64_t Worker::graceEndNs(const VirtualUser& user) const
{
    constexpr auto never = std::numeric_limits<std::int64_t>::max();
    const auto graceEnd = user.endNs > never - m_program.graceNs ? never : user.endNs + m_program.graceNs;
    return std::min(graceEnd, m_share.cutNs);
}

} // namespace assay::load
