// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/runreader.h"
#include "session/runrecorder.h"
#include "session/sessionfile.h"
#include "session/syntheticload.h"
#include "temporarydirectory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

namespace assay::test {

/// The value of a Result, or a failed test with its sentence.
template <typename T> T require(Result<T> result)
{
    if (!result) {
        throw std::runtime_error(result.error().message);
    }
    if constexpr (!std::is_void_v<T>) {
        return std::move(*result);
    }
}

/// Samples whose fields take any value a session can hold, the extreme ones often.
std::vector<session::Sample> anySamples(std::mt19937_64& random, std::size_t count);

/// In a fixed order, for comparisons that don't care about it.
std::vector<session::Sample> sorted(std::vector<session::Sample> samples);

std::vector<session::Sample> readSamples(const session::SessionFile& file, std::int64_t runId);

session::Experiment someExperiment();
session::RunStart startOf(std::int64_t experimentId);

/// A directory with a new session in it that holds one experiment.
class SessionTest : public testing::Test
{
protected:
    SessionTest();

    TemporaryDirectory m_directory;
    std::filesystem::path m_path;
    session::SessionFile m_file;
    std::int64_t m_experimentId;
};

} // namespace assay::test
