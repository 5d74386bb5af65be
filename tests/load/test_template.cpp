// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/template.h"

#include "load/urltemplate.h"

#include "load/casename.h"

#include <gmock/gmock.h>

namespace assay::load {

using testing::HasSubstr;

namespace {

VariableTable table()
{
    LoadPlan plan;
    plan.variables = {{"name", "Ann"}, {"greeting", "Hello ${name}"}, {"login", "u${user}-${name}"},
        {"empty", ""}, {"odd", "$ { } \\"}, {"host", "shop.example"}, {"q", "a b#c"}};
    return VariableTable::fromPlan(plan, "127.0.0.1:40123").value();
}

std::string expanded(std::string_view text)
{
    const auto compiled = Template::compile(text, table());
    EXPECT_TRUE(compiled) << compiled.error().message;
    std::string out = ">";
    compiled->appendTo(out, {7, 18446744073709551615U});
    return out;
}

std::string refusal(std::string_view text)
{
    const auto compiled = Template::compile(text, table());
    EXPECT_FALSE(compiled) << text;
    return compiled ? std::string{} : compiled.error().message;
}

} // namespace

struct TemplateCase
{
    const char* name;
    const char* text;
    const char* expanded;
    bool constant;
};

class TemplateExpansion : public testing::TestWithParam<TemplateCase>
{ };

TEST_P(TemplateExpansion, GivesTheText)
{
    const auto& param = GetParam();
    EXPECT_EQ(expanded(param.text), std::string{">"} + param.expanded);
    EXPECT_EQ(Template::compile(param.text, table())->isConstant(), param.constant);
}

INSTANTIATE_TEST_SUITE_P(Texts, TemplateExpansion,
    testing::Values(TemplateCase{"Empty", "", "", true}, TemplateCase{"Plain", "abc", "abc", true},
        TemplateCase{"Variable", "${name}", "Ann", true},
        TemplateCase{"VariableInVariable", "<${greeting}!>", "<Hello Ann!>", true},
        TemplateCase{"EmptyVariable", "a${empty}b", "ab", true},
        TemplateCase{"ValueIsNotExpandedAgain", "${odd}", "$ { } \\", true},
        TemplateCase{"User", "u${user}", "u7", false},
        TemplateCase{"LargestIteration", "${iteration}x", "18446744073709551615x", false},
        TemplateCase{"HoleInVariable", "${login}!", "u7-Ann!", false},
        TemplateCase{"Adjacent", "${user}${iteration}${name}", "718446744073709551615Ann", false},
        TemplateCase{"Target", "http://${target}/", "http://127.0.0.1:40123/", true},
        TemplateCase{"Escaped", "\\${name}", "${name}", true},
        TemplateCase{"EscapedOpenBrace", "\\${", "${", true},
        TemplateCase{"DollarsStay", "$5 $$ $ {x} 100$", "$5 $$ $ {x} 100$", true},
        TemplateCase{"DollarBeforeVariable", "$${name}", "$Ann", true},
        TemplateCase{"BackslashesStay", "a\\b \\\" \\\\", "a\\b \\\" \\\\", true}),
    caseName);

TEST(Template, RefusesWhatItDoesNotKnow)
{
    EXPECT_THAT(refusal("a ${nmae}"), AllOf(HasSubstr("${nmae} is not defined"), HasSubstr("name, odd")));
    EXPECT_THAT(refusal("${user"), HasSubstr("no closing brace"));
    EXPECT_THAT(refusal("${}"), HasSubstr("is not a variable"));
    EXPECT_THAT(refusal("${__time()}"), HasSubstr("is not a variable"));
    EXPECT_THAT(refusal("`${a + b}`"), HasSubstr("backslash"));
}

TEST(Template, GivesTheLiteralBeforeItsFirstHole)
{
    EXPECT_EQ(Template::compile("ab${user}c", table())->head(), "ab");
    EXPECT_EQ(Template::compile("${user}c", table())->head(), "");
    EXPECT_EQ(Template::compile("${name}c", table())->head(), "Annc");
    EXPECT_EQ(Template{}.head(), "");
}

TEST(VariableTable, NamesTheFaultyVariable)
{
    LoadPlan plan;
    plan.variables = {{"a", "${b}"}};
    const auto made = VariableTable::fromPlan(plan, "");
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().message, HasSubstr("The variable \"a\": ${b} is not defined"));
}

TEST(UrlTemplate, EncodesAroundItsHoles)
{
    const auto url = compileUrl("https://${host}:8443/a b/${user}?q=ü${q}", table());
    ASSERT_TRUE(url) << url.error().message;
    EXPECT_EQ(url->url.origin(), "https://shop.example:8443");
    EXPECT_FALSE(url->target.isConstant());
    std::string target;
    url->target.appendTo(target, {12, 1});
    EXPECT_EQ(target, "/a%20b/12?q=%C3%BCa%20b"); // the fragment "#c" is not sent
}

TEST(UrlTemplate, CutsFragmentsWithHoles)
{
    std::string target;
    compileUrl("http://h/p#${user}", table())->target.appendTo(target, {});
    compileUrl("http://h/${user}#x${user}", table())->target.appendTo(target, {});
    EXPECT_EQ(target, "/p/1");
    EXPECT_TRUE(compileUrl("http://h/p#${user}", table())->target.isConstant());
}

TEST(UrlTemplate, KeepsItsServerConstant)
{
    for (const auto* text :
        {"http://h${user}/", "http://h:${user}/", "${login}", "http://${login}", "http:${user}//h/"}) {
        const auto url = compileUrl(text, table());
        ASSERT_FALSE(url) << text;
        EXPECT_THAT(url.error().message, HasSubstr("only in its path")) << text;
    }
    EXPECT_TRUE(compileUrl("http://${host}?u=${user}", table()));
}

} // namespace assay::load
