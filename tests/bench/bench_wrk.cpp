// SPDX-License-Identifier: GPL-3.0-or-later
// Requests a second and processor time a request, against wrk on nginx in alternating runs: 50 connections,
// one thread, a small GET. Assay keeps every sample in a session file, wrk keeps none. nginx runs as many
// workers as there are processors, which is how Debian ships it, unless told otherwise; with a single one it
// is nginx that is measured.
//
//   bench_wrk [rounds [seconds [workers of nginx]]]
#include "base/json.h"
#include "bench/measuredprocess.h"
#include "support/nginxserver.h"
#include "temporarydirectory.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

using namespace assay;
using namespace assay::bench;

namespace {

struct Figures
{
    double requestsPerSecond = 0;
    double cpuUs = 0; ///< a request
};

Figures runWrk(const std::string& url, int seconds)
{
    const auto use = measure({"wrk", "-t1", "-c50", "-d" + std::to_string(seconds) + "s", url});
    const auto at = use.output.find(" requests in ");
    const auto from = use.output.rfind('\n', at) + 1;
    const auto requests = std::strtod(use.output.c_str() + from, nullptr);
    const auto rate = use.output.find("Requests/sec:");
    return {std::strtod(use.output.c_str() + rate + 13, nullptr), use.cpuSeconds() / requests * 1e6};
}

Figures runAssay(const std::string& url, int seconds)
{
    const test::TemporaryDirectory folder;
    const auto use = measure(
        {ASSAY_BIN_DIR "/assay-cli", "load", url, "--users", "50", "--hold", std::to_string(seconds) + "s",
            "--threads", "1", "--json", "--session", (folder / "wrk.assay").string()});
    const auto summary = parseJson(use.output, "assay-cli").value().as_object();
    const auto requests = summary.at("samples").to_number<double>();
    if (summary.at("failures").at("total").to_number<double>() + summary.at("dropped").to_number<double>()
        > 0) {
        std::printf("failures or drops: this run does not count\n");
    }
    return {summary.at("throughput_per_s").to_number<double>(), use.cpuSeconds() / requests * 1e6};
}

} // namespace

int main(int argc, char** argv)
{
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 7;
    const int seconds = argc > 2 ? std::atoi(argv[2]) : 5;
    const int workers = argc > 3 ? std::atoi(argv[3]) : static_cast<int>(std::thread::hardware_concurrency());
    const test::NginxServer server{
        "keepalive_requests 1000000000; location / { return 200 \"a small body, as "
        "small as those of health checks\\n\"; }",
        workers};
    std::printf("nginx with %d worker processes\n", workers);
    std::vector<double> rates;
    std::vector<double> costs;
    std::printf("%8s %14s %14s %8s %12s %12s %8s\n", "round", "wrk req/s", "assay req/s", "ratio",
        "wrk us/req", "assay us/req", "ratio");
    for (int round = 1; round <= rounds; ++round) {
        // The order alternates, so that whatever comes first is not always the same.
        Figures wrk;
        Figures ours;
        if (round % 2 == 1) {
            wrk = runWrk(server.url(), seconds);
            ours = runAssay(server.url(), seconds);
        } else {
            ours = runAssay(server.url(), seconds);
            wrk = runWrk(server.url(), seconds);
        }
        rates.push_back(ours.requestsPerSecond / wrk.requestsPerSecond);
        costs.push_back(ours.cpuUs / wrk.cpuUs);
        std::printf("%8d %14.0f %14.0f %8.2f %12.2f %12.2f %8.2f\n", round, wrk.requestsPerSecond,
            ours.requestsPerSecond, rates.back(), wrk.cpuUs, ours.cpuUs, costs.back());
        std::fflush(stdout);
    }
    std::printf("median of the ratios: requests/s %.2f (bar: at least 1.10), CPU a request %.2f (bar: at "
                "most 0.85)\n",
        median(rates), median(costs));
    return 0;
}
