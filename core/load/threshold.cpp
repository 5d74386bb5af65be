// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/threshold.h"

#include "base/units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace assay::load {

namespace {

std::string withoutSpaces(std::string_view text)
{
    std::string dense;
    std::copy_if(
        text.begin(), text.end(), std::back_inserter(dense), [](char c) { return c != ' ' && c != '\t'; });
    return dense;
}

bool removePrefix(std::string_view& text, std::string_view prefix)
{
    const bool found = text.starts_with(prefix);
    text.remove_prefix(found ? prefix.size() : 0);
    return found;
}

} // namespace

Error Threshold::error(std::string_view reason) const
{
    return usageError("The threshold \"" + m_text + "\" " + std::string{reason}
        + " Write one such as p95<300ms, hold:p99<=1s, failures<1% or throughput>=100.");
}

Result<Threshold> Threshold::parse(std::string_view text)
{
    Threshold threshold;
    threshold.m_text = text;
    const auto dense = withoutSpaces(text);
    std::string_view rest = dense;
    for (bool more = true; more;) {
        const bool hold = removePrefix(rest, "hold:");
        const bool intended = removePrefix(rest, "intended:");
        threshold.m_hold = threshold.m_hold || hold;
        threshold.m_intended = threshold.m_intended || intended;
        more = hold || intended;
    }
    const auto sign = rest.find_first_of("<>");
    if (sign == std::string_view::npos) {
        return threshold.error("compares nothing: it has no <, <=, > or >=.");
    }
    if (const auto read = threshold.readFigure(rest.substr(0, sign)); !read) {
        return read.error();
    }
    const bool orEqual = rest.substr(sign + 1).starts_with('=');
    threshold.m_comparison = rest[sign] == '<' ? (orEqual ? Comparison::LessOrEqual : Comparison::Less)
                                               : (orEqual ? Comparison::GreaterOrEqual : Comparison::Greater);
    if (const auto read = threshold.readLimit(rest.substr(sign + (orEqual ? 2 : 1))); !read) {
        return read.error();
    }
    return threshold;
}

Result<void> Threshold::readFigure(std::string_view name)
{
    static constexpr std::array<std::pair<std::string_view, Figure>, 8> names{{
        {"mean", Figure::Mean},
        {"min", Figure::Minimum},
        {"max", Figure::Maximum},
        {"failures", Figure::Failures},
        {"cut", Figure::Cut},
        {"unserved", Figure::Unserved},
        {"throughput", Figure::Throughput},
        {"samples", Figure::Samples},
    }};
    const auto found =
        std::find_if(names.begin(), names.end(), [&](const auto& entry) { return entry.first == name; });
    if (found != names.end()) {
        m_figure = found->second;
    } else {
        const auto percent = name.starts_with('p') ? parseNumber(name.substr(1)) : parseNumber("");
        if (!percent || *percent < 0 || *percent > 100) {
            return error("asks for \"" + std::string{name}
                + "\", but known are p0 to p100, mean, min, max, failures, cut, unserved, throughput "
                  "and samples.");
        }
        m_figure = Figure::Percentile;
        m_percent = *percent;
    }
    if (m_intended && !isLatency()) {
        return error("has \"intended:\" before something that is not a time.");
    }
    return {};
}

Result<void> Threshold::readLimit(std::string_view limit)
{
    if (isLatency()) {
        const auto ns = parseDuration(limit);
        if (!ns) {
            return error(
                "has the limit \"" + std::string{limit} + "\", which is not a duration with its unit.");
        }
        m_limit = static_cast<double>(*ns);
        return {};
    }
    const bool canBeShare =
        m_figure == Figure::Failures || m_figure == Figure::Cut || m_figure == Figure::Unserved;
    if (canBeShare && limit.ends_with('%')) {
        m_relative = true;
        limit.remove_suffix(1);
    } else if (m_figure == Figure::Throughput && limit.ends_with("/s")) {
        limit.remove_suffix(2);
    }
    const auto number = parseNumber(limit);
    if (!number || *number < 0) {
        return error("has the limit \"" + std::string{limit} + "\", which is not a number from 0 on.");
    }
    m_limit = *number;
    return {};
}

