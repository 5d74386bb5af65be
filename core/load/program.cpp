// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/program.h"

#include "base/text.h"
#include "load/urltemplate.h"

#include <algorithm>
#include <array>

namespace assay::load {

namespace {

bool hasHeader(const HttpStep& step, std::string_view name)
{
    return std::any_of(step.headers.begin(), step.headers.end(),
        [&](const Header& header) { return sameIgnoringCase(header.name, name); });
}

void appendLine(std::string& out, std::string_view name, std::string_view value)
{
    out += name;
    out += ": ";
    out += value;
    out += "\r\n";
}

class Compiler
{
public:
    Compiler(const LoadPlan& plan, const VariableTable& variables)
        : m_plan(plan)
        , m_variables(variables)
    { }

    Result<Program> compile();

private:
    Result<void> addSteps(const std::vector<Step>& steps, std::uint16_t depth);
    Result<void> addHttp(const HttpStep& step);
    Result<void> addLoop(const LoopStep& step, std::uint16_t depth);
    Result<CompiledRequest> compileRequest(const HttpStep& step);
    Result<void> addChecks(const HttpStep& step, CompiledRequest& request);
    std::string fieldsOf(const HttpStep& step) const;
    std::uint32_t originOf(Url url);

    const LoadPlan& m_plan;
    const VariableTable& m_variables;
    Program m_program;
};

Result<Program> Compiler::compile()
{
    m_program.connectTimeoutNs = m_plan.connectTimeoutNs;
    m_program.responseTimeoutNs = m_plan.responseTimeoutNs;
    m_program.graceNs = m_plan.graceNs;
    m_program.loopsPerUser = m_plan.loopsPerUser;
    m_program.keepAlive = m_plan.keepAlive;
    m_program.spreadAddresses = m_plan.spreadAddresses;
    m_program.open = m_plan.profile.kind == Profile::Kind::Open;
    m_program.maxRedirects = m_plan.maxRedirects;
    m_program.tls = {m_plan.verifyTls, m_plan.caFile, m_plan.tlsServerName};
    if (auto added = addSteps(m_plan.steps, 0); !added) {
        return added.error();
    }
    m_program.instructions.push_back({Instruction::Op::RoundEnd, 0, 0});
    return std::move(m_program);
}

Result<void> Compiler::addSteps(const std::vector<Step>& steps, std::uint16_t depth)
{
    for (const auto& step : steps) {
        const auto* http = std::get_if<HttpStep>(&step.item);
        const auto added = http ? addHttp(*http) : addLoop(std::get<LoopStep>(step.item), depth);
        if (!added) {
            return added;
        }
    }
    return {};
}

Result<void> Compiler::addHttp(const HttpStep& step)
{
    if (!step.enabled) {
        return {};
    }
    auto request = compileRequest(step);
    if (!request) {
        return request.error();
    }
    m_program.labels.push_back(step.label);
    request->label = static_cast<std::uint32_t>(m_program.labels.size());
    m_program.instructions.push_back(
        {Instruction::Op::Request, 0, static_cast<std::uint32_t>(m_program.requests.size())});
    m_program.requests.push_back(std::move(*request));
    if (step.think.kind != ThinkTime::Kind::None) {
        m_program.instructions.push_back(
            {Instruction::Op::Think, 0, static_cast<std::uint32_t>(m_program.thinkTimes.size())});
        m_program.thinkTimes.push_back(step.think);
    }
    return {};
}

Result<void> Compiler::addLoop(const LoopStep& step, std::uint16_t depth)
{
    if (!step.enabled || step.count <= 0 || enabledSteps(step.steps).empty()) {
        return {};
    }
    m_program.loopDepth =
        std::max<std::uint16_t>(m_program.loopDepth, static_cast<std::uint16_t>(depth + 1U));
    m_program.instructions.push_back(
        {Instruction::Op::LoopBegin, depth, static_cast<std::uint32_t>(step.count)});
    const auto first = static_cast<std::uint32_t>(m_program.instructions.size());
    if (auto added = addSteps(step.steps, static_cast<std::uint16_t>(depth + 1U)); !added) {
        return added;
    }
    m_program.instructions.push_back({Instruction::Op::LoopEnd, depth, first});
    return {};
}

/// Header lines but for the request line and Host; the plan's own come last and replace the defaults.
std::string Compiler::fieldsOf(const HttpStep& step) const
{
    std::string fields;
    if (!hasHeader(step, "User-Agent")) {
        appendLine(fields, "User-Agent", "Assay/" ASSAY_VERSION);
    }
    if (!m_plan.keepAlive && !hasHeader(step, "Connection")) {
        appendLine(fields, "Connection", "close");
    }
    for (const auto& header : step.headers) {
        if (!sameIgnoringCase(header.name, "Host") && !sameIgnoringCase(header.name, "Content-Length")) {
            appendLine(fields, header.name, header.value);
        }
    }
    return fields;
}

Result<CompiledRequest> Compiler::compileRequest(const HttpStep& step)
{
    const auto url = compileUrl(step.url, m_variables);
    if (!url) {
        return usageError("Step \"" + step.label + "\": " + url.error().message);
    }
    CompiledRequest request;
    request.origin = originOf(url->url);
    request.method = step.method;
    request.isHead = step.method == "HEAD";
    request.sendsLength =
        !step.body.empty() || step.method == "POST" || step.method == "PUT" || step.method == "PATCH";
    request.target = url->target;
    request.hostHeader = url->url.hostHeader();
    for (const auto& header : step.headers) {
        if (sameIgnoringCase(header.name, "Host")) {
            const auto host = Template::compile(header.value, m_variables);
            if (!host) {
                return usageError("Step \"" + step.label + "\": " + host.error().message);
            }
            request.hostHeader = host->head(); // validate() has seen to it that it is constant
        }
    }
    const auto fields = Template::compile(fieldsOf(step), m_variables);
    const auto body = Template::compile(step.body, m_variables);
    if (!fields || !body) {
        return usageError("Step \"" + step.label + "\": " + (fields ? body : fields).error().message);
    }
    request.fields = *fields;
    request.body = *body;
    if (auto checks = addChecks(step, request); !checks) {
        return checks.error();
    }
    if (request.target.isConstant() && request.fields.isConstant() && request.body.isConstant()) {
        request.render(request.constantBytes, {});
    }
    return request;
}

Result<void> Compiler::addChecks(const HttpStep& step, CompiledRequest& request)
{
    for (const auto& check : step.checks) {
        CompiledCheck compiled{check.kind, check.expected, {}, {}};
        if (check.kind == Check::Kind::Status) {
            const auto statuses = StatusSet::parse(check.expected);
            if (!statuses) {
                return usageError("Step \"" + step.label + "\": " + statuses.error().message);
            }
            compiled.statuses = *statuses;
            request.checksStatus = true;
        } else {
            const auto text = Template::compile(check.expected, m_variables);
            if (!text) {
                return usageError("Step \"" + step.label + "\": " + text.error().message);
            }
            compiled.text = *text;
            request.checksBody = true;
        }
        request.checks.push_back(std::move(compiled));
    }
    return {};
}

std::uint32_t Compiler::originOf(Url url)
{
    url.target = "/";
    if (const auto known = m_program.findOrigin(url)) {
        return *known;
    }
    m_program.origins.push_back({std::move(url), {}});
    return static_cast<std::uint32_t>(m_program.origins.size() - 1);
}

} // namespace

bool Origin::serves(const Url& other) const
{
    return url.tls == other.tls && url.port == other.port && url.host == other.host && url.zone == other.zone;
}

bool Program::usesTls() const
{
    return std::any_of(origins.begin(), origins.end(), [](const Origin& origin) { return origin.url.tls; });
}

std::optional<std::uint32_t> Program::findOrigin(const Url& url) const
{
    const auto found = std::find_if(
        origins.begin(), origins.end(), [&](const Origin& origin) { return origin.serves(url); });
    if (found == origins.end()) {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(found - origins.begin());
}

void CompiledRequest::render(std::string& out, const TemplateValues& values) const
{
    out += method;
    out += ' ';
    target.appendTo(out, values);
    out += " HTTP/1.1\r\nHost: ";
    out += hostHeader;
    out += "\r\n";
    fields.appendTo(out, values);
    if (!sendsLength) {
        out += "\r\n";
        return;
    }
    // The body's length stands before it: render it first, at the end, and put the line in between.
    const auto position = out.size();
    body.appendTo(out, values);
    out.insert(position, "Content-Length: " + std::to_string(out.size() - position) + "\r\n\r\n");
}

void CompiledRequest::renderRedirected(
    std::string& out, const TemplateValues& values, const Url& url, Hop hop) const
{
    // They describe a body that a redirected GET no longer has.
    static constexpr std::array<std::string_view, 3> entity{
        "content-type:", "content-encoding:", "content-language:"};
    static constexpr std::array<std::string_view, 2> secrets{"authorization:", "cookie:"};
    CompiledRequest repeated = *this;
    repeated.constantBytes.clear();
    repeated.target = Template::fromPieces({{Template::Piece::Kind::Literal, url.target}});
    if (hop.elsewhere) {
        repeated.hostHeader = url.hostHeader();
        repeated.fields = repeated.fieldsWithout(secrets);
    }
    if (hop.asGet) {
        repeated.method = isHead ? "HEAD" : "GET";
        repeated.body = {};
        repeated.sendsLength = false;
        repeated.fields = repeated.fieldsWithout(entity);
    }
    repeated.render(out, values);
}

/// A line that begins with such a name ("name:", lower case) is dropped up to the next line end, holes
/// included.
Template CompiledRequest::fieldsWithout(std::span<const std::string_view> names) const
{
    std::vector<Template::Piece> kept;
    bool atLineStart = true;
    bool dropping = false;
    for (const auto& piece : fields.pieces()) {
        if (piece.kind != Template::Piece::Kind::Literal) {
            if (!dropping) {
                kept.push_back(piece);
            }
            atLineStart = false;
            continue;
        }
        std::string text;
        std::string_view rest = piece.text;
        while (!rest.empty()) {
            const auto line = rest.substr(0, std::min(rest.find('\n'), rest.size() - 1) + 1);
            if (atLineStart) {
                dropping = std::any_of(names.begin(), names.end(), [&](std::string_view name) {
                    return sameIgnoringCase(line.substr(0, name.size()), name);
                });
            }
            if (!dropping) {
                text += line;
            }
            atLineStart = line.back() == '\n';
            rest.remove_prefix(line.size());
        }
        kept.push_back({Template::Piece::Kind::Literal, text});
    }
    return Template::fromPieces(kept);
}

Result<Program> compile(const LoadPlan& plan, const std::string& targetAuthority)
{
    if (const auto faults = plan.validate(); !faults.empty()) {
        return faultsError("The plan cannot run:", faults);
    }
    const auto variables = VariableTable::fromPlan(plan, targetAuthority);
    if (!variables) {
        return variables.error();
    }
    return Compiler{plan, *variables}.compile();
}

} // namespace assay::load
