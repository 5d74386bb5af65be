// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/zstdframe.h"

#include <memory>
#include <new>

#include <zstd.h>

namespace assay::session {

namespace {

constexpr int compressionLevel = 1;

struct FreeContext
{
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

/// Contexts are costly to make, so each thread keeps one.
ZSTD_CCtx* compressionContext()
{
    thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context{ZSTD_createCCtx()};
    if (!context) {
        throw std::bad_alloc{};
    }
    return context.get();
}

ZSTD_DCtx* decompressionContext()
{
    thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> context{ZSTD_createDCtx()};
    if (!context) {
        throw std::bad_alloc{};
    }
    return context.get();
}

} // namespace

std::string compressFrame(std::string_view content, std::span<const std::size_t> boundaries)
{
    auto* context = compressionContext();
    ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters);
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, compressionLevel);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_setPledgedSrcSize(context, content.size());
    std::string bytes(ZSTD_compressBound(content.size()) + 8 * boundaries.size(), '\0');
    ZSTD_outBuffer out{bytes.data(), bytes.size(), 0};
    ZSTD_inBuffer in{content.data(), 0, 0};
    for (const auto boundary : boundaries) {
        in.size = boundary;
        const auto directive = boundary == content.size() ? ZSTD_e_end : ZSTD_e_flush;
        for (;;) {
            const auto rest = ZSTD_compressStream2(context, &out, &in, directive);
            if (rest == 0) {
                break;
            }
            // With a right size pledged and room to write to, only memory can be missing.
            if (ZSTD_isError(rest)) {
                throw std::bad_alloc{};
            }
            if (out.pos == out.size) {
                bytes.resize(bytes.size() * 2);
                out.dst = bytes.data();
                out.size = bytes.size();
            }
        }
    }
    bytes.resize(out.pos);
    return bytes;
}

std::string compressFrame(std::string_view content)
{
    const std::size_t end[]{content.size()};
    return compressFrame(content, end);
}

std::optional<std::string> decompressFrame(std::string_view bytes, std::size_t maxBytes)
{
    const auto size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > maxBytes) {
        return std::nullopt;
    }
    std::string content(size, '\0');
    const auto got = ZSTD_decompressDCtx(
        decompressionContext(), content.data(), content.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(got) || got != size) {
        return std::nullopt;
    }
    return content;
}

} // namespace assay::session
