// SPDX-License-Identifier: GPL-3.0-or-later
// What a virtual user costs in memory, and how exactly starts keep their schedule: 10,000 users with think
// time on this machine's embedded target, beside a run of 100 of them.
//
//   bench_users [users [seconds]]
#include "base/json.h"
#include "bench/measuredprocess.h"
#include "temporarydirectory.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

using namespace assay;
using namespace assay::bench;

namespace {

/// A target in a process of its own, so that its memory is not the generator's.
class TargetProcess
{
public:
    TargetProcess()
        : m_pipe(popen(ASSAY_BIN_DIR
            "/assay-cli target --service 0s --pool 100000 --duration 10m 2>/dev/null",
            "r"))
    {
        char line[4096];
        if (m_pipe && std::fgets(line, sizeof line, m_pipe)) {
            m_json = parseJson(line, "target").value().as_object();
        }
    }
    ~TargetProcess()
    {
        if (m_json.contains("pid")) {
            std::system(("kill " + std::to_string(m_json.at("pid").as_int64())).c_str());
        }
        pclose(m_pipe);
    }
    std::string url() const { return std::string{m_json.at("url").as_string()}; }

private:
    std::FILE* m_pipe;
    json::object m_json;
};

struct Run
{
    ProcessUse use;
    json::object summary;
};

Run run(const std::string& url, int users, int seconds)
{
    Run result;
    result.use = measure({ASSAY_BIN_DIR "/assay-cli", "load", url, "--users", std::to_string(users), "--ramp",
        "5s", "--hold", std::to_string(seconds) + "s", "--think", "1s", "--json"});
    result.summary = parseJson(result.use.output, "assay-cli").value().as_object();
    return result;
}

} // namespace

int main(int argc, char** argv)
{
    const int users = argc > 1 ? std::atoi(argv[1]) : 10'000;
    const int seconds = argc > 2 ? std::atoi(argv[2]) : 10;
    const TargetProcess target;
    const auto few = run(target.url(), 100, seconds);
    const auto many = run(target.url(), users, seconds);
    const auto bytesAUser =
        static_cast<double>(many.use.peakMemoryBytes - few.use.peakMemoryBytes) / (users - 100);
    std::printf("%d users (%.0f requests/s, %.0f failures, %.2f processors used)\n", users,
        many.summary.at("throughput_per_s").to_number<double>(),
        many.summary.at("failures").at("total").to_number<double>(),
        many.use.cpuSeconds() / many.use.wallSeconds);
    std::printf("memory a virtual user: %.0f bytes (bar: at most 4096)\n", bytesAUser);
    const auto& lag = many.summary.at("start_lag_ms").as_object();
    std::printf("actual - intended start: p50 %.3f ms, p99 %.3f ms (bar: p99 under 1 ms), max %.3f ms\n",
        lag.at("p50").to_number<double>(), lag.at("p99").to_number<double>(),
        lag.at("max").to_number<double>());
    return 0;
}
