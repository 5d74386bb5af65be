// SPDX-License-Identifier: GPL-3.0-or-later
#include "progressline.h"

#include "base/clock.h"
#include "base/units.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace assay::cli {

namespace {

constexpr std::int64_t logEveryNs = 10 * nsPerSecond;

std::string wholeSeconds(std::int64_t ns)
{
    return formatDuration(ns / nsPerSecond * nsPerSecond);
}

/// "12s of 1m, 48s left".
std::string timeText(std::int64_t elapsedNs, std::int64_t totalNs)
{
    auto text = wholeSeconds(elapsedNs);
    if (totalNs > 0) {
        const auto leftNs = std::max<std::int64_t>(totalNs - elapsedNs, 0);
        text += " of " + wholeSeconds(totalNs) + ", " + wholeSeconds(leftNs + nsPerSecond - 1) + " left";
    }
    return text;
}

} // namespace

ProgressLine::ProgressLine()
    : m_terminal(isatty(STDERR_FILENO) != 0)
    , m_nextLogNs(logEveryNs)
{ }

ProgressLine::~ProgressLine()
{
    clear();
}

void ProgressLine::clear()
{
    if (m_shown) {
        std::fputs("\r\x1b[K", stderr);
        m_shown = false;
    }
}

bool ProgressLine::isDue(std::int64_t elapsedNs)
{
    if (!m_terminal && elapsedNs < m_nextLogNs) {
        return false;
    }
    m_nextLogNs = elapsedNs + logEveryNs; // late news are not made up for
    return true;
}

void ProgressLine::show(const std::string& text)
{
    if (m_terminal) {
        std::fprintf(stderr, "\r\x1b[K%s", text.c_str());
        m_shown = true;
    } else {
        std::fprintf(stderr, "%s\n", text.c_str());
    }
    std::fflush(stderr);
}

void ProgressLine::update(const load::LoadRunner::Progress& progress)
{
    if (!isDue(progress.elapsedNs)) {
        return;
    }
    const auto spanNs = std::max<std::int64_t>(progress.elapsedNs - m_previousNs, 1);
    const auto rate = static_cast<double>(progress.completed - m_previousCompleted)
        * static_cast<double>(nsPerSecond) / static_cast<double>(spanNs);
    m_previousNs = progress.elapsedNs;
    m_previousCompleted = progress.completed;

    const bool draining = progress.totalNs > 0 && progress.elapsedNs >= progress.totalNs;
    auto text = draining ? wholeSeconds(progress.elapsedNs) + ", waiting for requests in flight"
                         : timeText(progress.elapsedNs, progress.totalNs);
    text += " · " + std::to_string(progress.users) + " users · " + formatFixed(rate, 0) + " requests/s · "
        + std::to_string(progress.completed) + " done";
    if (progress.failures > 0) {
        text += " · " + std::to_string(progress.failures) + " failed";
    }
    show(text);
}

void ProgressLine::update(const spawn::SpawnRunner::Progress& progress)
{
    if (isDue(progress.elapsedNs)) {
        show(timeText(progress.elapsedNs, progress.totalNs) + " · " + std::to_string(progress.done) + " of "
            + std::to_string(progress.total) + " cells · " + progress.cell);
    }
}

void ProgressLine::notice(const std::string& text)
{
    clear();
    std::fprintf(stderr, "%s\n", text.c_str());
}

} // namespace assay::cli
