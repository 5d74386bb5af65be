// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/casename.h"
#include "load/loadfixture.h"
#include "support/scriptedserver.h"
#include "support/testcertificate.h"
#include "target/targetserver.h"
#include "temporarydirectory.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace assay::test {

using session::FailureKind;
using testing::HasSubstr;

namespace {

/// What the client is told, and what it finds: a certificate for localhost unless the row says otherwise.
struct TlsRow
{
    const char* name;
    const char* names = "DNS:localhost,IP:127.0.0.1";
    int days = 1;
    bool verify = true;
    bool trust = true; ///< the certificate is given as caFile
    const char* host = "localhost";
    const char* serverName = "";
    const char* failure = nullptr; ///< part of the message; null: succeeds
};

const TlsRow tlsRows[] = {
    {.name = "trusted"},
    {.name = "trustedByAddress", .host = "127.0.0.1"},
    {.name = "selfSigned", .trust = false, .failure = "self-signed certificate"},
    {.name = "selfSignedUnverified", .verify = false, .trust = false},
    {.name = "expired", .days = -1, .failure = "certificate has expired"},
    {.name = "expiredUnverified", .days = -1, .verify = false},
    {.name = "otherName", .names = "DNS:example.org", .failure = "hostname mismatch"},
    {.name = "otherAddress", .names = "DNS:localhost", .host = "127.0.0.1", .failure = "IP address mismatch"},
    {.name = "nameGivenApart",
        .names = "DNS:shop.example",
        .host = "127.0.0.1",
        .serverName = "shop.example"},
};

} // namespace

class TlsVerification : public testing::TestWithParam<TlsRow>
{ };

TEST_P(TlsVerification, DecidesAsThePlanSays)
{
    const auto& row = GetParam();
    const TemporaryDirectory folder;
    const auto certificate = makeCertificate(folder.path(), row.names, row.days);
    target::TargetOptions options;
    options.service = target::ServiceTime::fixed(0);
    options.certificateFile = certificate.certificateFile;
    options.keyFile = certificate.keyFile;
    target::TargetServer server{options};
    const auto port = server.start();
    ASSERT_TRUE(port) << port.error().message;

    auto plan = onePagePlan("https://" + std::string{row.host} + ":" + std::to_string(*port) + "/", 3);
    plan.verifyTls = row.verify;
    plan.caFile = row.trust ? certificate.certificateFile : "";
    plan.tlsServerName = row.serverName;
    const auto run = runRecorded(plan);
    ASSERT_EQ(run.samples.size(), 3U);
    if (!row.failure) {
        EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U)
            << (run.failures.empty() ? "" : run.failures[0].message);
        EXPECT_EQ(run.outcome.summary.handshake.count(), 1U);
        EXPECT_GT(run.samples[0].tlsNs, 0);
        EXPECT_EQ(run.samples[1].tlsNs, 0);
        return;
    }
    EXPECT_EQ(run.outcome.summary.whole.failures[static_cast<std::size_t>(FailureKind::Tls)], 3U);
    ASSERT_FALSE(run.failures.empty());
    EXPECT_THAT(run.failures[0].message, HasSubstr(row.failure));
    EXPECT_THAT(run.failures[0].message, HasSubstr("verifyTls"));
    EXPECT_EQ(run.samples[0].serviceNs, 0);
}

INSTANTIATE_TEST_SUITE_P(Rows, TlsVerification, testing::ValuesIn(tlsRows), caseName);

TEST(Tls, SessionsAreResumed)
{
    const TemporaryDirectory folder;
    const auto certificate = makeCertificate(folder.path(), "DNS:localhost");
    target::TargetOptions options;
    options.service = target::ServiceTime::fixed(0);
    options.certificateFile = certificate.certificateFile;
    options.keyFile = certificate.keyFile;
    options.closeConnections = true;
    target::TargetServer server{options};
    const auto port = server.start();
    ASSERT_TRUE(port) << port.error().message;
    auto plan = onePagePlan("https://localhost:" + std::to_string(*port) + "/", 20);
    plan.caFile = certificate.certificateFile;
    const auto run = runRecorded(plan);
    EXPECT_EQ(run.outcome.summary.whole.failureTotal(), 0U);
    EXPECT_EQ(run.outcome.summary.handshake.count(), 20U);
    EXPECT_GE(run.outcome.summary.resumedHandshakes, 18U);
}

TEST(Tls, PlainServerIsATlsFailure)
{
    ScriptedServer server{[](Peer& peer) {
        peer.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
        peer.waitForClose();
    }};
    const auto run = runRecorded(onePagePlan("https" + server.url().substr(4), 1));
    EXPECT_EQ(run.samples.at(0).failure, FailureKind::Tls);
}

TEST(Tls, UnreadableCaFileIsAnErrorBeforeTheRun)
{
    auto plan = onePagePlan("https://localhost/");
    plan.caFile = "/no/such/file.pem";
    load::LoadRunner runner{plan, {}};
    const auto outcome = runner.run(nullptr, 0);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, ErrorKind::Usage);
    EXPECT_THAT(outcome.error().message, HasSubstr("/no/such/file.pem"));
}

} // namespace assay::test
