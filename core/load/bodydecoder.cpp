// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/bodydecoder.h"

#include <zlib.h>

#include <algorithm>
#include <array>

namespace assay::load {

namespace {

/// Window bits tell zlib the container: +32 recognises gzip and zlib, negative is a bare deflate stream.
constexpr int gzipOrZlib = MAX_WBITS + 32;
constexpr int bareDeflate = -MAX_WBITS;

/// Z_OK or Z_STREAM_END when `out` holds what there was, else zlib's error.
int inflateAll(std::string_view body, int windowBits, std::size_t maxBytes, std::string& out)
{
    z_stream stream{};
    if (inflateInit2(&stream, windowBits) != Z_OK) {
        return Z_MEM_ERROR;
    }
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
    stream.avail_in = static_cast<uInt>(body.size());
    std::array<char, 16 * 1024> piece{};
    int code = Z_OK;
    while (code == Z_OK && out.size() < maxBytes) {
        stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_out = static_cast<uInt>(piece.size());
        code = inflate(&stream, Z_NO_FLUSH);
        const auto got = piece.size() - stream.avail_out;
        out.append(piece.data(), std::min(got, maxBytes - out.size()));
        if (got == 0) {
            break;
        }
    }
    inflateEnd(&stream);
    return code == Z_BUF_ERROR ? Z_OK : code;
}

} // namespace

Result<std::string> decodeBody(std::string_view body, ContentCoding coding, std::size_t maxBytes)
{
    if (coding == ContentCoding::Other) {
        return usageError(
            "The body is compressed in a way that cannot be checked (neither gzip nor deflate). "
            "Ask for \"Accept-Encoding: gzip\" in the step's headers.");
    }
    std::string out;
    int code = inflateAll(body, gzipOrZlib, maxBytes, out);
    if (code < 0 && out.empty() && coding == ContentCoding::Deflate) {
        code = inflateAll(body, bareDeflate, maxBytes, out); // what many servers send as "deflate"
    }
    if (code < 0) {
        return usageError("The compressed body is damaged and cannot be checked.");
    }
    return out;
}

} // namespace assay::load
