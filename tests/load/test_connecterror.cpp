// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/connecterror.h"

#include <gmock/gmock.h>

#include <cerrno>

namespace assay::test {
namespace {

using namespace load;
using session::FailureKind;

struct Row
{
    const char* name;
    int reason;
    FailureKind kind;
};

class ConnectError : public testing::TestWithParam<Row>
{ };

TEST_P(ConnectError, HasItsClass)
{
    EXPECT_EQ(kindOfConnectError(GetParam().reason), GetParam().kind);
    EXPECT_TRUE(remedyOfConnectError(GetParam().reason).ends_with('.'));
}

INSTANTIATE_TEST_SUITE_P(Reasons, ConnectError,
    testing::Values(Row{"Refused", ECONNREFUSED, FailureKind::Refused},
        Row{"NoNetwork", ENETUNREACH, FailureKind::Unreachable},
        Row{"NoHost", EHOSTUNREACH, FailureKind::Unreachable},
        Row{"NetworkDown", ENETDOWN, FailureKind::Unreachable},
        Row{"Firewall", EPERM, FailureKind::Unreachable},
        Row{"NoIpv6", EAFNOSUPPORT, FailureKind::Unreachable},
        Row{"NoPort", EADDRNOTAVAIL, FailureKind::LocalPortsExhausted},
        Row{"ProcessLimit", EMFILE, FailureKind::TooManyFiles},
        Row{"MachineLimit", ENFILE, FailureKind::TooManyFiles},
        Row{"Silence", ETIMEDOUT, FailureKind::ConnectTimeout}, Row{"Reset", ECONNRESET, FailureKind::Reset}),
    [](const auto& row) { return std::string{row.param.name}; });

TEST(FailureKinds, HaveNamesAndTitlesOfTheirOwn)
{
    for (std::size_t i = 1; i < session::failureKindCount; ++i) {
        const auto kind = static_cast<FailureKind>(i);
        EXPECT_FALSE(failureTitle(kind).empty());
        EXPECT_EQ(session::failureFromName(failureName(kind)), kind);
    }
}

} // namespace
} // namespace assay::test
