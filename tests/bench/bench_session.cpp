// SPDX-License-Identifier: GPL-3.0-or-later
// The bars of the session file: samples written a second, bytes a sample, time to open a huge session.
//   bench_session [--samples N] [--directory DIR]
#include "base/clock.h"
#include "session/runreader.h"
#include "session/runrecorder.h"
#include "session/sampleblock.h"
#include "session/sessionfile.h"
#include "session/syntheticload.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

using namespace assay;
using namespace assay::session;
using assay::test::LoadShape;
using assay::test::SyntheticLoad;

namespace {

template <typename T> T require(Result<T> result)
{
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().message.c_str());
        std::exit(3);
    }
    if constexpr (!std::is_void_v<T>) {
        return std::move(*result);
    }
}

double secondsSince(std::int64_t startNs)
{
    return static_cast<double>(monotonicNs() - startNs) / 1e9;
}

double cpuSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// Time that passed and time that this thread computed: on a busy machine they differ.
struct Spent
{
    double seconds = 0;
    double cpu = 0;

    template <typename Work> void time(Work&& work)
    {
        const auto startNs = monotonicNs();
        const auto startCpu = cpuSeconds();
        work();
        seconds += secondsSince(startNs);
        cpu += cpuSeconds() - startCpu;
    }

    std::string rate(double count) const
    {
        char text[80];
        std::snprintf(text, sizeof text, "%14.2f %14.2f", count / seconds / 1e6, count / cpu / 1e6);
        return text;
    }
};

