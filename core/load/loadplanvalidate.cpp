// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadplan.h"

#include "load/arrivalschedule.h"
#include "load/runtarget.h"
#include "load/stepvalidator.h"
#include "load/threshold.h"
#include "load/url.h"

#include <cmath>

namespace assay::load {

namespace {

/// Collects faults of plain fields.
class Fields
{
public:
    explicit Fields(std::vector<Fault>& faults)
        : m_faults(faults)
    { }

    void add(std::string field, std::string message)
    {
        m_faults.push_back({std::move(field), std::move(message)});
    }

    void number(std::string field, std::int64_t value, std::int64_t least, std::int64_t most)
    {
        if (value < least || value > most) {
            add(std::move(field),
                "must be from " + std::to_string(least) + " to " + std::to_string(most) + ".");
        }
    }

    void duration(std::string field, std::int64_t ns)
    {
        if (ns < 0 || ns > maxPlannedNs) {
            add(std::move(field), "must be from 0 to 366 days.");
        }
    }

    void positiveDuration(std::string field, std::int64_t ns)
    {
        if (ns <= 0 || ns > maxPlannedNs) {
            add(std::move(field), "must be longer than 0 and at most 366 days.");
        }
    }

private:
    std::vector<Fault>& m_faults;
};

std::string row(std::string_view list, std::size_t index)
{
    return "profile." + std::string{list} + "[" + std::to_string(index) + "]";
}

void checkUserRows(const std::vector<UserRow>& rows, Fields& fields)
{
    if (rows.empty()) {
        fields.add("profile.users",
            "holds no row: nobody would make a request. Add one with users and a hold time.");
    }
    std::int64_t total = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto path = row("users", i);
        fields.number(path + ".users", rows[i].users, 1, maxPlannedUsers);
        fields.duration(path + ".startDelay", rows[i].startDelayNs);
        fields.duration(path + ".rampUp", rows[i].rampUpNs);
        fields.duration(path + ".hold", rows[i].holdNs);
        fields.duration(path + ".rampDown", rows[i].rampDownNs);
        if (rows[i].rampUpNs == 0 && rows[i].holdNs == 0 && rows[i].rampDownNs == 0) {
            fields.add(path + ".hold",
                "is 0, and so are the ramps: the users would leave as they come. Give it a length.");
        }
        total = std::min(total, maxPlannedUsers) + std::min(rows[i].users, maxPlannedUsers);
    }
    if (rows.size() > 1 && total > maxPlannedUsers) {
        fields.add("profile.users", "plans more than " + std::to_string(maxPlannedUsers) + " users in all.");
    }
}

void checkRateRows(const Profile& profile, Fields& fields)
{
    const auto& rows = profile.rates;
    if (rows.empty()) {
        fields.add(
            "profile.rates", "holds no row: nothing would arrive. Add one with a rate and a duration.");
    }
    bool readable = true;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto checkRate = [&](std::string_view name, double rate) {
            if (!std::isfinite(rate) || rate < 0 || rate > maxPlannedRate) {
                fields.add(
                    row("rates", i) + std::string{name}, "must be from 0 to 10000000 arrivals a second.");
                readable = false;
            }
        };
        checkRate(".fromPerSecond", rows[i].fromPerSecond);
        checkRate(".toPerSecond", rows[i].toPerSecond);
        fields.positiveDuration(row("rates", i) + ".duration", rows[i].durationNs);
        readable = readable && rows[i].durationNs > 0;
    }
    if (!rows.empty() && readable && plannedArrivals(profile) == 0) {
        fields.add("profile.rates", "plans no arrival at all. Raise a rate.");
    }
    fields.number("profile.maxUsers", profile.maxUsers, 1, maxPlannedUsers);
}

