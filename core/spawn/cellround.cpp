// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/cellround.h"

#include "base/clock.h"
#include "base/units.h"
#include "spawn/failurecause.h"
#include "spawn/javasubject.h"
#include "spawn/subjectmemory.h"

#include <algorithm>
#include <vector>

namespace assay::spawn {

namespace {

constexpr std::uint64_t mostSamples = 4'000'000;

SubjectSpec specOf(const Cell& cell, const Work& work, const SubjectPrograms& programs)
{
    SubjectSpec spec;
    spec.cell = cell;
    spec.work = work;
    spec.warmUpCount = warmUpSpawns;
    spec.childStamps = cell.child.empty();
    if (spec.childStamps) {
        spec.cell.child = {programs.child.string()};
    }
    return spec;
}

std::vector<std::string> commandOf(const Cell& cell, const SubjectPrograms& programs)
{
    switch (factsOf(cell.mechanism).subject) {
    case SubjectKind::Qt:
        return {programs.qt.string()};
    case SubjectKind::Java:
        return javaCommand(cell, programs);
    case SubjectKind::Plain:
        break;
    }
    return {programs.plain.string()};
}

/// Besides the one that asks.
std::int64_t otherReadyTasks()
{
    const auto text = host::readSystemFile("/", "proc/stat").value_or("");
    constexpr std::string_view key = "procs_running ";
    const auto at = text.find(key);
    const auto number = at == std::string::npos
        ? std::nullopt
        : host::wholeNumber(text.substr(at + key.size(), text.find('\n', at) - at - key.size()));
    return std::max<std::int64_t>(number.value_or(1) - 1, 0);
}

/// One conversation with a subject.
class Measurement
{
public:
    Measurement(const Cell& cell, const Work& work, std::int64_t timeoutNs, SubjectProcess& subject,
        const CancelCheck& cancelled)
        : m_cell(cell)
        , m_deadlineNs(monotonicNs() + timeoutNs + work.plannedNs())
        , m_limitNs(timeoutNs + work.plannedNs())
        , m_subject(subject)
        , m_cancelCheck(cancelled)
    { }

    bool cancelled() const { return m_cancelled; }

    RoundResult run(const std::string& specText)
    {
        if (!m_subject.write(specText) || !awaitFilled() || !m_subject.write("go\n") || !readFacts()
            || !readSamples()) {
            explain();
        }
        return std::move(m_result);
    }

private:
    /// The next line as words; false ends the conversation.
    bool nextLine()
    {
        m_waited = m_subject.readLine(m_line, m_deadlineNs, m_cancelCheck);
        m_words = host::wordsOf(m_line);
        return m_waited == SubjectProcess::Wait::Ready && !m_words.empty();
    }

    std::int64_t numberAt(std::size_t index) const
    {
        return index < m_words.size() ? host::wholeNumber(m_words[index]).value_or(0) : 0;
    }

    double secondsAt(std::size_t index) const
    {
        const auto number = parseNumber(m_words[index]);
        return number ? *number : 0;
    }

    bool awaitFilled()
    {
        if (!nextLine() || m_words[0] != "filled") {
            return false;
        }
        m_result.memory = readMemoryFacts("/", numberAt(1));
        return true;
    }

    bool readFacts()
    {
        while (nextLine() && m_words[0] == "fact" && m_words.size() == 3) {
            if (m_words[1] == "zombies") {
                m_result.zombies = numberAt(2);
            } else if (m_words[1] == "leaked") {
                m_result.leaked = numberAt(2);
            } else if (m_words[1] == "cpu_user") {
                m_result.cpuUserS = secondsAt(2);
            } else if (m_words[1] == "cpu_system") {
                m_result.cpuSystemS = secondsAt(2);
            }
        }
        return m_waited == SubjectProcess::Wait::Ready && !m_words.empty() && m_words[0] == "samples";
    }

    bool readSamples()
    {
        const auto count = numberAt(1);
        if (count < 0 || static_cast<std::uint64_t>(count) > mostSamples) {
            return false;
        }
        std::vector<SpawnSample> samples(static_cast<std::size_t>(count));
        const auto bytes = std::as_writable_bytes(std::span{samples});
        m_waited = m_subject.readBytes(
            {reinterpret_cast<char*>(bytes.data()), bytes.size()}, m_deadlineNs, m_cancelCheck);
        if (m_waited != SubjectProcess::Wait::Ready) {
            return false;
        }
        addSamples(m_result, samples);
        return true;
    }

    void explain()
    {
        const auto memory = m_result.memory;
        m_result = {};
        m_result.memory = memory;
        m_cancelled = m_waited == SubjectProcess::Wait::Cancelled;
        if (m_waited == SubjectProcess::Wait::TimedOut) {
            m_result.problem = "Not done after " + humanDuration(m_limitNs)
                + ", and was killed. A child may hang, or the time limit is too short for it.";
        } else if (m_waited == SubjectProcess::Wait::Ready && m_words.size() == 3 && m_words[0] == "failed") {
            m_result.problem =
                explainStageError(m_words[1], static_cast<int>(numberAt(2)), m_cell, m_result.memory);
        } else {
            m_result.problem = "The measuring process ended early.";
        }
        if (const auto complaints = m_subject.end(); !m_cancelled && !complaints.empty()) {
            m_result.problem += " " + complaints;
        }
    }

    const Cell& m_cell;
    std::int64_t m_deadlineNs;
    std::int64_t m_limitNs;
    SubjectProcess& m_subject;
    const CancelCheck& m_cancelCheck;
    SubjectProcess::Wait m_waited = SubjectProcess::Wait::Ended;
    std::string m_line;
    std::vector<std::string_view> m_words; ///< of m_line
    bool m_cancelled = false;
    RoundResult m_result;
};

} // namespace

std::optional<RoundResult> measureRound(const Cell& cell, const Work& work, const SubjectPrograms& programs,
    std::int64_t timeoutNs, const CancelCheck& cancelled)
{
    RoundResult result;
    const auto othersReady = otherReadyTasks();
    auto subject = SubjectProcess::start(commandOf(cell, programs));
    if (!subject) {
        result.problem = subject.error().message;
        return result;
    }
    Measurement measurement{cell, work, timeoutNs, *subject, cancelled};
    result = measurement.run(specLines(specOf(cell, work, programs)));
    if (measurement.cancelled()) {
        return std::nullopt;
    }
    result.othersReady = othersReady;
    return result;
}

} // namespace assay::spawn