const LoadShape shapes[]{
    {},
    {.name = "50 users, 3 steps", .labels = 3},
    {.name = "50 users, 5 % refused", .failureShare = 0.05},
    {.name = "500 users, 1 s think time", .users = 500, .thinkNs = nsPerSecond},
    {.name = "10,000 users, 1 s think time", .users = 10'000, .thinkNs = nsPerSecond},
    {.name = "10,000 arrivals/s, even", .arrivalsPerSecond = 10'000},
    {.name = "10,000 arrivals/s, Poisson", .arrivalsPerSecond = 10'000, .poisson = true},
};

void benchBlocks()
{
    constexpr std::size_t blockSamples = 16'384;
    constexpr int blocks = 40;
    std::printf("%-40s %14s %29s %29s\n", "", "", "million encoded a", "million decoded a");
    std::printf("%-40s %14s %14s %14s %14s %14s\n", "Blocks of 16,384 samples", "bytes/sample", "second",
        "CPU second", "second", "CPU second");
    for (const auto& shape : shapes) {
        SyntheticLoad load{shape};
        std::size_t bytes = 0;
        Spent encoding;
        Spent decoding;
        load.next(4 * blockSamples); // over the beginning
        for (int i = 0; i < blocks; ++i) {
            const auto samples = load.next(blockSamples);
            std::string block;
            encoding.time([&] { block = encodeSampleBlock(samples); });
            decoding.time([&] { require(decodeSampleBlock(block)); });
            bytes += block.size();
        }
        const double total = blocks * static_cast<double>(blockSamples);
        std::printf("%-40s %14.2f %s %s\n", std::string{shape.name}.c_str(),
            static_cast<double>(bytes) / total, encoding.rate(total).c_str(), decoding.rate(total).c_str());
    }
}

/// Adds samples the way the engine does, 200 ms of them at a time; times the recorder alone.
Spent record(RunRecorder& recorder, SyntheticLoad& load, std::size_t count)
{
    constexpr std::size_t partSamples = 10'000; // 50 users at 1 ms: 200 ms
    Spent spent;
    std::int64_t intervalNs = 0;
    int intervals = 0;
    for (std::size_t done = 0; done < count; done += partSamples) {
        const auto samples = load.next(std::min(partSamples, count - done));
        stats::LatencyHistogram service;
        stats::LatencyHistogram response;
        for (const auto& sample : samples) {
            service.record(sample.serviceNs);
            response.record(sample.responseNs());
        }
        IntervalCounts counts{
            .startNs = intervalNs, .lengthNs = 200 * nsPerMs, .users = 50, .completed = samples.size()};
        intervalNs += counts.lengthNs;
        spent.time([&] {
            require(recorder.addSamples(samples));
            for (counts.label = 0; counts.label <= 1; ++counts.label) {
                require(recorder.addInterval(counts, service, response));
            }
            if (++intervals % 5 == 0) {
                require(recorder.commit());
            }
        });
    }
    spent.time([&] { require(recorder.finish(RunState::Finished, "", "{}", intervalNs)); });
    return spent;
}

/// So that the next reader gets nothing from the page cache.
void forget(const std::filesystem::path& path)
{
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    fsync(descriptor);
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
    close(descriptor);
}

void timeOpening(const std::filesystem::path& path, const char* name)
{
    const auto startNs = monotonicNs();
    const auto file = require(SessionFile::open(path, SessionFile::Mode::ReadOnly));
    const RunReader reader{file};
    const auto runs = require(reader.runs());
    const double opened = secondsSince(startNs);
    const auto points = require(reader.intervals(runs.back().id, 0));
    std::printf("%-40s %11.1f ms to its list of runs, %.1f ms with %zu intervals of a chart\n", name,
        opened * 1e3, secondsSince(startNs) * 1e3, points.size());
}

void benchFile(const std::filesystem::path& directory, std::size_t count)
{
    const auto path = directory / ("bench_session-" + std::to_string(getpid()) + ".assay");
    {
        auto file = require(SessionFile::create(path));
        const auto experiment = require(file.putExperiment({.instrument = "load", .name = "bench"}));
        auto recorder = require(RunRecorder::begin(file, {.experimentId = experiment, .labels = {"step"}}));
        SyntheticLoad load;
        const auto spent = record(recorder, load, count);
        require(file.settle());
        const auto fileBytes = static_cast<double>(std::filesystem::file_size(path));
        std::printf("\n%-40s %s million samples a second, a CPU second\n", "Recorder, intervals included",
            spent.rate(static_cast<double>(count)).c_str());
        std::printf("%-40s %14.2f bytes/sample (%.0f MB)\n", "Session file, everything in it",
            fileBytes / static_cast<double>(count), fileBytes / 1e6);
    }
    const auto title = "Opening " + std::to_string(count / 1'000'000) + " million samples, ";
    forget(path);
    timeOpening(path, (title + "cold").c_str());
    timeOpening(path, (title + "warm").c_str());
    {
        const auto file = require(SessionFile::open(path, SessionFile::Mode::ReadOnly));
        const RunReader reader{file};
        const auto startNs = monotonicNs();
        const auto histogram = require(reader.histogram(1, 0, RunReader::LatencyKind::Service, 0, maxTimeNs));
        std::printf("%-40s %11.1f ms\n", "Merging all its histograms", secondsSince(startNs) * 1e3);
        std::size_t read = 0;
        Spent reading;
        reading.time([&] {
            require(reader.samples(1, [&](const Sample&) {
                ++read;
                return true;
            }));
        });
        std::printf("%-40s %s million samples a second, a CPU second%s\n", "Reading all samples in order",
            reading.rate(static_cast<double>(read)).c_str(),
            read == count && histogram.count() == count ? "" : "  (some are MISSING)");
    }
    {
        auto file = require(SessionFile::open(path, SessionFile::Mode::ReadWrite));
        const auto startNs = monotonicNs();
        require(file.removeRun(1));
        std::printf("%-40s %11.1f ms\n", "Removing the run", secondsSince(startNs) * 1e3);
    }
    std::filesystem::remove(path);
}

} // namespace

int main(int argc, char** argv)
{
    std::size_t count = 100'000'000;
    std::filesystem::path directory = std::filesystem::temp_directory_path();
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::strcmp(argv[i], "--samples") == 0) {
            count = std::strtoull(argv[i + 1], nullptr, 10);
        } else if (std::strcmp(argv[i], "--directory") == 0) {
            directory = argv[i + 1];
        }
    }
    benchBlocks();
    benchFile(directory, count);
}
