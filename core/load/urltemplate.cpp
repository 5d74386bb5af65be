// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/urltemplate.h"

#include <algorithm>

namespace assay::load {

Result<UrlTemplate> compileUrl(std::string_view text, const VariableTable& variables)
{
    const auto compiled = Template::compile(text, variables);
    if (!compiled) {
        return compiled.error();
    }
    const auto head = compiled->head();
    const auto authority = head.find("//");
    if (!compiled->isConstant()
        && (authority == std::string_view::npos
            || head.find_first_of("/?#", authority + 2) == std::string_view::npos)) {
        return usageError("The URL's server must be the same for every user and round: use ${user} and "
                          "${iteration} only in its path and query, after http://host:port/.");
    }
    const auto url = parseUrl(head);
    if (!url) {
        return url.error();
    }
    std::vector<Template::Piece> pieces{{Template::Piece::Kind::Literal, url->target}};
    bool fragment = head.find('#') != std::string_view::npos;
    for (std::size_t i = 1; i < compiled->pieces().size() && !fragment; ++i) {
        auto piece = compiled->pieces()[i];
        if (piece.kind == Template::Piece::Kind::Literal) {
            const auto end = piece.text.find('#');
            fragment = end != std::string::npos;
            std::string encoded;
            appendEncoded(encoded, std::string_view{piece.text}.substr(0, end));
            piece.text = std::move(encoded);
        }
        pieces.push_back(std::move(piece));
    }
    return UrlTemplate{*url, Template::fromPieces(pieces)};
}

} // namespace assay::load
