// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/responsereader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace assay::load {

using Progress = ResponseReader::Progress;

namespace {

/// How a peer's bytes end: it waits for our next request, or it closes.
enum class End
{
    KeepOpen,
    Close
};

struct Reading
{
    Progress progress = Progress::NeedMore;
    std::string body;
    std::string rest;
    std::uint16_t status = 0;
    bool keepAlive = false;
    std::uint64_t bytes = 0;
};

Reading readIn(std::string_view bytes, std::size_t pieceSize, bool toHead, End end)
{
    ResponseReader reader;
    reader.begin(toHead, true);
    HeadCache heads;
    Reading reading;
    while (!bytes.empty() && reading.progress == Progress::NeedMore) {
        auto piece = bytes.substr(0, pieceSize);
        const auto before = piece.size();
        reading.progress = reader.feed(piece, heads);
        bytes.remove_prefix(before - piece.size());
        if (reading.progress == Progress::NeedMore) {
            EXPECT_TRUE(piece.empty()) << "a piece was left although more was asked for";
        }
    }
    if (reading.progress == Progress::NeedMore && end == End::Close) {
        reading.progress = reader.connectionClosed();
    }
    reading.body = reader.keptBody();
    reading.rest = bytes;
    reading.status = reader.head().status;
    reading.keepAlive = reader.head().keepAlive;
    reading.bytes = reader.bytes();
    return reading;
}

struct Row
{
    const char* name;
    std::string bytes;
    Progress progress;
    std::uint16_t status = 200;
    std::string body = {};
    bool keepAlive = true;
    bool toHead = false;
    End end = End::Close;
    std::string rest = {};
};

std::string chunked(const std::string& body)
{
    return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body;
}

std::string withFields(const std::string& fields, const std::string& body = "hello")
{
    return "HTTP/1.1 200 OK\r\n" + fields + "\r\n" + body;
}

const Row rows[] = {
    {"length", withFields("Content-Length: 5\r\n"), Progress::Complete, 200, "hello"},
    {"lengthZero", withFields("Content-Length: 0\r\n", ""), Progress::Complete, 200, ""},
    {"lengthThenSecondResponse", withFields("Content-Length: 5\r\n", "helloHTTP/1.1 500 X\r\n"),
        Progress::Complete, 200, "hello", true, false, End::Close, "HTTP/1.1 500 X\r\n"},
    {"lengthCut", withFields("Content-Length: 9\r\n"), Progress::Truncated, 200, "hello"},
    {"lengthMissingKeptOpen", withFields("", ""), Progress::NeedMore, 200, "", false, false, End::KeepOpen},
    {"lengthTwiceTheSame", withFields("Content-Length: 5\r\ncontent-length: 5\r\n"), Progress::Complete, 200,
        "hello"},
    {"lengthListTheSame", withFields("Content-Length: 5, 5\r\n"), Progress::Complete, 200, "hello"},
    {"lengthTwiceDifferent", withFields("Content-Length: 5\r\nContent-Length: 6\r\n"), Progress::Malformed},
    {"lengthNegative", withFields("Content-Length: -5\r\n"), Progress::Malformed},
    {"lengthText", withFields("Content-Length: five\r\n"), Progress::Malformed},
    {"lengthOverflow", withFields("Content-Length: 99999999999999999999999\r\n"), Progress::Malformed},
    {"lengthEmpty", withFields("Content-Length:\r\n"), Progress::Malformed},
    {"untilClose", withFields(""), Progress::Complete, 200, "hello", false},
    {"closeAnnounced", withFields("Connection: close\r\nContent-Length: 5\r\n"), Progress::Complete, 200,
        "hello", false},
    {"closeInList", withFields("Connection: foo, Close\r\nContent-Length: 5\r\n"), Progress::Complete, 200,
        "hello", false},
    {"http10", "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello", Progress::Complete, 200, "hello", false},
    {"http10KeepAlive", "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello",
        Progress::Complete, 200, "hello", true},
    {"bareLineFeeds", "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello", Progress::Complete, 200, "hello"},
    {"noReasonPhrase", "HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello", Progress::Complete, 200, "hello"},
    {"foldedField", "HTTP/1.1 200 OK\r\nX-A: b\r\n c\r\nContent-Length: 5\r\n\r\nhello", Progress::Complete,
        200, "hello"},
    {"headWithLength", withFields("Content-Length: 100\r\n", ""), Progress::Complete, 200, "", true, true},
    {"headChunked", chunked(""), Progress::Complete, 200, "", true, true},
    {"status204WithGzip", "HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n", Progress::Complete,
        204, ""},
    {"status304WithLength", "HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n", Progress::Complete,
        304, ""},
    {"redirectWithoutLocation", "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n", Progress::Complete, 302,
        ""},
    {"continueTwiceThenFinal",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: "
        "5\r\n\r\nhello",
        Progress::Complete, 200, "hello"},
    {"earlyHintsThenFinal",
        "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        Progress::Complete, 200, "hello"},
    {"interimThenClose", "HTTP/1.1 100 Continue\r\n\r\n", Progress::Truncated, 100},
    {"chunked", chunked("5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n"), Progress::Complete, 200, "hello world"},
    {"chunkedExtensions", chunked("5;a=b;c=\"d\"\r\nhello\r\n0;x\r\n\r\n"), Progress::Complete, 200, "hello"},
    {"chunkedTrailers", chunked("5\r\nhello\r\n0\r\nX-Sum: 1\r\nY: 2\r\n\r\n"), Progress::Complete, 200,
        "hello"},
    {"chunkedUpperHex", chunked("A\r\n0123456789\r\n0\r\n\r\n"), Progress::Complete, 200, "0123456789"},
    {"chunkedLeadingZeros", chunked("0005\r\nhello\r\n000\r\n\r\n"), Progress::Complete, 200, "hello"},
    {"chunkedBareLineFeeds", chunked("5\nhello\n0\n\n"), Progress::Complete, 200, "hello"},
    {"chunkedWithoutLastChunk", chunked("5\r\nhello\r\n"), Progress::Truncated, 200, "hello"},
    {"chunkedWithoutLastLine", chunked("5\r\nhello\r\n0\r\n"), Progress::Truncated, 200, "hello"},
    {"chunkedWithoutLineEnd", chunked("5\r\nhello6\r\n world\r\n0\r\n\r\n"), Progress::Malformed, 200,
        "hello"},
    {"chunkedBareEnd", chunked("\r\n\r\n"), Progress::Malformed},
    {"chunkedOverflow", chunked("FFFFFFFFFFFFFFFF\r\nhello"), Progress::Malformed},
    {"chunkedOverflowLonger", chunked("10000000000000000\r\nhello"), Progress::Malformed},
    {"chunkedNotHex", chunked("5x\r\nhello\r\n"), Progress::Malformed},
    {"chunkedNegative", chunked("-5\r\nhello\r\n"), Progress::Malformed},
    {"chunkedEndlessExtension", chunked("5;" + std::string(70'000, 'x')), Progress::Malformed},
    {"chunkedWithLength",
        withFields("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", "5\r\nhello\r\n0\r\n\r\n"),
        Progress::Complete, 200, "hello", false},
    {"gzipThenChunked", withFields("Transfer-Encoding: gzip, chunked\r\n", "5\r\nhello\r\n0\r\n\r\n"),
        Progress::Complete, 200, "hello"},
    {"otherTransferCoding", withFields("Transfer-Encoding: gzip\r\n"), Progress::Complete, 200, "hello",
        false},
    {"switchingProtocols", "HTTP/1.1 101 Switching Protocols\r\n\r\nxx", Progress::Complete, 101, "xx",
        false},
    {"nothing", "", Progress::ClosedBeforeResponse, 0, "", true},
    {"halfAHead", "HTTP/1.1 200 OK\r\nContent-", Progress::Truncated, 0},
    {"notHttp", "SSH-2.0-OpenSSH_9.2\r\n", Progress::Malformed, 0},
    {"notHttpKeptOpen", "220 smtp", Progress::Malformed, 0, "", true, false, End::KeepOpen},
    {"http2", "HTTP/2 200\r\n\r\n", Progress::Malformed, 0},
    {"statusNotANumber", "HTTP/1.1 abc OK\r\n\r\n", Progress::Malformed, 0},
    {"statusTooShort", "HTTP/1.1 99\r\n\r\n", Progress::Malformed, 0},
    {"statusTooLong", "HTTP/1.1 2000 OK\r\n\r\n", Progress::Malformed, 0},
    {"fieldWithoutColon", withFields("oops\r\n"), Progress::Malformed},
    {"fieldWithBlankName", withFields("Content-Length : 5\r\n"), Progress::Malformed},
    {"endlessHead", "HTTP/1.1 200 OK\r\n" + std::string(70'000, 'a'), Progress::Malformed, 0},
    {"endlessFields", "HTTP/1.1 200 OK\r\nA: " + std::string(70'000, 'a') + "\r\n\r\n", Progress::Malformed,
        0},
};

} // namespace

class ResponseRow : public testing::TestWithParam<Row>
{ };

/// However the bytes are cut into pieces, the answer is the same.
TEST_P(ResponseRow, ReadsTheSameInPiecesOfAnySize)
{
    const auto& row = GetParam();
    for (const std::size_t pieceSize : {1U, 2U, 3U, 7U, 64U, 100'000U}) {
        const auto reading = readIn(row.bytes, pieceSize, row.toHead, row.end);
        EXPECT_EQ(reading.progress, row.progress) << "pieces of " << pieceSize;
        EXPECT_EQ(reading.body, row.body) << "pieces of " << pieceSize;
        EXPECT_EQ(reading.status, row.status) << "pieces of " << pieceSize;
        if (row.progress == Progress::Complete) {
            EXPECT_EQ(reading.keepAlive, row.keepAlive) << "pieces of " << pieceSize;
            EXPECT_EQ(reading.rest, row.rest) << "pieces of " << pieceSize;
            EXPECT_EQ(reading.bytes, row.bytes.size() - row.rest.size()) << "pieces of " << pieceSize;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, ResponseRow, testing::ValuesIn(rows), [](const auto& row) { return row.param.name; });

TEST(ResponseReader, KeepsNoMoreOfABodyThanItsLimit)
{
    const std::size_t length = ResponseReader::maxKeptBody + 1000;
    ResponseReader reader;
    reader.begin(false, true);
    HeadCache heads;
    const auto text = "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(length) + "\r\n\r\n"
        + std::string(length, 'x');
    std::string_view bytes = text;
    EXPECT_EQ(reader.feed(bytes, heads), Progress::Complete);
    EXPECT_EQ(reader.keptBody().size(), ResponseReader::maxKeptBody);
    EXPECT_TRUE(reader.bodyWasCut());
    EXPECT_EQ(reader.bytes(), text.size());
}

TEST(ResponseReader, LocationSurvivesTheHeadItCameIn)
{
    const std::string text = "HTTP/1.1 302 Found\r\nLocation: /next page\r\nContent-Length: 3\r\n\r\nabc";
    for (const std::size_t pieceSize : {5U, 1000U}) {
        ResponseReader reader;
        reader.begin(false, false);
        HeadCache heads;
        for (std::size_t at = 0; at < text.size(); at += pieceSize) {
            auto piece = std::string{text.substr(at, pieceSize)};
            std::string_view view = piece;
            reader.feed(view, heads);
            std::fill(piece.begin(), piece.end(), '?');
        }
        EXPECT_EQ(reader.location(), "/next page");
    }
}

/// A remembered head must not change what is read: neither for another method nor for a head that only begins
/// the same.
TEST(HeadCache, ChangesNothingButTheSpeed)
{
    HeadCache heads;
    const std::string head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
    const auto read = [&](const std::string& text, bool toHead) {
        ResponseReader reader;
        reader.begin(toHead, true);
        std::string_view bytes = text;
        const auto progress = reader.feed(bytes, heads);
        return std::to_string(static_cast<int>(progress)) + ":" + std::string{reader.keptBody()} + ":"
            + std::to_string(bytes.size());
    };
    EXPECT_EQ(read(head + "hello", false), "1:hello:0");
    EXPECT_EQ(read(head + "world", false), "1:world:0");
    EXPECT_EQ(read(head, true), "1::0");
    EXPECT_EQ(read(head + "again", false), "1:again:0");
    EXPECT_EQ(read("HTTP/1.1 200 OK\r\nContent-Length: 51\r\n\r\nhello", false), "0:hello:0");
    EXPECT_EQ(read(head.substr(0, 20), false), "0::0");
}

} // namespace assay::load
