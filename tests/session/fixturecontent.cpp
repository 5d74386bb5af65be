// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/fixturecontent.h"

#include "session/runrecorder.h"
#include "session/sessionfixture.h"

namespace assay::test::fixture {

using namespace session;

namespace {

/// Of format 1; later ones have more classes, and still the same fixture.
constexpr std::size_t fixtureKinds = 12;

} // namespace

std::vector<Experiment> experiments()
{
    return {{.id = 1, .instrument = "load", .name = "Shop", .position = 1, .plan = R"({"name":"Shop"})"},
        {.id = 2, .instrument = "load", .name = "Login", .position = 0, .plan = R"({"name":"Login"})"}};
}

RunStart runStart()
{
    return {.experimentId = 1,
        .instrument = "load",
        .plan = R"({"name":"Shop","frozen":true})",
        .host = R"({"cpus":2})",
        .programVersion = "0.1.0",
        .startedUtc = "2026-03-01T12:00:00.250Z",
        .labels = {"home", "search"},
        .plannedNs = 1'000'000'000,
        .holdStartNs = 200'000'000,
        .holdEndNs = 800'000'000};
}

std::vector<Sample> samples()
{
    std::vector<Sample> all;
    for (std::uint32_t i = 0; i < 3'000; ++i) {
        Sample sample{.startNs = std::int64_t{i} * 400'000 + i % 17,
            .intendedNs = std::int64_t{i} * 400'000,
            .connectNs = i < 10 ? 90'000 + i : 0,
            .tlsNs = i < 5 ? 1'000'000 + i : 0,
            .firstByteNs = 900'000 + std::int64_t{i} * 7'919 % 100'000,
            .serviceNs = 1'000'000 + std::int64_t{i} * 7'919 % 100'000,
            .bytesIn = 800 + i % 2,
            .bytesOut = 70,
            .user = i % 10,
            .label = 1 + i % 2,
            .status = 200};
        if (i % 100 == 99) {
            sample.failure = static_cast<FailureKind>(1 + i / 100 % (fixtureKinds - 1));
            sample.status = i % 200 == 199 ? 500 : 0;
        }
        all.push_back(sample);
    }
    return all;
}

std::vector<Interval> intervals()
{
    std::vector<Interval> all(6);
    std::uint32_t i = 0;
    for (auto& interval : all) {
        interval.counts = {.startNs = 200'000'000 * std::int64_t{i},
            .lengthNs = 200'000'000,
            .label = 0,
            .users = 10,
            .started = 501,
            .completed = 500,
            .failures = 5,
            .retries = i,
            .unserved = i + 1,
            .dropped = i + 2,
            .bytesIn = 400'000,
            .bytesOut = 35'000};
        interval.counts.failuresByKind[1] = 3;
        interval.counts.failuresByKind[fixtureKinds - 1] = 2;
        for (std::int64_t k = 0; k < 500; ++k) {
            interval.service.record(1'000'000 + k * 200);
            interval.response.record(1'100'000 + k * 200);
        }
        ++i;
    }
    return all;
}

std::vector<FailureDetail> failures()
{
    std::vector<FailureDetail> all;
    for (std::uint8_t kind = 1; kind < fixtureKinds; ++kind) {
        all.push_back({.label = 1,
            .kind = static_cast<FailureKind>(kind),
            .timeNs = kind * 1'000,
            .user = kind,
            .status = 500,
            .message = "Number " + std::to_string(kind),
            .sent = "GET / HTTP/1.1\r\n\r\n",
            .received = std::string{"\0\xff", 2}});
    }
    return all;
}

std::vector<MetricValue> metrics()
{
    return {{"host", "cpu_user", "%", 1'000'000'000, 12.5}, {"host", "memory_used", "B", 1'000'000'000, 1e9}};
}

std::vector<SpawnRound> spawnRounds()
{
    SpawnRound measured;
    measured.cell = 2;
    measured.round = 1;
    measured.startNs = 5'000'000;
    measured.lengthNs = 20'000'000;
    measured.spawns = 200;
    measured.failures = 3;
    measured.result = R"({"zombies":0})";
    for (std::int64_t k = 0; k < 200; ++k) {
        measured.call.record(30'000 + k);
        measured.start.record(50'000 + k);
        measured.whole.record(70'000 + k);
    }
    SpawnRound failed;
    failed.cell = 1;
    failed.round = 1;
    failed.problem = "Not done after 30 s.";
    failed.result = "{}";
    return {measured, failed};
}

void write(SessionFile& file)
{
    for (auto experiment : experiments()) {
        require(file.putExperiment(experiment));
    }
    auto recorder = require(RunRecorder::begin(file, runStart()));
    require(recorder.addSamples(samples()));
    for (const auto& interval : intervals()) {
        require(recorder.addInterval(interval.counts, interval.service, interval.response));
    }
    for (const auto& failure : failures()) {
        require(recorder.addFailure(failure));
    }
    require(recorder.addMetrics(metrics()));
    for (const auto& round : spawnRounds()) {
        require(recorder.addSpawnRound(round));
    }
    require(recorder.finish(RunState::Finished, "", summary, lengthNs));
    require(file.setRunNote(recorder.runId(), note));
    auto failed = require(RunRecorder::begin(file, runStart()));
    require(failed.finish(RunState::Failed, "Nobody answered.", "", 0));
    require(file.setView(viewKey, viewValue));
    require(file.settle());
}

} // namespace assay::test::fixture