void checkTarget(const EmbeddedTarget& target, Fields& fields)
{
    if (const auto options = targetOptions(target); !options) {
        fields.add("target.service", options.error().message);
    }
    fields.number("target.pool", target.pool, 1, maxTargetPool);
    fields.number("target.responseBytes", target.responseBytes, 0, maxTargetResponseBytes);
    if (!(target.errorRate >= 0 && target.errorRate <= 1)) {
        fields.add("target.errorRate", "must be from 0 (no errors) to 1 (nothing else).");
    }
    fields.duration("target.stallEvery", target.stallEveryNs);
    fields.duration("target.stallFor", target.stallForNs);
    if ((target.stallEveryNs > 0) != (target.stallForNs > 0)) {
        fields.add(target.stallForNs > 0 ? "target.stallEvery" : "target.stallFor",
            "is missing: a stall needs both how often (stallEvery) and how long (stallFor).");
    } else if (target.stallForNs > 0 && target.stallForNs >= target.stallEveryNs) {
        fields.add("target.stallFor", "must be shorter than stallEvery, or the server never answers.");
    }
}

void checkSettings(const LoadPlan& plan, Fields& fields)
{
    if (plan.loopsPerUser < 0 || plan.loopsPerUser > maxPlannedRounds) {
        fields.add("loopsPerUser",
            "must be 1 or more (" + std::to_string(maxPlannedRounds)
                + " at most), or 0 to go on until the user's time is over.");
    }
    if (plan.maxRequests < 0 || plan.maxRequests > maxPlannedRequests) {
        fields.add("maxRequests",
            "must be 1 or more (" + std::to_string(maxPlannedRequests) + " at most), or 0 for no limit.");
    }
    fields.duration("duration", plan.durationNs);
    fields.duration("grace", plan.graceNs);
    fields.positiveDuration("connectTimeout", plan.connectTimeoutNs);
    fields.positiveDuration("responseTimeout", plan.responseTimeoutNs);
    fields.number("maxRedirects", plan.maxRedirects, 0, maxPlannedRedirects);
    fields.number("threads", plan.threads, 0, maxPlannedThreads);
    if (!plan.tlsServerName.empty()) {
        const auto url = parseUrl("https://" + plan.tlsServerName + "/");
        if (!url || url->port != 443 || url->target != "/" || url->ipv6) {
            fields.add("tlsServerName",
                "\"" + plan.tlsServerName + "\" is not a host name. Write one, such as example.org.");
        }
    }
    for (std::size_t i = 0; i < plan.thresholds.size(); ++i) {
        if (const auto threshold = Threshold::parse(plan.thresholds[i]); !threshold) {
            fields.add("thresholds[" + std::to_string(i) + "]", threshold.error().message);
        }
    }
}

VariableTable checkVariables(const LoadPlan& plan, Fields& fields)
{
    VariableTable table;
    if (plan.target.enabled) {
        table.defineTarget("127.0.0.1:80");
    }
    for (std::size_t i = 0; i < plan.variables.size(); ++i) {
        if (const auto defined = table.define(plan.variables[i]); !defined) {
            fields.add("variables[" + std::to_string(i) + "]", defined.error().message);
        }
    }
    return table;
}

} // namespace

std::vector<Fault> LoadPlan::validate() const
{
    std::vector<Fault> faults;
    Fields fields{faults};
    if (target.enabled) {
        checkTarget(target, fields);
    }
    const auto table = checkVariables(*this, fields);
    if (enabledSteps(steps).empty()) {
        fields.add("steps", "holds no enabled request. Add one with a label and a URL.");
    }
    StepValidator{table, faults}.check(steps, "steps");
    if (profile.kind == Profile::Kind::Closed) {
        checkUserRows(profile.users, fields);
    } else {
        checkRateRows(profile, fields);
    }
    checkSettings(*this, fields);
    // A plan travels as JSON; bytes that are not UTF-8 (from a command line, say) would not survive it.
    if (faults.empty() && !parseJson(toText(), name)) {
        fields.add({}, "The plan holds bytes that are not text in UTF-8. Write them as UTF-8.");
    }
    return faults;
}

} // namespace assay::load
