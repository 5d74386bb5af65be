// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowwriter.h"

#include "base/json.h"

#include <gmock/gmock.h>

#include <limits>
#include <memory>

namespace assay::cli {

using testing::HasSubstr;

/// What `fill` writes to a stream.
template <typename Fill> std::string written(Fill&& fill)
{
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{std::tmpfile(), &std::fclose};
    fill(file.get());
    std::string text(static_cast<std::size_t>(std::ftell(file.get())), '\0');
    std::rewind(file.get());
    EXPECT_EQ(std::fread(text.data(), 1, text.size(), file.get()), text.size());
    return text;
}

std::string threeRows(RowWriter::Format format)
{
    return written([&](std::FILE* file) {
        RowWriter writer{file, format, {"a", "b \"x\"", "c"}};
        writer.integer(std::numeric_limits<std::int64_t>::min());
        writer.text("with, \"quotes\"\nand a line");
        writer.number(0.1);
        writer.count(std::numeric_limits<std::uint64_t>::max());
        writer.text("");
        writer.number(1'234'567.25);
        writer.integer(0);
        writer.text("\xc3\xa4\x01");
        writer.none();
        EXPECT_TRUE(writer.finish());
    });
}

TEST(RowWriter, WritesCsv)
{
    EXPECT_EQ(threeRows(RowWriter::Format::Csv),
        "a,\"b \"\"x\"\"\",c\n"
        "-9223372036854775808,\"with, \"\"quotes\"\"\nand a line\",0.1\n"
        "18446744073709551615,,1234567.25\n"
        "0,\xc3\xa4\x01,\n");
}

TEST(RowWriter, WritesJson)
{
    const auto text = threeRows(RowWriter::Format::Json);
    const auto rows = parseJson(text, "the rows").value().as_array();
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[0].at("a"), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(rows[0].at("b \"x\""), "with, \"quotes\"\nand a line");
    EXPECT_EQ(rows[0].at("c"), 0.1);
    EXPECT_EQ(rows[1].at("a").to_number<std::uint64_t>(), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(rows[2].at("b \"x\""), "\xc3\xa4\x01");
    EXPECT_TRUE(rows[2].at("c").is_null());
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5) << "one row a line";
}

TEST(RowWriter, WritesNoRows)
{
    const auto nothing = [](RowWriter::Format format) {
        return written([&](std::FILE* file) { EXPECT_TRUE((RowWriter{file, format, {"a"}}.finish())); });
    };
    EXPECT_EQ(nothing(RowWriter::Format::Csv), "a\n");
    EXPECT_EQ(nothing(RowWriter::Format::Json), "[]\n");
}

TEST(RowWriter, TellsWhenTheDiskIsFull)
{
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> full{std::fopen("/dev/full", "w"), &std::fclose};
    RowWriter writer{full.get(), RowWriter::Format::Csv, {"a"}};
    for (int i = 0; i < 100'000; ++i) {
        writer.integer(i);
    }
    const auto finished = writer.finish();
    ASSERT_FALSE(finished);
    EXPECT_EQ(finished.error().kind, ErrorKind::Environment);
    EXPECT_THAT(finished.error().message, HasSubstr("can't be written"));
}

} // namespace assay::cli
