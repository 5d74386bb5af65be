// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadplan.h"

#include "base/units.h"
#include "load/loadplannames.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

namespace assay::load {

namespace {

/// Writes fields of one object, leaving out those that have their default.
class ObjectWriter
{
public:
    void text(std::string_view key, const std::string& value, std::string_view fallback = {})
    {
        if (value != fallback) {
            m_object[key] = value;
        }
    }

    template <typename T> void value(std::string_view key, T value, T fallback)
    {
        if (value != fallback) {
            m_object[key] = value;
        }
    }

    void duration(std::string_view key, std::int64_t ns, std::int64_t fallback = 0)
    {
        if (ns != fallback) {
            // validate() refuses negative durations; written visibly wrong, they are refused on reading, too.
            m_object[key] = ns < 0 ? "-" + formatDuration(-ns) : formatDuration(ns);
        }
    }

    void list(std::string_view key, json::array items)
    {
        if (!items.empty()) {
            m_object[key] = std::move(items);
        }
    }

    json::value& operator[](std::string_view key) { return m_object[key]; }
    json::object take() { return std::move(m_object); }

private:
    json::object m_object;
};

template <typename T, typename Convert> json::array arrayOf(const std::vector<T>& items, Convert convert)
{
    json::array array;
    for (const auto& item : items) {
        array.emplace_back(convert(item));
    }
    return array;
}

json::value nameValueJson(const std::string& name, const std::string& value)
{
    return json::object{{"name", name}, {"value", value}};
}

json::value thinkJson(const ThinkTime& think)
{
    if (think.kind == ThinkTime::Kind::Fixed) {
        return json::value(
            think.meanNs < 0 ? "-" + formatDuration(-think.meanNs) : formatDuration(think.meanNs));
    }
    ObjectWriter out;
    out["kind"] = thinkKinds[static_cast<std::size_t>(think.kind)];
    if (think.kind == ThinkTime::Kind::Uniform) {
        out.duration("min", think.minNs);
        out.duration("max", think.maxNs);
    } else {
        out.duration("mean", think.meanNs);
    }
    if (think.kind == ThinkTime::Kind::Gaussian) {
        out.duration("deviation", think.deviationNs);
    }
    return out.take();
}

json::value checkJson(const Check& check)
{
    return json::object{{checkNames[static_cast<std::size_t>(check.kind)].key, check.expected}};
}

json::value httpJson(const HttpStep& step)
{
    static const HttpStep defaults;
    ObjectWriter out;
    out["label"] = step.label;
    out.text("method", step.method, defaults.method);
    out["url"] = step.url;
    out.list(
        "headers", arrayOf(step.headers, [](const Header& h) { return nameValueJson(h.name, h.value); }));
    out.text("body", step.body);
    out.list("checks", arrayOf(step.checks, checkJson));
    if (step.think.kind != ThinkTime::Kind::None) {
        out["think"] = thinkJson(step.think);
    }
    out.value("enabled", step.enabled, true);
    return out.take();
}

json::value stepJson(const Step& step)
{
    if (const auto* http = std::get_if<HttpStep>(&step.item)) {
        return httpJson(*http);
    }
    const auto& loop = std::get<LoopStep>(step.item);
    ObjectWriter out;
    out["type"] = "loop";
    out.text("label", loop.label);
    out["count"] = loop.count;
    out["steps"] = arrayOf(loop.steps, stepJson);
    out.value("enabled", loop.enabled, true);
    return out.take();
}

json::value userRowJson(const UserRow& row)
{
    ObjectWriter out;
    out["users"] = row.users;
    out.duration("startDelay", row.startDelayNs);
    out.duration("rampUp", row.rampUpNs);
    out.duration("hold", row.holdNs);
    out.duration("rampDown", row.rampDownNs);
    return out.take();
}

json::value rateRowJson(const RateRow& row)
{
    ObjectWriter out;
    out["fromPerSecond"] = row.fromPerSecond;
    out["toPerSecond"] = row.toPerSecond;
    out.duration("duration", row.durationNs, -1);
    return out.take();
}

json::value profileJson(const Profile& profile)
{
    static const Profile defaults;
    ObjectWriter out;
    out["kind"] = profileKinds[static_cast<std::size_t>(profile.kind)];
    out.list("users", arrayOf(profile.users, userRowJson));
    out.list("rates", arrayOf(profile.rates, rateRowJson));
    if (profile.arrivals != defaults.arrivals) {
        out["arrivals"] = arrivalKinds[static_cast<std::size_t>(profile.arrivals)];
    }
    out.value("maxUsers", profile.maxUsers, defaults.maxUsers);
    return out.take();
}

json::value targetJson(const EmbeddedTarget& target)
{
    static const EmbeddedTarget defaults;
    ObjectWriter out;
    out.value("enabled", target.enabled, true);
    // The two that make the demo what it is are written even when they are defaults.
    out["pool"] = target.pool;
    out["service"] = target.service;
    out.value("responseBytes", target.responseBytes, defaults.responseBytes);
    out.value("errorRate", target.errorRate, defaults.errorRate);
    out.duration("stallEvery", target.stallEveryNs);
    out.duration("stallFor", target.stallForNs);
    return out.take();
}

} // namespace

json::value LoadPlan::toJson() const
{
    static const LoadPlan defaults;
    ObjectWriter out;
    out["format"] = format;
    out["formatVersion"] = formatVersion;
    out.text("name", name);
    if (target != defaults.target) {
        out["target"] = targetJson(target);
    }
    out.list(
        "variables", arrayOf(variables, [](const Variable& v) { return nameValueJson(v.name, v.value); }));
    out["steps"] = arrayOf(steps, stepJson);
    out["profile"] = profileJson(profile);
    out.value("loopsPerUser", loopsPerUser, defaults.loopsPerUser);
    out.value("maxRequests", maxRequests, defaults.maxRequests);
    out.duration("duration", durationNs, defaults.durationNs);
    out.duration("grace", graceNs, defaults.graceNs);
    out.duration("connectTimeout", connectTimeoutNs, defaults.connectTimeoutNs);
    out.duration("responseTimeout", responseTimeoutNs, defaults.responseTimeoutNs);
    out.value("keepAlive", keepAlive, defaults.keepAlive);
    out.value("maxRedirects", maxRedirects, defaults.maxRedirects);
    out.value("spreadAddresses", spreadAddresses, defaults.spreadAddresses);
    out.value("verifyTls", verifyTls, defaults.verifyTls);
    out.text("caFile", caFile);
    out.text("tlsServerName", tlsServerName);
    out.value("threads", threads, defaults.threads);
    out.value("seed", seed, defaults.seed);
    out.list("thresholds", arrayOf(thresholds, [](const std::string& text) { return json::value(text); }));
    return out.take();
}

std::string LoadPlan::toText() const
{
    return prettyJson(toJson());
}

} // namespace assay::load
