// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "base/textfile.h"

#include "temporarydirectory.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <fstream>

namespace assay {

using testing::HasSubstr;

TEST(Text, IsTrimmed)
{
    EXPECT_EQ(trimmed(" \ta b \t"), "a b");
    EXPECT_EQ(trimmed("a"), "a");
    EXPECT_EQ(trimmed(" \t "), "");
    EXPECT_EQ(trimmed(""), "");
    EXPECT_EQ(trimmed("\r\na\n"), "\r\na\n");
    EXPECT_EQ(trimmed("\r\na\n", " \t\r\n"), "a");
}

TEST(Text, ComparesLettersOfAnyCase)
{
    EXPECT_EQ(lowerCase(std::string_view{"AZaz09-Ä"}), "azaz09-Ä");
    EXPECT_TRUE(sameIgnoringCase("Content-Type", "cONTENT-tYPE"));
    EXPECT_TRUE(sameIgnoringCase("", ""));
    EXPECT_FALSE(sameIgnoringCase("Cookie", "Cookies"));
    EXPECT_FALSE(sameIgnoringCase("@", "`")); // 32 apart, but no letters
}

TEST(Text, FindsControlCharacters)
{
    for (const char c : {'\0', '\t', '\n', '\x1f', '\x7f'}) {
        EXPECT_TRUE(hasControlCharacter(std::string{"a"} + c));
    }
    EXPECT_FALSE(hasControlCharacter("plain ä~"));
}

TEST(Text, IsQuotedForAShellOnlyWhereItMustBe)
{
    for (const auto* plain : {"/bin/true", "-c", "a.b_c:1+2,3@x%y"}) {
        EXPECT_EQ(shellWord(plain), plain);
    }
    EXPECT_EQ(shellWord(""), "''");
    EXPECT_EQ(shellWord("two words"), "'two words'");
    EXPECT_EQ(shellWord("it's $HOME"), "'it'\\''s $HOME'");
    EXPECT_EQ(shellWord("A=1"), "'A=1'") << "no assignment";
}

TEST(TextFile, RefusesWhatIsNoRegularFile)
{
    const test::TemporaryDirectory folder;
    const auto pipe = folder / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    for (const auto& path : {std::filesystem::path{"/dev/zero"}, pipe}) {
        const auto text = readTextFile(path); // would never end, or never begin
        ASSERT_FALSE(text) << path;
        EXPECT_THAT(text.error().message, HasSubstr("\"" + path.string() + "\" is no regular file"));
    }
    std::ofstream{folder / "plan.json"} << "text";
    std::filesystem::create_symlink(folder / "plan.json", folder / "link");
    EXPECT_EQ(readTextFile(folder / "link").value(), "text");
}

} // namespace assay
