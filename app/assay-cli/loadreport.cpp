// SPDX-License-Identifier: GPL-3.0-or-later
#include "loadreport.h"

#include "base/units.h"
#include "texttable.h"

#include <array>
#include <vector>

namespace assay::cli {

namespace {

std::string latency(const stats::LatencyHistogram& histogram, double percent)
{
    return histogram.empty() ? "–" : humanDuration(histogram.percentileNs(percent));
}

std::string mean(const stats::LatencyHistogram& histogram)
{
    return histogram.empty() ? "–" : humanDuration(static_cast<std::int64_t>(histogram.meanNs()));
}

std::string plural(std::uint64_t count, const char* one, const char* many)
{
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string share(std::uint64_t part, std::uint64_t whole)
{
    const auto percent = whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
    return std::to_string(part) + " (" + formatFixed(percent, 2) + " %)";
}

std::vector<std::string> summaryRow(const std::string& name, const load::PhaseSummary& phase)
{
    return {name, std::to_string(phase.samples), share(phase.failureTotal(), phase.samples),
        formatFixed(phase.throughputPerSecond(), 1) + "/s", mean(phase.service), latency(phase.service, 50),
        latency(phase.service, 90), latency(phase.service, 95), latency(phase.service, 99),
        latency(phase.service, 100)};
}

void addFailures(std::string& out, const load::LoadSummary& summary)
{
    if (summary.whole.failureTotal() == 0) {
        return;
    }
    out += "\nFailures\n";
    TextTable table;
    for (std::size_t i = 1; i < session::failureKindCount; ++i) {
        if (summary.whole.failures[i] > 0) {
            table.add({std::string{session::failureTitle(static_cast<session::FailureKind>(i))},
                share(summary.whole.failures[i], summary.whole.samples)});
        }
    }
    out += table.text();
    for (std::size_t i = 1; i < session::failureKindCount; ++i) {
        if (const auto& first = summary.firstFailures[i]; !first.empty()) {
            out += "First " + std::string{session::failureTitle(static_cast<session::FailureKind>(i))} + ": "
                + first + "\n";
        }
    }
}

} // namespace

std::string loadReport(const load::LoadSummary& summary)
{
    TextTable table;
    table.add({"", "requests", "failed", "throughput", "mean", "p50", "p90", "p95", "p99", "max"});
    table.add(summaryRow("whole run", summary.whole));
    if (summary.hold.durationNs > 0) {
        table.add(summaryRow("hold phase", summary.hold));
    }
    if (summary.labels.size() > 1) {
        for (const auto& label : summary.labels) {
            table.add(summaryRow(label.label, label.whole));
        }
    }
    std::string out =
        "Service time (sent → last byte, nearest rank; of responses, failed checks and response timeouts "
        "included)\n"
        + table.text();

    TextTable other;
    other.add({"from the intended start", "p50 " + latency(summary.whole.response, 50),
        "p99 " + latency(summary.whole.response, 99), "max " + latency(summary.whole.response, 100)});
    out += "\nResponse time\n" + other.text();

    out += "\n" + std::to_string(summary.usersPeak) + (summary.usersPeak == 1 ? " user" : " users")
        + " at most, " + humanDuration(summary.whole.durationNs) + ", "
        + humanSize(static_cast<std::int64_t>(summary.whole.bytesReceived)) + " received, "
        + humanSize(static_cast<std::int64_t>(summary.whole.bytesSent)) + " sent, "
        + plural(summary.connect.count(), "connection opened", "connections opened") + ", "
        + plural(summary.whole.retries, "retry", "retries")
        + (summary.cut == 0 ? std::string{}
                            : ", " + std::to_string(summary.cut) + " cut in flight at the end (waited up to "
                    + humanDuration(summary.longestCutNs) + ")")
        + "\n";
    addFailures(out, summary);
    for (const auto& result : summary.thresholds) {
        out += (out.ends_with("\n\n") ? "" : "\n")
            + std::string{result.verdict.passed ? "passed  " : "FAILED  "} + result.text
            + "  (found: " + result.verdict.actual + ")\n";
    }
    for (const auto& notice : summary.notices) {
        out += "\nNote: " + notice + "\n";
    }
    return out;
}

} // namespace assay::cli
