// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/records.h"
#include "session/sessionfile.h"
#include "session/spawnrounds.h"
#include "stats/latencyhistogram.h"

#include <vector>

/// What stands in tests/data/session-vN.assay: calculated, so that the test knows what it must find. Never
/// change it; a new format gets a new file.
namespace assay::test::fixture {

std::vector<session::Experiment> experiments();
session::RunStart runStart();
std::vector<session::Sample> samples();
struct Interval
{
    session::IntervalCounts counts;
    stats::LatencyHistogram service;
    stats::LatencyHistogram response;
};
std::vector<Interval> intervals();
std::vector<session::FailureDetail> failures();
std::vector<session::MetricValue> metrics();
std::vector<session::SpawnRound> spawnRounds(); ///< since format 2
constexpr const char* summary = R"({"samples":3000})";
constexpr std::int64_t lengthNs = 1'234'567'890;
constexpr const char* note = "A note, with \xc3\xbcmlauts.";
constexpr const char* viewKey = "zoom";
constexpr const char* viewValue = R"({"from":1})";

/// Puts all of it into a new session: one finished run, and one that failed before its first sample.
void write(session::SessionFile& file);

} // namespace assay::test::fixture
