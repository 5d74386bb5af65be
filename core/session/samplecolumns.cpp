// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/samplecolumns.h"

#include <limits>

namespace assay::session {

namespace {

/// The number of failure classes in format 1. It decides what every block ever written means: never change
/// it.
constexpr std::size_t slotsOfALabel = 12;

std::int64_t wrappingAdd(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

std::int64_t wrappingSubtract(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

/// Goes through the fields of one sample after the other and hands each to `code` with what it is expected to
/// be. Both directions use this same code, so that they always expect the same. A field may only be predicted
/// from fields that were handed out before it.
class Predictor
{
public:
    explicit Predictor(SampleOrder order)
        : m_order(order)
    { }

    template <typename Code> void row(Sample& sample, Code&& code)
    {
        std::size_t column = 0;
        code(column++, sample.user, m_previous.user);
        const bool sameUser = !m_first && sample.user == m_previous.user;
        code(column++, sample.label, 0);
        code(column++, sample.status, 0);
        code(column++, sample.failure, 0);
        code(column++, sample.connectNs, 0);
        code(column++, sample.tlsNs, 0);
        code(column++, sample.serviceNs, 0);
        // Small responses come in one piece.
        code(column++, sample.firstByteNs, sample.serviceNs);
        code(column++, sample.intendedNs, expectedIntended(sameUser));
        code(column++, sample.startNs, sample.intendedNs);
        // One step's responses tend to have one size; failures have another.
        const auto kind = static_cast<std::size_t>(sample.failure);
        auto& sizes = m_sizes[(sample.label * slotsOfALabel + kind) % m_sizes.size()];
        code(column++, sample.bytesIn, sizes.in);
        code(column++, sample.bytesOut, sizes.out);
        sizes = {static_cast<std::int64_t>(sample.bytesIn), static_cast<std::int64_t>(sample.bytesOut)};
        remember(sample, sameUser);
    }

private:
    struct Sizes
    {
        std::int64_t in = 0;
        std::int64_t out = 0;
    };

    std::int64_t expectedIntended(bool sameUser) const
    {
        if (m_order == SampleOrder::ByIntended) {
            return wrappingAdd(m_previous.intendedNs, m_intendedStep);
        }
        // A user goes on where it ended; another user begins about where the one before it began.
        return sameUser ? m_previous.endNs() : m_userBeginNs;
    }

    void remember(const Sample& sample, bool sameUser)
    {
        m_intendedStep = wrappingSubtract(sample.intendedNs, m_previous.intendedNs);
        if (!sameUser) {
            m_userBeginNs = sample.intendedNs;
        }
        m_previous = sample;
        m_first = false;
    }

    SampleOrder m_order;
    bool m_first = true;
    Sample m_previous;
    std::int64_t m_intendedStep = 0;
    std::int64_t m_userBeginNs = 0;
    std::array<Sizes, 256> m_sizes{};
};

/// Fills `field` if the value is in the range that the field can have.
template <typename Field> bool assign(Field& field, std::int64_t value)
{
    field = static_cast<Field>(value);
    return value >= 0 && value <= std::numeric_limits<Field>::max();
}

bool assign(FailureKind& field, std::int64_t value)
{
    field = static_cast<FailureKind>(value);
    return value >= 0 && value < static_cast<std::int64_t>(failureKindCount);
}

bool assign(std::int64_t& field, std::int64_t value)
{
    field = value;
    return true; // limits differ between instants and durations: see inLimits()
}

bool assign(std::uint64_t& field, std::int64_t value)
{
    field = static_cast<std::uint64_t>(value);
    return true;
}

bool inLimits(const Sample& sample)
{
    const auto instant = [](std::int64_t ns) { return ns >= -maxTimeNs && ns <= maxTimeNs; };
    const auto duration = [](std::int64_t ns) { return ns >= 0 && ns <= maxTimeNs; };
    return instant(sample.startNs) && instant(sample.intendedNs) && duration(sample.connectNs)
        && duration(sample.tlsNs) && duration(sample.firstByteNs) && duration(sample.serviceNs);
}

} // namespace

void predictColumns(std::span<const Sample> sorted, SampleOrder order, SampleColumns& columns)
{
    for (auto& column : columns) {
        column.resize(sorted.size());
    }
    Predictor predictor{order};
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        auto sample = sorted[i];
        predictor.row(sample, [&](std::size_t column, auto field, std::int64_t expected) {
            columns[column][i] = wrappingSubtract(static_cast<std::int64_t>(field), expected);
        });
    }
}

bool restoreSamples(const SampleColumns& columns, SampleOrder order, std::vector<Sample>& samples)
{
    samples.resize(columns.front().size());
    Predictor predictor{order};
    bool ok = true;
    for (std::size_t i = 0; i < samples.size() && ok; ++i) {
        predictor.row(samples[i], [&](std::size_t column, auto& field, std::int64_t expected) {
            ok = assign(field, wrappingAdd(columns[column][i], expected)) && ok;
        });
        ok = ok && inLimits(samples[i]);
    }
    return ok;
}

} // namespace assay::session
