// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/quantityformat.h"

#include <gtest/gtest.h>

using namespace assay::charts;

namespace {

struct FormatCase
{
    const char* name;
    Quantity quantity;
    double value;
    const char* english;
    const char* german;
};

const FormatCase cases[] = {
    {"Nanoseconds", Quantity::Duration, 5, "5.00 ns", "5,00 ns"},
    {"Milliseconds", Quantity::Duration, 12.34e6, "12.3 ms", "12,3 ms"},
    {"StepsUpWhenRounded", Quantity::Duration, 999.7e3, "1.00 ms", "1,00 ms"},
    {"LessDecimalsWhenRounded", Quantity::Duration, 9.996e6, "10.0 ms", "10,0 ms"},
    {"Seconds", Quantity::Duration, 90e9, "90.0 s", "90,0 s"},
    {"Minutes", Quantity::Duration, 150e9, "2.50 min", "2,50 min"},
    {"NoDuration", Quantity::Duration, 0, "0 ns", "0 ns"},
    {"Rate", Quantity::Rate, 345.2, "345 /s", "345 /s"},
    {"ThousandsASecond", Quantity::Rate, 1240, "1.24 k/s", "1,24 k/s"},
    {"Percent", Quantity::Percent, 34.53, "34.5 %", "34,5 %"},
    {"LittlePercent", Quantity::Percent, 0.4219, "0.42 %", "0,42 %"},
    {"AllPercent", Quantity::Percent, 100, "100 %", "100 %"},
    {"Users", Quantity::Count, 50, "50", "50"},
    {"ManyUsers", Quantity::Count, 12345, "12,345", "12.345"},
    {"Millions", Quantity::Count, 2.5e6, "2.50 M", "2,50 M"},
    {"MeanOfUsers", Quantity::Count, 7.5, "7.50", "7,50"},
    {"Bytes", Quantity::Bytes, 512, "512 B", "512 B"},
    {"Mebibytes", Quantity::Bytes, 1.5 * 1024 * 1024, "1.50 MiB", "1,50 MiB"},
    {"KibibytesASecond", Quantity::ByteRate, 10 * 1024, "10.0 KiB/s", "10,0 KiB/s"},
    {"Negative", Quantity::Duration, -12.34e6, "-12.3 ms", "-12,3 ms"},
    {"NotANumber", Quantity::Duration, NAN, "–", "–"},
    {"Time", Quantity::Time, 12.44e9, "12.4 s", "12,4 s"},
    {"TimeInMinutes", Quantity::Time, 125.2e9, "2:05.2", "2:05,2"},
    {"TimeInHours", Quantity::Time, 3725e9, "1:02:05.0", "1:02:05,0"},
};

std::string plain(QString text)
{
    return text.replace(QChar(0xa0), QLatin1Char(' ')).toStdString();
}

} // namespace

class Format : public testing::TestWithParam<FormatCase>
{ };

TEST_P(Format, ReadsWellInTheUsersLanguage)
{
    const FormatCase& c = GetParam();
    EXPECT_EQ(
        plain(valueText(c.quantity, c.value, QLocale(QLocale::English, QLocale::UnitedStates))), c.english);
    EXPECT_EQ(plain(valueText(c.quantity, c.value, QLocale(QLocale::German, QLocale::Germany))), c.german);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, Format, testing::ValuesIn(cases), [](const auto& row) { return std::string(row.param.name); });

TEST(TimeText, HasAsManyDecimalsAsTheResolutionNeeds)
{
    const QLocale c = QLocale::c();
    EXPECT_EQ(plain(timeText(12.3456e9, 1e9, c)), "12 s");
    EXPECT_EQ(plain(timeText(12.3456e9, 1e6, c)), "12.346 s");
    EXPECT_EQ(plain(timeText(3599.99e9, 1e9, c)), "1:00:00");
    EXPECT_EQ(plain(timeText(-125e9, 1e9, c)), "-2:05");
}

TEST(TitleWithUnit, LeavesOutWhatThereIsNot)
{
    EXPECT_EQ(titleWithUnit(QStringLiteral("Users"), QString()), QStringLiteral("Users"));
    EXPECT_EQ(titleWithUnit(QStringLiteral("Time"), QStringLiteral("s")), QStringLiteral("Time (s)"));
    EXPECT_EQ(titleWithUnit(QString(), QStringLiteral("s")), QStringLiteral("s"));
}
