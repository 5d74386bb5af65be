// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "load/loadplan.h"
#include "load/statusset.h"
#include "load/template.h"
#include "load/transport.h"
#include "load/url.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay::load {

/// A server that the plan talks to.
struct Origin
{
    Url url; ///< with the target "/"
    std::vector<SocketAddress> addresses; ///< filled once a run by resolveOrigins(); empty: name not found

    bool serves(const Url& other) const;
};

struct CompiledCheck
{
    Check::Kind kind = Check::Kind::Status;
    std::string expected; ///< as the plan has it
    StatusSet statuses;
    Template text;
};

/// One step's request, ready to be rendered into bytes.
struct CompiledRequest
{
    std::uint32_t label = 0;
    std::uint32_t origin = 0;
    std::string method;
    std::string hostHeader;
    bool isHead = false;
    bool checksBody = false;
    bool checksStatus = false; ///< otherwise 200–399 is a success
    std::string constantBytes; ///< the whole request when nothing in it varies
    Template target; ///< path and query
    Template fields; ///< header lines, each ended by CRLF
    Template body;
    bool sendsLength = false;
    std::vector<CompiledCheck> checks;

    bool isConstant() const { return !constantBytes.empty(); }
    /// Appends the bytes to send.
    void render(std::string& out, const TemplateValues& values) const;
    struct Hop
    {
        bool asGet = false; ///< without its body
        bool elsewhere = false; ///< to another server than the step's own
    };
    /// Appends the bytes of this request as a redirect repeats it at `url`. The plan's own Host and what
    /// identifies its user (Authorization, Cookie) are for the step's own server only.
    void renderRedirected(std::string& out, const TemplateValues& values, const Url& url, Hop hop) const;

private:
    Template fieldsWithout(std::span<const std::string_view> names) const;
};

/// One instruction of the flat program.
struct Instruction
{
    enum class Op : std::uint8_t
    {
        Request, ///< argument: index into requests
        Think, ///< argument: index into thinkTimes
        LoopBegin, ///< argument: count; sets the counter of `depth`
        LoopEnd, ///< argument: where the loop's first instruction is
        RoundEnd,
    };
    Op op = Op::RoundEnd;
    std::uint16_t depth = 0;
    std::uint32_t argument = 0;
};

/// A plan compiled for the workers: immutable, shared by all of them.
struct Program
{
    std::vector<Instruction> instructions;
    std::vector<CompiledRequest> requests;
    std::vector<ThinkTime> thinkTimes;
    std::vector<Origin> origins;
    std::vector<std::string> labels; ///< of labels 1, 2, …
    std::uint16_t loopDepth = 0;

    std::int64_t connectTimeoutNs = 0;
    std::int64_t responseTimeoutNs = 0;
    std::int64_t graceNs = 0;
    std::int64_t loopsPerUser = 0;
    bool keepAlive = true;
    bool spreadAddresses = false;
    bool open = false;
    int maxRedirects = 0;
    TlsOptions tls;

    bool usesTls() const;
    /// The origin of this URL, if the plan knows it.
    std::optional<std::uint32_t> findOrigin(const Url& url) const;
};

/// Compiles a valid plan. `targetAuthority`: what `${target}` stands for ("127.0.0.1:8080"), if anything.
Result<Program> compile(const LoadPlan& plan, const std::string& targetAuthority = {});

/// Looks every origin's name up, once. Fails when none of them has an address.
Result<void> resolveOrigins(Program& program);

} // namespace assay::load
