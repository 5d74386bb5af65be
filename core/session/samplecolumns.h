// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/sample.h"
#include "session/sampleorder.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

/// Turns samples into columns of numbers that are as small as prediction can make them, and back.
namespace assay::session {

constexpr std::size_t sampleColumnCount = 12;
/// The first ones name the sample's class: user, label, status, failure.
constexpr std::size_t labelColumn = 1;
constexpr std::size_t statusColumn = 2;
constexpr std::size_t failureColumn = 3;
constexpr std::size_t firstMeasuredColumn = 4;
using SampleColumns = std::array<std::vector<std::int64_t>, sampleColumnCount>;

/// `sorted` must be in `order`. Differences wrap around, so that any values come back exactly.
void predictColumns(std::span<const Sample> sorted, SampleOrder order, SampleColumns& columns);

/// The reverse; columns of equal length. False if a value is outside its range: no sample can have had it.
bool restoreSamples(const SampleColumns& columns, SampleOrder order, std::vector<Sample>& samples);

} // namespace assay::session
