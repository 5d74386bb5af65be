// SPDX-License-Identifier: GPL-3.0-or-later
// The Spawn instrument against a bare C loop that starts the same child in the same way, in alternating runs:
// its rates must be those of the loop.
//
//   bench_spawn [rounds [spawns]]
#include "base/json.h"
#include "bench/measuredprocess.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace assay;
using namespace assay::bench;

namespace {

struct Row
{
    std::string mechanism;
    std::int64_t memoryBytes;
    std::string pages;
};

const std::string child = ASSAY_BIN_DIR "/assay-child";

double bareRate(const Row& row, const std::string& count)
{
    const auto use = measure(
        {ASSAY_BIN_DIR "/bareloop", row.mechanism, std::to_string(row.memoryBytes), row.pages, count, child});
    return std::strtod(use.output.c_str(), nullptr);
}

double instrumentRate(const Row& row, const std::string& count)
{
    const auto use = measure({ASSAY_BIN_DIR "/assay-cli", "spawn", "--mechanism", row.mechanism, "--memory",
        std::to_string(row.memoryBytes), "--pages", row.pages, "--count", count, "--rounds", "1", "--json"});
    const auto summary = parseJson(use.output, "assay-cli").value().as_object();
    return summary.at("cells").as_array().at(0).at("spawns_per_s").to_number<double>();
}

} // namespace

int main(int argc, char** argv)
{
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 11;
    const std::string count = argc > 2 ? argv[2] : "1000";
    constexpr std::int64_t gibibyte = 1LL << 30;
    const std::vector<Row> rows{{"fork", 0, "4k"}, {"vfork", 0, "4k"}, {"posix_spawn", 0, "4k"},
        {"fork", gibibyte, "4k"}, {"fork", gibibyte, "thp"}, {"vfork", gibibyte, "4k"},
        {"posix_spawn", gibibyte, "4k"}};
    std::printf("%-12s %10s %6s %14s %14s %8s\n", "mechanism", "memory", "pages", "bare loop /s", "assay /s",
        "ratio");
    for (const auto& row : rows) {
        std::vector<double> bare;
        std::vector<double> ours;
        std::vector<double> ratios;
        for (int round = 0; round < rounds; ++round) {
            // The order alternates, so that whatever comes first is not always the same.
            if (round % 2 == 0) {
                bare.push_back(bareRate(row, count));
                ours.push_back(instrumentRate(row, count));
            } else {
                ours.push_back(instrumentRate(row, count));
                bare.push_back(bareRate(row, count));
            }
            ratios.push_back(ours.back() / bare.back());
        }
        std::printf("%-12s %8lld M %6s %14.0f %14.0f %8.3f\n", row.mechanism.c_str(),
            static_cast<long long>(row.memoryBytes >> 20), row.pages.c_str(), median(bare), median(ours),
            median(ratios));
        std::fflush(stdout);
    }
    std::printf("bar: ratio from 0.98 to 1.02\n");
    return 0;
}
