// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/failurekind.h"

namespace assay::session {

namespace {

struct Names
{
    std::string_view name;
    std::string_view title;
};

constexpr std::array<Names, failureKindCount> names{{
    {"", ""},
    {"refused", "connection refused"},
    {"connect_timeout", "connect timeout"},
    {"reset", "connection reset"},
    {"closed_before_response", "closed before response"},
    {"truncated_body", "truncated body"},
    {"malformed_response", "malformed response"},
    {"response_timeout", "response timeout"},
    {"tls", "TLS failure"},
    {"name_not_found", "name not found"},
    {"local_ports_exhausted", "local ports exhausted"},
    {"check_failed", "check failed"},
    {"unreachable", "unreachable"},
    {"too_many_files", "too many open files"},
}};

} // namespace

std::string_view failureName(FailureKind kind)
{
    return names[static_cast<std::size_t>(kind)].name;
}

std::string_view failureTitle(FailureKind kind)
{
    return names[static_cast<std::size_t>(kind)].title;
}

std::optional<FailureKind> failureFromName(std::string_view name)
{
    for (std::size_t i = 1; i < names.size(); ++i) {
        if (names[i].name == name) {
            return static_cast<FailureKind>(i);
        }
    }
    return std::nullopt;
}

bool isTimeout(FailureKind kind)
{
    return kind == FailureKind::ConnectTimeout || kind == FailureKind::ResponseTimeout;
}

} // namespace assay::session
