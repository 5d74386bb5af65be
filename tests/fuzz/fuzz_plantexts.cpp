// SPDX-License-Identifier: GPL-3.0-or-later
// The small languages inside a plan. The first byte chooses one: u URL and a reference, a line each; v
// template; t threshold; s status codes.
#include "fuzz/fuzz.h"
#include "load/statusset.h"
#include "load/threshold.h"
#include "load/urltemplate.h"

using namespace assay::load;
using assay::fuzz::expect;

namespace {

void expectSane(const Url& url)
{
    for (const char c : url.target + url.hostHeader()) {
        expect(c > 0x20 && c < 0x7f, "what is sent holds neither blanks nor control characters");
    }
    const auto again = parseUrl(url.text());
    expect(again && *again == url, "a URL's text is the URL");
}

void tryUrls(std::string_view text)
{
    const auto lineEnd = text.find('\n');
    const auto base = parseUrl(text.substr(0, lineEnd));
    if (!base) {
        return;
    }
    expectSane(*base);
    if (lineEnd != std::string_view::npos) {
        if (const auto resolved = resolveReference(*base, text.substr(lineEnd + 1))) {
            expectSane(*resolved);
        }
    }
}

void tryTemplate(std::string_view text)
{
    VariableTable variables;
    static_cast<void>(variables.define({"a", "x y/${user}"}));
    static_cast<void>(variables.define({"b", "http://h"}));
    std::string out;
    if (const auto compiled = Template::compile(text, variables)) {
        compiled->appendTo(out, {1, 2});
        expect(out.starts_with(compiled->head()), "the head is the text's begin");
        expect(!compiled->isConstant() || out == compiled->head(), "a constant is its head");
    }
    if (const auto url = compileUrl(text, variables)) {
        out = url->url.origin();
        url->target.appendTo(out, {1, 2});
        expectSane(url->url);
        expect(parseUrl(out).has_value(), "a URL with holes is one");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    assay::fuzz::Input input{data, size};
    const auto kind = input.number<char>();
    const auto text = input.rest();
    switch (kind) {
    case 'u':
        tryUrls(text);
        break;
    case 'v':
        tryTemplate(text);
        break;
    case 't':
        if (const auto threshold = Threshold::parse(text)) {
            expect(threshold->text() == text, "a threshold keeps its text");
            const assay::stats::LatencyHistogram empty;
            static_cast<void>(threshold->evaluate({1, 0, 0, 0, 0, 0, &empty, &empty}));
        }
        break;
    default:
        if (const auto set = StatusSet::parse(text)) {
            expect(!set->contains(99) && !set->contains(1000), "codes have three digits");
        }
    }
    return 0;
}
