// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/url.h"

#include "load/casename.h"

#include <gmock/gmock.h>

namespace assay::load {

using testing::HasSubstr;

struct UrlCase
{
    const char* name;
    const char* text;
    Url url;
    const char* hostHeader;
    const char* origin;
};

class ParsedUrl : public testing::TestWithParam<UrlCase>
{ };

TEST_P(ParsedUrl, HasItsParts)
{
    const auto& param = GetParam();
    const auto url = parseUrl(param.text);
    ASSERT_TRUE(url) << url.error().message;
    EXPECT_EQ(url->tls, param.url.tls);
    EXPECT_EQ(url->host, param.url.host);
    EXPECT_EQ(url->zone, param.url.zone);
    EXPECT_EQ(url->ipv6, param.url.ipv6);
    EXPECT_EQ(url->port, param.url.port);
    EXPECT_EQ(url->target, param.url.target);
    EXPECT_EQ(url->hostHeader(), param.hostHeader);
    EXPECT_EQ(url->origin(), param.origin);
    EXPECT_EQ(parseUrl(url->text()).value(), *url);
}

INSTANTIATE_TEST_SUITE_P(Urls, ParsedUrl,
    testing::Values(
        UrlCase{"Name", "http://example.org/a/b?c=d", {false, "example.org", "", false, 80, "/a/b?c=d"},
            "example.org", "http://example.org"},
        UrlCase{"Https", "https://example.org/", {true, "example.org", "", false, 443, "/"}, "example.org",
            "https://example.org"},
        UrlCase{"Capitals", "HTTPS://Example.ORG/A", {true, "example.org", "", false, 443, "/A"},
            "example.org", "https://example.org"},
        UrlCase{"Port", "http://h:8080/", {false, "h", "", false, 8080, "/"}, "h:8080", "http://h:8080"},
        UrlCase{"DefaultPort", "http://h:80/", {false, "h", "", false, 80, "/"}, "h", "http://h"},
        UrlCase{"OtherSchemesPort", "https://h:80/", {true, "h", "", false, 80, "/"}, "h:80", "https://h:80"},
        UrlCase{"EmptyPort", "http://h:/x", {false, "h", "", false, 80, "/x"}, "h", "http://h"},
        UrlCase{"NoPath", "http://h", {false, "h", "", false, 80, "/"}, "h", "http://h"},
        UrlCase{"QueryWithoutPath", "http://h?q=1", {false, "h", "", false, 80, "/?q=1"}, "h", "http://h"},
        UrlCase{"Fragment", "http://h/p?q#frag?no", {false, "h", "", false, 80, "/p?q"}, "h", "http://h"},
        UrlCase{"FragmentOnly", "http://h#frag", {false, "h", "", false, 80, "/"}, "h", "http://h"},
        UrlCase{"Spaces", "http://h/a b?c d", {false, "h", "", false, 80, "/a%20b?c%20d"}, "h", "http://h"},
        UrlCase{
            "NonAscii", "http://h/ü/€", {false, "h", "", false, 80, "/%C3%BC/%E2%82%AC"}, "h", "http://h"},
        UrlCase{"EscapesStay", "http://h/%20%zz%", {false, "h", "", false, 80, "/%20%zz%"}, "h", "http://h"},
        UrlCase{"MarksStay", "http://h/~a;b=c,d!$&'()*+:@[]",
            {false, "h", "", false, 80, "/~a;b=c,d!$&'()*+:@[]"}, "h", "http://h"},
        UrlCase{"OddMarks", R"(http://h/"<>\^`{|})",
            {false, "h", "", false, 80, "/%22%3C%3E%5C%5E%60%7B%7C%7D"}, "h", "http://h"},
        UrlCase{
            "DotsStay", "http://h/a/../b/./c", {false, "h", "", false, 80, "/a/../b/./c"}, "h", "http://h"},
        UrlCase{"AtInPath", "http://h/a@b:c", {false, "h", "", false, 80, "/a@b:c"}, "h", "http://h"},
        UrlCase{"UrlInQuery", "http://h/?u=http://x:y@z/", {false, "h", "", false, 80, "/?u=http://x:y@z/"},
            "h", "http://h"},
        UrlCase{"Ipv4", "http://127.0.0.1:8080", {false, "127.0.0.1", "", false, 8080, "/"}, "127.0.0.1:8080",
            "http://127.0.0.1:8080"},
        UrlCase{"Ipv6", "http://[::1]:8080/", {false, "::1", "", true, 8080, "/"}, "[::1]:8080",
            "http://[::1]:8080"}, // wg/wrk issue 34
        UrlCase{"Ipv6DefaultPort", "https://[2001:DB8::1]", {true, "2001:db8::1", "", true, 443, "/"},
            "[2001:db8::1]", "https://[2001:db8::1]"},
        UrlCase{"Zone", "http://[fe80::1%25eth0]/x", {false, "fe80::1", "eth0", true, 80, "/x"}, "[fe80::1]",
            "http://[fe80::1%25eth0]"}, // hatoo/oha issue 181
        UrlCase{"ZoneAsPeopleWriteIt", "http://[fe80::1%wlan0]:81",
            {false, "fe80::1", "wlan0", true, 81, "/"}, "[fe80::1]:81", "http://[fe80::1%25wlan0]:81"},
        UrlCase{"Underscore", "http://my_service:1/", {false, "my_service", "", false, 1, "/"},
            "my_service:1", "http://my_service:1"},
        UrlCase{"TrailingDot", "http://h.example./", {false, "h.example.", "", false, 80, "/"}, "h.example.",
            "http://h.example."}),
    caseName);

struct RefusedCase
{
    const char* name;
    std::string text;
    const char* reason;
};

class RefusedUrl : public testing::TestWithParam<RefusedCase>
{ };

TEST_P(RefusedUrl, SaysWhy)
{
    const auto url = parseUrl(GetParam().text);
    ASSERT_FALSE(url) << url->text();
    EXPECT_EQ(url.error().kind, ErrorKind::Usage);
    EXPECT_THAT(url.error().message, HasSubstr(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(Urls, RefusedUrl,
    testing::Values(RefusedCase{"Empty", "", "empty"},
        RefusedCase{"NoScheme", "example.org/x", "http://host/path"},
        RefusedCase{"HostAndPort", "localhost:8080", "http://host/path"},
        RefusedCase{"SlashesOnly", "//h/x", "http://"}, RefusedCase{"OneSlash", "http:/h/x", "http://"},
        RefusedCase{"Ftp", "ftp://h/", "begins with ftp:"},
        RefusedCase{"Ws", "wss://h/", "only http: and https:"},
        RefusedCase{"NoHost", "http://", "names no host"},
        RefusedCase{"NoHostButPort", "http://:80/", "names no host"},
        RefusedCase{"User", "http://me@h/", "header"},
        RefusedCase{"Password", "http://me:pw@h:80/", "header"},
        RefusedCase{"PortZero", "http://h:0/", "1 to 65535"},
        RefusedCase{"PortTooLarge", "http://h:65536/", "1 to 65535"},
        RefusedCase{"PortText", "http://h:http/", "1 to 65535"},
        RefusedCase{"PortSign", "http://h:+80/", "1 to 65535"},
        RefusedCase{"Space", "http://a b/", "neither a name"},
        RefusedCase{"EmptyLabel", "http://a..b/", "neither a name"},
        RefusedCase{"PercentHost", "http://a%41/", "neither"},
        RefusedCase{"LongLabel", "http://" + std::string(64, 'a') + "/", "neither a name"},
        RefusedCase{"LongName",
            "http://" + std::string(127, 'a').replace(60, 1, ".") + std::string(130, 'b') + "/", "neither"},
        RefusedCase{"BadIpv4", "http://256.1.1.1/", "neither a name"},
        RefusedCase{"ShortIpv4", "http://127.1/", "neither"},
        RefusedCase{"NonAsciiHost", "http://bücher.example/", "xn--"},
        RefusedCase{"BareIpv6", "http://::1/", "no host"},
        RefusedCase{"BadIpv6", "http://[::g]/", "brackets"},
        RefusedCase{"OpenIpv6", "http://[::1/", "brackets"},
        RefusedCase{"EmptyZone", "http://[fe80::1%25]/x", "brackets"},
        RefusedCase{"Ipv4InBrackets", "http://[127.0.0.1]/", "brackets"},
        RefusedCase{"AfterBracket", "http://[::1]x:80/", "brackets"},
        RefusedCase{"LineBreak", "http://h/\r\nHost: x", "line break"},
        RefusedCase{"Zero", std::string{"http://h/\0", 10}, "control"},
        RefusedCase{"Tab", "http://h/\tx", "control"}),
    caseName);

struct ReferenceCase
{
    const char* reference;
    const char* resolved;
};

class ResolvedReference : public testing::TestWithParam<ReferenceCase>
{ };

TEST_P(ResolvedReference, FollowsRfc3986)
{
    const auto base = parseUrl("http://a/b/c/d;p?q").value();
    const auto url = resolveReference(base, GetParam().reference);
    ASSERT_TRUE(url) << url.error().message;
    EXPECT_EQ(url->text(), GetParam().resolved);
}

// RFC 3986, 5.4.1 and 5.4.2, without their fragments ("g#s" → "g"), which are not sent.
INSTANTIATE_TEST_SUITE_P(Rfc, ResolvedReference,
    testing::Values(ReferenceCase{"g", "http://a/b/c/g"}, ReferenceCase{"./g", "http://a/b/c/g"},
        ReferenceCase{"g/", "http://a/b/c/g/"}, ReferenceCase{"/g", "http://a/g"},
        ReferenceCase{"//g", "http://g/"}, ReferenceCase{"?y", "http://a/b/c/d;p?y"},
        ReferenceCase{"g?y", "http://a/b/c/g?y"}, ReferenceCase{"#s", "http://a/b/c/d;p?q"},
        ReferenceCase{"g#s", "http://a/b/c/g"}, ReferenceCase{"g?y#s", "http://a/b/c/g?y"},
        ReferenceCase{";x", "http://a/b/c/;x"}, ReferenceCase{"g;x", "http://a/b/c/g;x"},
        ReferenceCase{"g;x?y#s", "http://a/b/c/g;x?y"}, ReferenceCase{"", "http://a/b/c/d;p?q"},
        ReferenceCase{".", "http://a/b/c/"}, ReferenceCase{"./", "http://a/b/c/"},
        ReferenceCase{"..", "http://a/b/"}, ReferenceCase{"../", "http://a/b/"},
        ReferenceCase{"../g", "http://a/b/g"}, ReferenceCase{"../..", "http://a/"},
        ReferenceCase{"../../", "http://a/"}, ReferenceCase{"../../g", "http://a/g"},
        ReferenceCase{"../../../g", "http://a/g"}, ReferenceCase{"../../../../g", "http://a/g"},
        ReferenceCase{"/./g", "http://a/g"}, ReferenceCase{"/../g", "http://a/g"},
        ReferenceCase{"g.", "http://a/b/c/g."}, ReferenceCase{".g", "http://a/b/c/.g"},
        ReferenceCase{"g..", "http://a/b/c/g.."}, ReferenceCase{"..g", "http://a/b/c/..g"},
        ReferenceCase{"./../g", "http://a/b/g"}, ReferenceCase{"./g/.", "http://a/b/c/g/"},
        ReferenceCase{"g/./h", "http://a/b/c/g/h"}, ReferenceCase{"g/../h", "http://a/b/c/h"},
        ReferenceCase{"g;x=1/./y", "http://a/b/c/g;x=1/y"}, ReferenceCase{"g;x=1/../y", "http://a/b/c/y"},
        ReferenceCase{"g?y/./x", "http://a/b/c/g?y/./x"}, ReferenceCase{"g?y/../x", "http://a/b/c/g?y/../x"},
        ReferenceCase{"g#s/../x", "http://a/b/c/g"}, ReferenceCase{"http:g", "http://a/b/c/g"}),
    rowNumber);

// What servers send beyond the RFC (jmeter issue 6093: Location merged as "/host/https://…").
INSTANTIATE_TEST_SUITE_P(Servers, ResolvedReference,
    testing::Values(ReferenceCase{"https://other:8443/x", "https://other:8443/x"},
        ReferenceCase{"HTTP://Other", "http://other/"}, ReferenceCase{"//h:81/p", "http://h:81/p"},
        ReferenceCase{" /with space and ü ", "http://a/with%20space%20and%20%C3%BC"},
        ReferenceCase{"http://x/a/../b", "http://x/b"}, ReferenceCase{"http://x?q/../r", "http://x/?q/../r"},
        ReferenceCase{"/p?u=https://x/", "http://a/p?u=https://x/"},
        ReferenceCase{"p?a:b", "http://a/b/c/p?a:b"}, ReferenceCase{"//[::1]:81/", "http://[::1]:81/"}),
    rowNumber);

TEST(ResolveReference, RefusesWhatCannotBeLoaded)
{
    const auto base = parseUrl("https://a/b").value();
    for (const auto* reference :
        {"mailto:x@y", "ftp://h/", "http:g", "//", "http://user@h/", "/a\x01", "javascript:x"}) {
        EXPECT_FALSE(resolveReference(base, reference)) << reference;
    }
    EXPECT_EQ(resolveReference(base, "//h/x")->text(), "https://h/x");
    EXPECT_EQ(resolveReference(parseUrl("http://[fe80::1%25eth0]:8/a").value(), "b")->text(),
        "http://[fe80::1%25eth0]:8/b");
}

} // namespace assay::load
