// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/sample.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

/// Turns samples into columns of numbers that are as small as prediction can make them, and back.
namespace assay::session {

constexpr std::size_t sampleColumnCount = 12;
using SampleColumns = std::array<std::vector<std::int64_t>, sampleColumnCount>;

/// What each row of samples is predicted from: the row before it. In the order of users that is mostly the
/// same user's last request; in the order of intended starts, the arrival before it.
enum class SampleOrder : std::uint8_t
{
    ByUser,
    ByIntended
};

/// `sorted` must be in `order`. Differences wrap around, so that any values come back exactly.
void predictColumns(std::span<const Sample> sorted, SampleOrder order, SampleColumns& columns);

/// The reverse; columns of equal length. False if a value is outside its range: no sample can have had it.
bool restoreSamples(const SampleColumns& columns, SampleOrder order, std::vector<Sample>& samples);

} // namespace assay::session
