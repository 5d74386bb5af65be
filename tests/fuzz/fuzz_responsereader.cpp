// SPDX-License-Identifier: GPL-3.0-or-later
// A server may send anything, cut anywhere: reading must neither crash nor depend on the cuts.
#include "fuzz/fuzz.h"
#include "load/bodydecoder.h"
#include "load/responsereader.h"

#include <algorithm>
#include <tuple>

using namespace assay::load;
using assay::fuzz::expect;
using Progress = ResponseReader::Progress;

namespace {

struct Reading
{
    Progress progress = Progress::NeedMore;
    std::string body;
    std::uint16_t status = 0;
    std::size_t left = 0;

    bool operator==(const Reading&) const = default;
};

Reading readIn(std::string_view bytes, std::size_t pieceSize, bool toHead, HeadCache& heads)
{
    ResponseReader reader;
    reader.begin(toHead, true);
    Reading reading;
    while (!bytes.empty() && reading.progress == Progress::NeedMore) {
        auto piece = bytes.substr(0, pieceSize);
        const auto before = piece.size();
        reading.progress = reader.feed(piece, heads);
        expect(reading.progress != Progress::NeedMore || piece.empty(),
            "more is asked for only when nothing is left");
        bytes.remove_prefix(before - piece.size());
    }
    expect(reading.progress != Progress::Malformed || reader.reason() != nullptr, "malformed has a reason");
    if (reading.progress == Progress::NeedMore) {
        reading.progress = reader.connectionClosed();
    }
    if (reading.progress == Progress::Complete) {
        reading.body = reader.keptBody();
        reading.status = reader.head().status;
        reading.left = bytes.size();
        const auto decoded = decodeBody(reading.body, reader.head().coding, 1 << 20);
        expect(!decoded || decoded->size() <= 1 << 20, "a decoded body keeps its limit");
    }
    return reading;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 1) {
        return 0;
    }
    const bool toHead = (data[0] & 1U) != 0;
    const std::size_t pieceSize = 1 + (data[0] >> 1U) % 16;
    const std::string_view bytes{reinterpret_cast<const char*>(data) + 1, size - 1};
    HeadCache fresh;
    HeadCache warm;
    const auto whole = readIn(bytes, bytes.size() + 1, toHead, fresh);
    readIn(bytes, bytes.size() + 1, toHead, warm);
    expect(whole == readIn(bytes, bytes.size() + 1, toHead, warm), "a remembered head changes nothing");
    expect(whole == readIn(bytes, pieceSize, toHead, fresh), "pieces change nothing");
    return 0;
}
