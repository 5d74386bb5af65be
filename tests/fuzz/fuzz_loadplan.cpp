// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/fuzz.h"
#include "load/arrivalschedule.h"
#include "load/planwarnings.h"
#include "load/profile.h"
#include "load/program.h"

using namespace assay::load;
using assay::fuzz::expect;

namespace {

// Not for safety, for speed: a million users are fine, but not a thousand times a second.
constexpr std::int64_t mostUsers = 2'000;
constexpr int mostArrivals = 2'000;

void expectSaneProfile(const LoadPlan& plan)
{
    std::int64_t users = 0;
    for (const auto& row : profileInRange(plan.profile).users) {
        users += row.users;
    }
    if (users > mostUsers) {
        return;
    }
    const auto length = profileLengthNs(plan.profile);
    for (const auto& span : userSpans(plan.profile)) {
        expect(0 <= span.startNs && span.startNs <= span.endNs, "a user starts before it leaves");
    }
    const auto hold = holdPhase(plan);
    expect(0 <= hold.startNs && hold.startNs <= hold.endNs && hold.endNs <= length, "the hold is in the run");
    std::int64_t last = 0;
    for (const auto& point : profileCurve(plan.profile)) {
        expect(last <= point.timeNs && point.value >= 0, "the curve goes on in time");
        last = point.timeNs;
    }
    ArrivalSchedule schedule{plan.profile, plan.seed};
    std::int64_t arrival = 0;
    for (int i = 0; i < mostArrivals; ++i) {
        const auto next = schedule.next();
        if (!next) {
            break;
        }
        expect(arrival <= *next, "arrivals come in order");
        arrival = *next;
    }
    static_cast<void>(plannedArrivals(plan.profile));
    static_cast<void>(planWarnings(plan));
}

void expectCompiles(const LoadPlan& plan)
{
    const auto program = compile(plan, plan.target.enabled ? "127.0.0.1:8080" : "");
    expect(program.has_value(), "a plan without faults compiles");
    for (const auto& request : program->requests) {
        std::string bytes;
        request.render(bytes, {1, 1});
        const auto headEnd = bytes.find("\r\n\r\n");
        expect(headEnd != std::string::npos, "a request has a head");
        const auto head = bytes.substr(0, headEnd);
        expect(head.find('\0') == std::string::npos, "a head holds no zero byte");
        for (std::size_t i = head.find('\n'); i != std::string::npos; i = head.find('\n', i + 1)) {
            expect(i > 0 && head[i - 1] == '\r', "a head's lines end with CR LF");
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto plan = LoadPlan::fromText({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (!plan) {
        expect(!plan.error().message.empty(), "a refusal says why");
        return 0;
    }
    const auto text = plan->toText();
    const auto again = LoadPlan::fromText(text, "again");
    expect(again && *again == *plan && again->toText() == text, "what was written is read back");
    expectSaneProfile(*plan);
    if (plan->validate().empty()) {
        expectCompiles(*plan);
    }
    return 0;
}
