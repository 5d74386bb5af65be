// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadplan.h"

#include "load/loadplannames.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <limits>

namespace assay::load {

namespace {

/// A whole number that must fit into an int.
int smallInteger(ObjectReader& in, std::string_view key, int fallback)
{
    const auto value = in.integer(key, fallback);
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max()) {
        in.fault(key, "is out of range.");
        return fallback;
    }
    return static_cast<int>(value);
}

std::uint64_t readSeed(ObjectReader& in, std::uint64_t fallback)
{
    const auto* value = in.child("seed");
    if (!value) {
        return fallback;
    }
    boost::system::error_code code;
    const auto seed = value->is_number() ? value->to_number<std::uint64_t>(code) : 0;
    if (!value->is_number() || code) {
        in.fault("seed", "must be a whole number from 0 on.");
        return fallback;
    }
    return seed;
}

/// Calls `read(item, path)` for each item of the list under `key`.
template <typename Read> void readList(ObjectReader& in, std::string_view key, Read read)
{
    std::size_t index = 0;
    for (const auto& item : in.array(key)) {
        read(item, in.pathOf(key) + "[" + std::to_string(index++) + "]");
    }
}

ThinkTime readThink(ObjectReader& parent, std::vector<Fault>& faults)
{
    ThinkTime think;
    const auto* value = parent.child("think");
    if (!value) {
        return think;
    }
    if (value->is_string()) {
        think.kind = ThinkTime::Kind::Fixed;
        think.meanNs = parent.durationNs("think", 0);
        return think;
    }
    if (!value->is_object()) {
        parent.fault("think", "must be a duration in quotes, such as \"2s\", or an object with a \"kind\".");
        return think;
    }
    ObjectReader in{*value, parent.pathOf("think"), faults};
    think.kind = static_cast<ThinkTime::Kind>(in.choice("kind", thinkKinds, 1));
    if (think.kind == ThinkTime::Kind::Uniform) {
        think.minNs = in.durationNs("min", 0);
        think.maxNs = in.durationNs("max", 0);
    } else if (think.kind != ThinkTime::Kind::None) {
        think.meanNs = in.durationNs("mean", 0);
    }
    if (think.kind == ThinkTime::Kind::Gaussian) {
        think.deviationNs = in.durationNs("deviation", 0);
    }
    in.rejectUnknownKeys();
    return think;
}

Check readCheck(const json::value& value, const std::string& path, std::vector<Fault>& faults)
{
    ObjectReader in{value, path, faults};
    Check check;
    int found = 0;
    for (const auto& name : checkNames) {
        const auto* expected = value.is_object() ? value.get_object().if_contains(name.key) : nullptr;
        if (expected) {
            check.kind = name.kind;
            // "status": 200 is what people write.
            check.expected = name.kind == Check::Kind::Status && expected->is_number()
                ? std::to_string(in.integer(name.key, 0))
                : in.text(name.key);
            ++found;
        }
    }
    if (value.is_object() && found != 1) {
        faults.push_back({path,
            "must hold exactly one of \"status\", \"bodyContains\" and \"bodyLacks\". Write several checks "
            "as several objects."});
    }
    in.rejectUnknownKeys();
    return check;
}

HttpStep readHttpStep(ObjectReader& in, std::vector<Fault>& faults)
{
    HttpStep step;
    step.label = in.text("label");
    step.method = in.text("method", step.method);
    step.url = in.text("url");
    readList(in, "headers", [&](const json::value& value, const std::string& path) {
        ObjectReader header{value, path, faults};
        step.headers.push_back({header.text("name"), header.text("value")});
        header.rejectUnknownKeys();
    });
    step.body = in.text("body");
    readList(in, "checks", [&](const json::value& value, const std::string& path) {
        step.checks.push_back(readCheck(value, path, faults));
    });
    step.think = readThink(in, faults);
    step.enabled = in.flag("enabled", true);
    in.rejectUnknownKeys();
    return step;
}

Step readStep(const json::value& value, const std::string& path, std::vector<Fault>& faults)
{
    ObjectReader in{value, path, faults};
    if (in.choice("type", stepTypes, 0) == 0) {
        return Step{readHttpStep(in, faults)};
    }
    LoopStep loop;
    loop.label = in.text("label");
    loop.count = in.integer("count", loop.count);
    readList(in, "steps", [&](const json::value& item, const std::string& itemPath) {
        loop.steps.push_back(readStep(item, itemPath, faults));
    });
    loop.enabled = in.flag("enabled", true);
    in.rejectUnknownKeys();
    return Step{std::move(loop)};
}

Profile readProfile(const json::value& value, const std::string& profilePath, std::vector<Fault>& faults)
{
    ObjectReader in{value, profilePath, faults};
    Profile profile;
    profile.kind = static_cast<Profile::Kind>(in.choice("kind", profileKinds, 0));
    readList(in, "users", [&](const json::value& item, const std::string& path) {
        ObjectReader row{item, path, faults};
        profile.users.push_back({row.integer("users", 1), row.durationNs("startDelay", 0),
            row.durationNs("rampUp", 0), row.durationNs("hold", 0), row.durationNs("rampDown", 0)});
        row.rejectUnknownKeys();
    });
    readList(in, "rates", [&](const json::value& item, const std::string& path) {
        ObjectReader row{item, path, faults};
        RateRow rate;
        rate.fromPerSecond = row.number("fromPerSecond", rate.fromPerSecond);
        rate.toPerSecond = row.number("toPerSecond", rate.fromPerSecond);
        rate.durationNs = row.durationNs("duration", 0);
        row.rejectUnknownKeys();
        profile.rates.push_back(rate);
    });
    if (!in.child("kind") && !profile.rates.empty()) {
        in.fault("kind",
            "is missing, and the profile holds rates. Write \"open\" for arrivals at these rates, or "
            "\"closed\" for users.");
    }
    profile.arrivals = static_cast<Profile::Arrivals>(in.choice("arrivals", arrivalKinds, 0));
    profile.maxUsers = in.integer("maxUsers", profile.maxUsers);
    in.rejectUnknownKeys();
    return profile;
}

EmbeddedTarget readTarget(const json::value& value, const std::string& path, std::vector<Fault>& faults)
{
    ObjectReader in{value, path, faults};
    EmbeddedTarget target;
    target.enabled = in.flag("enabled", true);
    target.pool = in.integer("pool", target.pool);
    target.service = in.text("service", target.service);
    target.responseBytes = in.size("responseBytes", target.responseBytes);
    target.errorRate = in.number("errorRate", target.errorRate);
    target.stallEveryNs = in.durationNs("stallEvery", 0);
    target.stallForNs = in.durationNs("stallFor", 0);
    in.rejectUnknownKeys();
    return target;
}

void readParts(ObjectReader& in, LoadPlan& plan, std::vector<Fault>& faults)
{
    plan.name = in.text("name");
    if (const auto* target = in.child("target")) {
        plan.target = readTarget(*target, in.pathOf("target"), faults);
    }
    readList(in, "variables", [&](const json::value& value, const std::string& path) {
        ObjectReader variable{value, path, faults};
        plan.variables.push_back({variable.text("name"), variable.text("value")});
        variable.rejectUnknownKeys();
    });
    readList(in, "steps", [&](const json::value& value, const std::string& path) {
        plan.steps.push_back(readStep(value, path, faults));
    });
    if (const auto* profile = in.child("profile")) {
        plan.profile = readProfile(*profile, in.pathOf("profile"), faults);
    }
    readList(in, "thresholds", [&](const json::value& value, const std::string& path) {
        if (const auto* text = value.if_string()) {
            plan.thresholds.emplace_back(text->data(), text->size());
        } else {
            faults.push_back({path, "must be a text in quotes, such as \"p95<300ms\"."});
        }
    });
}

void readSettings(ObjectReader& in, LoadPlan& plan)
{
    plan.loopsPerUser = in.integer("loopsPerUser", plan.loopsPerUser);
    plan.maxRequests = in.integer("maxRequests", plan.maxRequests);
    plan.durationNs = in.durationNs("duration", plan.durationNs);
    plan.graceNs = in.durationNs("grace", plan.graceNs);
    plan.connectTimeoutNs = in.durationNs("connectTimeout", plan.connectTimeoutNs);
    plan.responseTimeoutNs = in.durationNs("responseTimeout", plan.responseTimeoutNs);
    plan.keepAlive = in.flag("keepAlive", plan.keepAlive);
    plan.maxRedirects = smallInteger(in, "maxRedirects", plan.maxRedirects);
    plan.spreadAddresses = in.flag("spreadAddresses", plan.spreadAddresses);
    plan.verifyTls = in.flag("verifyTls", plan.verifyTls);
    plan.caFile = in.text("caFile");
    plan.tlsServerName = in.text("tlsServerName");
    plan.threads = smallInteger(in, "threads", plan.threads);
    plan.seed = readSeed(in, plan.seed);
}

/// Whether `value` claims to be a load plan of a version that we know.
Result<void> checkFormat(const json::value& value, std::string_view source)
{
    const auto* object = value.if_object();
    const auto* format = object ? object->if_contains("format") : nullptr;
    if (!format || !format->is_string() || std::string_view{format->get_string()} != LoadPlan::format) {
        return usageError(std::string{source} + " is not a load plan: a plan is a JSON object with the field "
            + "\"format\": \"" + std::string{LoadPlan::format} + "\".");
    }
    const auto* version = object->if_contains("formatVersion");
    boost::system::error_code code;
    const auto number = version && version->is_number() ? version->to_number<std::int64_t>(code) : 0;
    if (number < 1 || code) {
        return usageError(std::string{source} + " has no usable \"formatVersion\". Write \"formatVersion\": "
            + std::to_string(LoadPlan::formatVersion) + ".");
    }
    if (number > LoadPlan::formatVersion) {
        return usageError(std::string{source} + " is a load plan of format version " + std::to_string(number)
            + ", but Assay " ASSAY_VERSION " reads versions up to " + std::to_string(LoadPlan::formatVersion)
            + ". Open it with a newer Assay.");
    }
    return {};
}

} // namespace

Result<LoadPlan> LoadPlan::fromJson(const json::value& value, std::string_view source)
{
    if (const auto known = checkFormat(value, source); !known) {
        return known.error();
    }
    std::vector<Fault> faults;
    LoadPlan plan;
    ObjectReader in{value, {}, faults};
    in.child("format");
    in.child("formatVersion");
    readParts(in, plan, faults);
    readSettings(in, plan);
    in.rejectUnknownKeys();
    if (!faults.empty()) {
        return faultsError(std::string{source} + " cannot be read as a load plan:", faults);
    }
    return plan;
}

Result<LoadPlan> LoadPlan::fromText(std::string_view text, std::string_view source)
{
    const auto value = parseJson(text, source);
    if (!value) {
        return value.error();
    }
    return fromJson(*value, source);
}

} // namespace assay::load
