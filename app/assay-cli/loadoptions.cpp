// SPDX-License-Identifier: GPL-3.0-or-later
#include "loadoptions.h"

#include "base/textfile.h"
#include "load/demoplan.h"
#include "rateshape.h"

#include <algorithm>

namespace assay::cli {

namespace {

bool looksLikeUrl(std::string_view text)
{
    return text.find("://") != std::string_view::npos;
}

/// "Name: value" as curl's -H takes it.
Result<load::Header> parseHeader(const std::string& text)
{
    const auto colon = text.find(':');
    if (colon == std::string::npos || colon == 0) {
        return usageError("--header: \"" + text + "\" is not a header. Write \"Name: value\".");
    }
    const auto start = text.find_first_not_of(' ', colon + 1);
    return load::Header{text.substr(0, colon), start == std::string::npos ? "" : text.substr(start)};
}

} // namespace

void LoadOptions::addTo(CommandLine& line)
{
    line.positional("URL|PLAN.json", m_subject, CommandLine::Need::Optional,
        "What to request: a URL, or a plan saved as JSON");
    line.flag("demo", m_demo, "Run the ready demo against the embedded target instead");
    addLoad(line);
    addRequest(line);
    addConnection(line);
    line.texts("threshold", "CONDITION", m_thresholds,
        "A condition that the run must meet, such as p95<300ms, failures<1% or hold:throughput>=100");
    line.text("session", "FILE", m_session, "Record the run, with every sample, into this session file");
    line.flag("json", m_json, "Print the summary as JSON");
    line.flag("preview", m_preview, "Only tell what the plan will do, and what it will not");
}

void LoadOptions::addLoad(CommandLine& line)
{
    line.integer("users", m_users, 1, load::maxPlannedUsers, "Virtual users (closed load)");
    line.duration("ramp", m_rampNs, "Start the users, or raise the rate, over this time");
    line.duration("hold", m_holdNs, "Keep the full load for this time");
    line.duration("ramp-down", m_rampDownNs, "Let the users leave, or the rate fall, over this time");
    line.number("rate", m_rate, 0, load::maxPlannedRate, "Arrivals a second instead of users (open load)");
    line.flag("poisson", m_poisson, "Arrivals at random instants instead of even ones");
    line.integer("max-users", m_maxUsers, 1, load::maxPlannedUsers,
        "Arrivals in progress at most; more are counted as unserved");
    line.integer(
        "loops", m_loops, 0, load::maxPlannedRounds, "Rounds of each user; 0 = until the time is over");
    line.integer(
        "requests", m_requests, 0, load::maxPlannedRequests, "Stop after so many requests; 0 = no limit");
    line.duration("duration", m_durationNs, "Cut the profile short after this time; 0 = its own length");
    line.duration("grace", m_graceNs, "Wait so long for requests in flight at the end; then they are cut");
    line.integer("threads", m_threads, 0, load::maxPlannedThreads,
        "Worker threads; 0 = chosen by users and processors");
    line.integer(
        "seed", m_seed, 0, std::numeric_limits<std::int64_t>::max(), "Of random think times and arrivals");
}

void LoadOptions::addRequest(CommandLine& line)
{
    line.text("method", "METHOD", m_method, "Request method");
    line.texts("header", "'NAME: VALUE'", m_headers, "A request header");
    line.text("body", "TEXT", m_body, "Request body");
    line.allowEmpty("body");
    line.duration("think", m_thinkNs, "Pause after each request");
    line.text("status", "CODES", m_status, "Expected statuses, such as 200-299,304 (default: 200-399)");
    line.texts("contains", "TEXT", m_contains, "The response's body must contain this text");
}

void LoadOptions::addConnection(CommandLine& line)
{
    line.duration("timeout", m_timeoutNs, "Give up a response after this time");
    line.duration("connect-timeout", m_connectTimeoutNs, "Give up a connection attempt after this time");
    line.flag("no-keep-alive", m_noKeepAlive, "Open a new connection for each request");
    line.integer("redirects", m_redirects, 0, load::maxPlannedRedirects,
        "Follow so many redirects of a request, each to a server that a step names");
    line.flag("insecure", m_insecure, "Do not verify the server's certificate");
    line.text("ca-file", "FILE", m_caFile, "Trust the certificates in this PEM file");
    line.text(
        "server-name", "NAME", m_serverName, "Name to ask for and verify in TLS instead of the URL's host");
}

Result<load::LoadPlan> LoadOptions::plan(const CommandLine& line) const
{
    auto plan = basePlan(line);
    if (!plan) {
        return plan;
    }
    if (const auto applied = applyProfile(line, *plan); !applied) {
        return applied.error();
    }
    applyLimits(line, *plan);
    if (const auto faults = plan->validate(); !faults.empty()) {
        return faultsError((looksLikeUrl(m_subject) ? "The request"
                                   : m_demo         ? "The demo plan"
                                                    : m_subject)
                + std::string{" cannot be run:"},
            faults);
    }
    return plan;
}

Result<load::LoadPlan> LoadOptions::basePlan(const CommandLine& line) const
{
    if (m_demo && !m_subject.empty()) {
        return usageError("--demo brings its own plan: leave out \"" + m_subject + "\".");
    }
    if (!m_demo && m_subject.empty()) {
        return usageError(
            "Name what to request: a URL such as http://localhost:8080/, a plan (PLAN.json), or "
            "--demo.");
    }
    if (looksLikeUrl(m_subject)) {
        return planFromUrl();
    }
    for (const auto* option : {"method", "header", "body", "think", "status", "contains"}) {
        if (line.given(option)) {
            return usageError("--" + std::string{option} + " goes with a URL; "
                + (m_demo ? std::string{"the demo"} : "\"" + m_subject + "\"")
                + " is a plan with requests of its own" + (m_demo ? "." : ". Change it there."));
        }
    }
    if (m_demo) {
        return load::demoPlan();
    }
    const auto text = readTextFile(m_subject);
    if (!text) {
        return text.error();
    }
    return load::LoadPlan::fromText(*text, m_subject);
}

Result<load::LoadPlan> LoadOptions::planFromUrl() const
{
    auto http = step();
    if (!http) {
        return http.error();
    }
    load::LoadPlan plan;
    plan.name = m_subject;
    plan.steps.push_back({std::move(*http)});
    return plan;
}

Result<load::HttpStep> LoadOptions::step() const
{
    load::HttpStep step;
    step.label = m_method + " " + m_subject;
    step.method = m_method;
    step.url = m_subject;
    step.body = m_body;
    for (const auto& text : m_headers) {
        auto header = parseHeader(text);
        if (!header) {
            return header.error();
        }
        step.headers.push_back(std::move(*header));
    }
    if (m_thinkNs > 0) {
        step.think = {load::ThinkTime::Kind::Fixed, m_thinkNs, 0, 0, 0};
    }
    if (!m_status.empty()) {
        step.checks.push_back({load::Check::Kind::Status, m_status});
    }
    for (const auto& text : m_contains) {
        step.checks.push_back({load::Check::Kind::BodyContains, text});
    }
    return step;
}

Result<void> LoadOptions::applyProfile(const CommandLine& line, load::LoadPlan& plan) const
{
    if (line.given("rate") && line.given("users")) {
        return usageError(
            "--users and --rate exclude each other: users make a closed load, a rate an open one.");
    }
    if (line.given("rate") && m_rate <= 0) {
        return usageError("--rate: arrivals a second must be more than 0.");
    }
    auto& profile = plan.profile;
    const bool planned = !profile.users.empty() || !profile.rates.empty();
    if (!planned && (looksLikeUrl(m_subject) || givesProfile(line, profile))) {
        const auto fromPlan = profile;
        profile = ownProfile(line);
        profile.arrivals = fromPlan.arrivals;
        profile.maxUsers = fromPlan.maxUsers;
    } else if (!planned) {
        return {}; // validate() tells what is missing
    } else if (const auto changed = changeProfile(line, profile); !changed) {
        return changed;
    }
    const bool open = profile.kind == load::Profile::Kind::Open;
    for (const auto* option : {"poisson", "max-users"}) {
        if (line.given(option) && !open) {
            return usageError("--" + std::string{option}
                + " is for arrivals, and this load is made by users. Give --rate instead of --users, or "
                  "leave it out.");
        }
    }
    if (line.given("poisson")) {
        profile.arrivals = load::Profile::Arrivals::Poisson;
    }
    if (line.given("max-users")) {
        profile.maxUsers = m_maxUsers;
    }
    return {};
}

/// Whether the command line says what a plan without rows leaves open.
bool LoadOptions::givesProfile(const CommandLine& line, const load::Profile& profile)
{
    return line.given("rate")
        || (profile.kind == load::Profile::Kind::Closed && (line.given("users") || line.given("hold")));
}

/// Of a load that has no plan.
load::Profile LoadOptions::ownProfile(const CommandLine& line) const
{
    load::Profile profile;
    if (line.given("rate")) {
        profile.kind = load::Profile::Kind::Open;
        profile.rates = RateShape{m_rate, m_rampNs, m_holdNs, m_rampDownNs}.rows();
    } else {
        // Rounds or requests end the run; without a time of its own the hold only has to be long enough.
        const bool counted = (line.given("loops") || line.given("requests")) && !line.given("hold");
        profile.users.push_back(
            {m_users, 0, m_rampNs, counted ? load::openEndedHoldNs : m_holdNs, m_rampDownNs});
    }
    return profile;
}

/// Of a plan only what was given is changed, and only if it is clear what that means.
Result<void> LoadOptions::changeProfile(const CommandLine& line, load::Profile& profile) const
{
    std::string given;
    for (const auto* option : {"users", "rate", "ramp", "hold", "ramp-down"}) {
        given = given.empty() && line.given(option) ? "--" + std::string{option} : given;
    }
    if (given.empty()) {
        return {};
    }
    const auto apply = [&](const char* option, auto& field, const auto& value) {
        if (line.given(option)) {
            field = value;
        }
    };
    const bool open = profile.kind == load::Profile::Kind::Open;
    const auto name = m_demo ? std::string{"the demo plan"} : "\"" + m_subject + "\"";
    if (line.given(open ? "users" : "rate")) {
        return usageError(given + " does not fit " + name + ", whose load is "
            + (open ? "arrivals at a rate" : "made by users") + ". Change its profile there.");
    }
    auto shape = RateShape::of(profile.rates);
    if (open ? !shape : profile.users.size() != 1) {
        return usageError(given + " cannot tell which of the profile's rows in " + name
            + " it is meant for: it has more than one ramp up, hold and ramp down. Change them there.");
    }
    if (open) {
        apply("rate", shape->perSecond, m_rate);
        apply("ramp", shape->rampNs, m_rampNs);
        apply("hold", shape->holdNs, m_holdNs);
        apply("ramp-down", shape->rampDownNs, m_rampDownNs);
        profile.rates = shape->rows();
        return {};
    }
    auto& row = profile.users[0];
    apply("users", row.users, m_users);
    apply("ramp", row.rampUpNs, m_rampNs);
    apply("hold", row.holdNs, m_holdNs);
    apply("ramp-down", row.rampDownNs, m_rampDownNs);
    return {};
}

void LoadOptions::applyLimits(const CommandLine& line, load::LoadPlan& plan) const
{
    const auto apply = [&](const char* option, auto& field, const auto& value) {
        if (line.given(option)) {
            field = value;
        }
    };
    apply("loops", plan.loopsPerUser, m_loops);
    apply("requests", plan.maxRequests, m_requests);
    apply("duration", plan.durationNs, m_durationNs);
    apply("grace", plan.graceNs, m_graceNs);
    apply("threads", plan.threads, static_cast<int>(m_threads));
    apply("seed", plan.seed, static_cast<std::uint64_t>(m_seed));
    apply("timeout", plan.responseTimeoutNs, m_timeoutNs);
    apply("connect-timeout", plan.connectTimeoutNs, m_connectTimeoutNs);
    apply("no-keep-alive", plan.keepAlive, !m_noKeepAlive);
    apply("redirects", plan.maxRedirects, static_cast<int>(m_redirects));
    apply("insecure", plan.verifyTls, !m_insecure);
    apply("ca-file", plan.caFile, m_caFile);
    apply("server-name", plan.tlsServerName, m_serverName);
    plan.thresholds.insert(plan.thresholds.end(), m_thresholds.begin(), m_thresholds.end());
}

} // namespace assay::cli
