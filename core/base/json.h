// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <boost/json/value.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

namespace json = boost::json;

/// One thing that is wrong with a plan: the field's path ("steps[2].url") and a sentence for the user.
struct Fault
{
    std::string field;
    std::string message;
};

/// The faults as one message, a line each, headed by `heading`: the first 20, and how many more there are.
Error faultsError(std::string_view heading, const std::vector<Fault>& faults);

/// Parses a JSON text. On failure the message names `source`, the line and the column. Numbers are read
/// exactly (Boost.JSON 1.81 itself may be off in the last digit), a key that an object holds twice is refused.
Result<json::value> parseJson(std::string_view text, std::string_view source);

/// Indented text, keys in the order of insertion, one item a line: made for version control.
std::string prettyJson(const json::value& value);

/// Reads one JSON object key by key. Wrong types, bad values and unknown keys are added to a list of faults
/// with the path of the field; reading goes on with the fallback, so that a user sees every fault at once.
/// Keeps references to its arguments: use it within one function.
class ObjectReader
{
public:
    ObjectReader(const json::value& value, std::string path, std::vector<Fault>& faults);

    std::string text(std::string_view key, std::string_view fallback = {});
    double number(std::string_view key, double fallback);
    std::int64_t integer(std::string_view key, std::int64_t fallback);
    bool flag(std::string_view key, bool fallback);
    /// A duration text as in parseDuration(), e.g. "1m30s"; in nanoseconds.
    std::int64_t durationNs(std::string_view key, std::int64_t fallback);
    /// A size in bytes: a number, or a text as in parseSize().
    std::int64_t size(std::string_view key, std::int64_t fallback);
    /// The position of the text in `names`; `fallback` when the key is absent.
    std::size_t choice(std::string_view key, const std::vector<std::string_view>& names, std::size_t fallback);

    /// The value under `key`, or nullptr. The key counts as known.
    const json::value* child(std::string_view key);
    /// The array under `key`; empty when absent; a fault when it is something else.
    const json::array& array(std::string_view key);

    /// "path.key", for readers of children.
    std::string pathOf(std::string_view key) const;
    void fault(std::string_view key, std::string message);
    /// Adds a fault for each key that nobody asked for: a misspelt option must not be ignored silently.
    void rejectUnknownKeys();

private:
    const json::object* m_object = nullptr;
    std::string m_path;
    std::vector<Fault>& m_faults;
    std::vector<std::string> m_known;
};

} // namespace assay
