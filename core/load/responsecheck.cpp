// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/responsecheck.h"

#include "load/bodydecoder.h"

namespace assay::load {

namespace {

std::string checkStatus(const CompiledRequest& request, std::uint16_t status)
{
    if (!request.checksStatus) {
        return status >= 200 && status < 400
            ? std::string{}
            : "The status is " + std::to_string(status) + ", expected was 200-399.";
    }
    for (const auto& check : request.checks) {
        if (check.kind == Check::Kind::Status && !check.statuses.contains(status)) {
            return "The status is " + std::to_string(status) + ", expected was " + check.expected + ".";
        }
    }
    return {};
}

std::string checkBody(
    const CompiledRequest& request, const TemplateValues& values, const ResponseReader& reader)
{
    std::string decoded;
    std::string_view body = reader.keptBody();
    if (reader.head().coding != ContentCoding::Identity && !body.empty()) {
        auto result = decodeBody(body, reader.head().coding, ResponseReader::maxKeptBody);
        if (!result) {
            return result.error().message;
        }
        decoded = std::move(*result);
        body = decoded;
    }
    const std::string cut = reader.bodyWasCut() ? " (only its first 4 MiB were looked at)" : "";
    for (const auto& check : request.checks) {
        if (check.kind == Check::Kind::Status) {
            continue;
        }
        std::string wanted;
        check.text.appendTo(wanted, values);
        const bool found = body.find(wanted) != std::string_view::npos;
        if (found != (check.kind == Check::Kind::BodyContains)) {
            return std::string{"The body "} + (found ? "contains" : "does not contain") + " \"" + wanted
                + "\"" + cut + ".";
        }
    }
    return {};
}

} // namespace

bool isRedirect(const ResponseReader& reader)
{
    switch (reader.head().status) {
    case 301:
    case 302:
    case 303:
    case 307:
    case 308:
        return !reader.location().empty();
    default:
        return false;
    }
}

std::string checkResponse(const CompiledRequest& request, const TemplateValues& values,
    const ResponseReader& reader, Redirects redirects)
{
    if (redirects.most > 0 && isRedirect(reader)) {
        return redirects.left > 0 ? std::string{}
                                  : "There were more than " + std::to_string(redirects.most)
                + (redirects.most == 1 ? " redirect" : " redirects")
                + ". Allow more of them in the plan, unless they go round in a circle.";
    }
    auto reason = checkStatus(request, reader.head().status);
    if (reason.empty() && request.checksBody) {
        reason = checkBody(request, values, reader);
    }
    return reason;
}

} // namespace assay::load
