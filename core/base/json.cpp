// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"

#include "base/units.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace assay {

namespace {

void indent(std::string& out, int depth)
{
    out += '\n';
    out.append(static_cast<std::size_t>(depth) * 2, ' ');
}

void print(std::string& out, const json::value& value, int depth)
{
    if (const auto* object = value.if_object(); object && !object->empty()) {
        char separator = '{';
        for (const auto& [key, item] : *object) {
            out += separator;
            indent(out, depth + 1);
            out += json::serialize(json::string_view {key});
            out += ": ";
            print(out, item, depth + 1);
            separator = ',';
        }
        indent(out, depth);
        out += '}';
    } else if (const auto* array = value.if_array(); array && !array->empty()) {
        char separator = '[';
        for (const auto& item : *array) {
            out += separator;
            indent(out, depth + 1);
            print(out, item, depth + 1);
            separator = ',';
        }
        indent(out, depth);
        out += ']';
    } else if (value.is_double()) {
        out += std::isfinite(value.get_double()) ? formatNumber(value.get_double()) : "null";
    } else {
        out += json::serialize(value);
    }
}

} // namespace

Error faultsError(std::string_view heading, const std::vector<Fault>& faults)
{
    std::string message {heading};
    constexpr std::size_t mostTold = 20;
    for (const auto& fault : std::span{faults}.first(std::min(faults.size(), mostTold))) {
        message += "\n  " + (fault.field.empty() ? std::string {} : fault.field + ": ") + fault.message;
    }
    if (faults.size() > mostTold) {
        message += "\n  and " + std::to_string(faults.size() - mostTold) + " more.";
    }
    return usageError(std::move(message));
}

std::string prettyJson(const json::value& value)
{
    std::string out;
    print(out, value, 0);
    out += '\n';
    return out;
}

ObjectReader::ObjectReader(const json::value& value, std::string path, std::vector<Fault>& faults)
    : m_object(value.if_object())
    , m_path(std::move(path))
    , m_faults(faults)
{
    if (!m_object) {
        m_faults.push_back({m_path, "must be a JSON object in braces."});
    }
}

const json::value* ObjectReader::child(std::string_view key)
{
    m_known.emplace_back(key);
    return m_object ? m_object->if_contains(key) : nullptr;
}

std::string ObjectReader::pathOf(std::string_view key) const
{
    return m_path.empty() ? std::string {key} : m_path + "." + std::string {key};
}

void ObjectReader::fault(std::string_view key, std::string message)
{
    m_faults.push_back({pathOf(key), std::move(message)});
}

std::string ObjectReader::text(std::string_view key, std::string_view fallback)
{
    const auto* value = child(key);
    if (!value) {
        return std::string {fallback};
    }
    if (const auto* string = value->if_string()) {
        return std::string {string->data(), string->size()};
    }
    fault(key, "must be a text in quotes.");
    return std::string {fallback};
}

double ObjectReader::number(std::string_view key, double fallback)
{
    const auto* value = child(key);
    if (!value) {
        return fallback;
    }
    if (value->is_number()) {
        return value->to_number<double>();
    }
    fault(key, "must be a number.");
    return fallback;
}

std::int64_t ObjectReader::integer(std::string_view key, std::int64_t fallback)
{
    const auto* value = child(key);
    if (!value) {
        return fallback;
    }
    boost::system::error_code code;
    if (value->is_number()) {
        const auto whole = value->to_number<std::int64_t>(code);
        if (!code) {
            return whole;
        }
    }
    fault(key, "must be a whole number.");
    return fallback;
}

bool ObjectReader::flag(std::string_view key, bool fallback)
{
    const auto* value = child(key);
    if (!value) {
        return fallback;
    }
    if (const auto* boolean = value->if_bool()) {
        return *boolean;
    }
    fault(key, "must be true or false.");
    return fallback;
}

std::int64_t ObjectReader::durationNs(std::string_view key, std::int64_t fallback)
{
    const auto* value = child(key);
    if (!value) {
        return fallback;
    }
    if (const auto* string = value->if_string()) {
        const auto ns = parseDuration({string->data(), string->size()});
        if (ns) {
            return *ns;
        }
        fault(key, ns.error().message);
        return fallback;
    }
    fault(key, "must be a duration in quotes, such as \"10s\".");
    return fallback;
}

std::int64_t ObjectReader::size(std::string_view key, std::int64_t fallback)
{
    const auto* value = child(key);
    if (value && value->is_string()) {
        const auto& string = value->get_string();
        const auto bytes = parseSize({string.data(), string.size()});
        if (bytes) {
            return *bytes;
        }
        fault(key, bytes.error().message);
        return fallback;
    }
    return integer(key, fallback);
}

std::size_t ObjectReader::choice(
    std::string_view key, const std::vector<std::string_view>& names, std::size_t fallback)
{
    const auto* value = child(key);
    if (!value) {
        return fallback;
    }
    const auto* string = value->if_string();
    const auto found = string ? std::find(names.begin(), names.end(), std::string_view {*string}) : names.end();
    if (found != names.end()) {
        return static_cast<std::size_t>(found - names.begin());
    }
    std::string allowed;
    for (const auto& name : names) {
        allowed += (allowed.empty() ? "\"" : ", \"") + std::string {name} + "\"";
    }
    fault(key, "must be one of " + allowed + ".");
    return fallback;
}

const json::array& ObjectReader::array(std::string_view key)
{
    static const json::array empty;
    const auto* value = child(key);
    if (!value) {
        return empty;
    }
    if (const auto* array = value->if_array()) {
        return *array;
    }
    fault(key, "must be a list in square brackets.");
    return empty;
}

void ObjectReader::rejectUnknownKeys()
{
    if (!m_object) {
        return;
    }
    for (const auto& item : *m_object) {
        const std::string key {item.key().data(), item.key().size()};
        if (std::find(m_known.begin(), m_known.end(), key) == m_known.end()) {
            fault(key, "is not a known field here. Remove it or correct its spelling.");
        }
    }
}

} // namespace assay