double Threshold::latencyNs(const stats::LatencyHistogram& histogram) const
{
    switch (m_figure) {
    case Figure::Mean:
        return histogram.meanNs();
    case Figure::Minimum:
        return static_cast<double>(histogram.minNs());
    case Figure::Maximum:
        return static_cast<double>(histogram.maxNs());
    default:
        return static_cast<double>(histogram.percentileNs(m_percent));
    }
}

bool Threshold::compare(double actual) const
{
    switch (m_comparison) {
    case Comparison::Less:
        return actual < m_limit;
    case Comparison::LessOrEqual:
        return actual <= m_limit;
    case Comparison::Greater:
        return actual > m_limit;
    case Comparison::GreaterOrEqual:
        return actual >= m_limit;
    }
    return false;
}

Threshold::Verdict Threshold::share(std::uint64_t part, std::uint64_t whole) const
{
    if (!m_relative) {
        return {compare(static_cast<double>(part)), std::to_string(part)};
    }
    const double percent = 100 * static_cast<double>(part) / static_cast<double>(whole);
    return {compare(percent),
        formatFixed(percent, 2) + " % (" + std::to_string(part) + " of " + std::to_string(whole) + ")"};
}

/// In words; empty if there is something to look at.
std::string_view Threshold::whatIsMissing(const SummaryFigures& figures) const
{
    if (figures.durationNs <= 0) {
        return m_hold ? "there was no hold phase" : "the run had no time";
    }
    if (m_figure == Figure::Samples) {
        return {}; // that none ended is an answer
    }
    if (m_figure == Figure::Unserved) {
        return figures.arrivals == 0 ? "nothing arrived" : "";
    }
    if (m_figure == Figure::Cut) {
        return figures.samples + figures.cut.size() == 0 ? "no request began" : "";
    }
    const auto* histogram = m_intended ? figures.response : figures.service;
    if (isLatency() && (!histogram || histogram->empty())) {
        return "no request was answered";
    }
    return figures.samples == 0 ? "no request ended" : "";
}

Threshold::Verdict Threshold::evaluateLatency(const SummaryFigures& figures) const
{
    const auto& answered = m_intended ? *figures.response : *figures.service;
    const auto waited = [&](const CutRequest& cut) {
        return m_intended ? cut.responseWaitedNs : cut.waitedNs;
    };
    auto times = answered;
    for (const auto& cut : figures.cut) {
        // Those below the limit show nothing: they might have been answered in time or not.
        if (hasUpperLimit() && static_cast<double>(waited(cut)) >= m_limit) {
            times.record(waited(cut));
        }
    }
    const double ns = latencyNs(times);
    Verdict verdict{compare(ns), humanDuration(std::llround(ns))};
    if (const auto count = times.count() - answered.count(); count > 0) {
        verdict.actual += ", with " + std::to_string(count)
            + (count == 1 ? " request that was" : " requests that were") + " never answered, waiting up to "
            + humanDuration(times.maxNs());
    }
    return verdict;
}

Threshold::Verdict Threshold::evaluate(const SummaryFigures& figures) const
{
    if (const auto missing = whatIsMissing(figures); !missing.empty()) {
        return {false, std::string{missing}};
    }
    if (isLatency()) {
        return evaluateLatency(figures);
    }
    switch (m_figure) {
    case Figure::Failures: {
        auto verdict = share(figures.failures + figures.unanswered, figures.samples + figures.unanswered);
        verdict.actual += figures.unanswered == 0
            ? ""
            : ", of these " + std::to_string(figures.unanswered) + " never answered";
        return verdict;
    }
    case Figure::Cut:
        return share(figures.cut.size(), figures.samples + figures.cut.size());
    case Figure::Unserved:
        return share(figures.unserved, figures.arrivals);
    case Figure::Throughput:
        return {compare(figures.throughputPerSecond), formatFixed(figures.throughputPerSecond, 1) + " /s"};
    default:
        return {compare(static_cast<double>(figures.samples)), std::to_string(figures.samples)};
    }
}

} // namespace assay::load
