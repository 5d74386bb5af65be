// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessionrows.h"

#include "base/clock.h"

#include <algorithm>

namespace assay::cli {

namespace {

using session::IntervalPoint;
using session::Run;
using session::Sample;

std::string labelName(const Run& run, std::uint32_t label)
{
    if (label == 0) {
        return allLabels;
    }
    return label <= run.labels.size() ? run.labels[label - 1] : "label " + std::to_string(label);
}

void writeSample(RowWriter& writer, const Run& run, const Sample& sample)
{
    writer.integer(sample.startNs);
    writer.integer(sample.intendedNs);
    writer.count(sample.user);
    writer.text(labelName(run, sample.label));
    writer.integer(sample.connectNs);
    writer.integer(sample.tlsNs);
    writer.integer(sample.firstByteNs);
    writer.integer(sample.serviceNs);
    writer.count(sample.status);
    writer.text(failureName(sample.failure));
    writer.count(sample.bytesIn);
    writer.count(sample.bytesOut);
}

std::vector<std::string> intervalColumns()
{
    std::vector<std::string> columns{"start_ns", "length_ns", "label", "users", "started", "completed",
        "failures", "latency_count", "min_ms", "p50_ms", "p90_ms", "p95_ms", "p99_ms", "p999_ms", "max_ms",
        "mean_ms", "response_p50_ms", "response_p99_ms", "response_max_ms", "bytes_in", "bytes_out",
        "retries", "unserved", "dropped"};
    for (std::size_t kind = 1; kind < session::failureKindCount; ++kind) {
        columns.push_back("failures_" + std::string{failureName(static_cast<session::FailureKind>(kind))});
    }
    return columns;
}

void writeInterval(RowWriter& writer, const Run& run, const IntervalPoint& point)
{
    writer.integer(point.startNs);
    writer.integer(point.lengthNs);
    writer.text(labelName(run, point.label));
    writer.count(point.users);
    writer.count(point.started);
    writer.count(point.completed);
    writer.count(point.failures);
    writer.count(point.latencyCount);
    const auto milliseconds = [&](double ns) {
        // Where nothing ended there is no latency; 0 would be a lie.
        point.latencyCount == 0 ? writer.none() : writer.number(ns / static_cast<double>(nsPerMs));
    };
    for (const auto ns :
        {point.minNs, point.p50Ns, point.p90Ns, point.p95Ns, point.p99Ns, point.p999Ns, point.maxNs}) {
        milliseconds(static_cast<double>(ns));
    }
    milliseconds(point.meanNs);
    for (const auto ns : {point.responseP50Ns, point.responseP99Ns, point.responseMaxNs}) {
        milliseconds(static_cast<double>(ns));
    }
    writer.count(point.bytesIn);
    writer.count(point.bytesOut);
    writer.count(point.retries);
    writer.count(point.unserved);
    writer.count(point.dropped);
    for (std::size_t kind = 1; kind < session::failureKindCount; ++kind) {
        writer.count(point.failuresByKind[kind]);
    }
}

} // namespace

Result<void> writeSamples(const session::SessionFile& file, const Run& run,
    std::optional<std::uint32_t> label, RowWriter::Format format)
{
    RowWriter writer{stdout, format,
        {"start_ns", "intended_ns", "user", "label", "connect_ns", "tls_ns", "first_byte_ns", "service_ns",
            "status", "failure", "bytes_in", "bytes_out"}};
    const auto read = session::RunReader{file}.samples(run.id, [&](const Sample& sample) {
        // "all" is the sum of the labels, not one that samples have.
        if (!label || *label == 0 || *label == sample.label) {
            writeSample(writer, run, sample);
        }
        return true;
    });
    const auto written = writer.finish();
    return read ? written : read;
}

Result<void> writeIntervals(const session::SessionFile& file, const Run& run,
    std::optional<std::uint32_t> label, RowWriter::Format format)
{
    const session::RunReader reader{file};
    std::vector<IntervalPoint> points;
    for (std::uint32_t number = 0; number <= run.labels.size(); ++number) {
        if (label && *label != number) {
            continue;
        }
        auto read = reader.intervals(run.id, number);
        if (!read) {
            return read.error();
        }
        points.insert(points.end(), read->begin(), read->end());
    }
    std::stable_sort(points.begin(), points.end(),
        [](const IntervalPoint& a, const IntervalPoint& b) { return a.startNs < b.startNs; });
    RowWriter writer{stdout, format, intervalColumns()};
    for (const auto& point : points) {
        writeInterval(writer, run, point);
    }
    return writer.finish();
}

Result<void> writeRuns(const session::SessionFile& file, std::int64_t run)
{
    const auto experiments = file.experiments();
    const session::RunReader reader{file};
    const auto runs = reader.runs();
    if (!experiments || !runs) {
        return experiments ? runs.error() : experiments.error();
    }
    if (run != 0) {
        if (const auto there = reader.run(run); !there) {
            return there.error();
        }
    }
    RowWriter writer{stdout, RowWriter::Format::Csv,
        {"run", "experiment", "experiment_name", "instrument", "state", "started_utc", "length_ns", "samples",
            "end_reason", "note"}};
    for (const auto& each : *runs) {
        if (run != 0 && each.id != run) {
            continue;
        }
        const auto experiment = std::find_if(experiments->begin(), experiments->end(),
            [&](const session::Experiment& e) { return e.id == each.experimentId; });
        writer.integer(each.id);
        writer.integer(each.experimentId);
        writer.text(experiment == experiments->end() ? std::string{} : experiment->name);
        writer.text(each.instrument);
        writer.text(runStateName(each.state));
        writer.text(each.startedUtc);
        writer.integer(each.lengthNs);
        writer.count(each.sampleCount);
        writer.text(each.endReason);
        writer.text(each.note);
    }
    return writer.finish();
}

} // namespace assay::cli
