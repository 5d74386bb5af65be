// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/windowfixture.h"

#include "dialogs/exportdialog.h"
#include "load/resultspane.h"
#include "widgets/chartvalues.h"
#include "window/exportcommand.h"

#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QMimeData>
#include <QProcess>
#include <QSpinBox>

#include <algorithm>

namespace assay::test {
namespace {

class ChartExportTest : public WindowTest
{
protected:
    void recordSession(const char* name)
    {
        beginSession();
        usePlan();
        runToEnd();
        ASSERT_TRUE(saveTo(path(name)));
        ASSERT_TRUE(waitFor(
            [this] { return !page().charts().isEmpty() && !page().charts().front().series.isEmpty(); }));
    }
};

TEST_F(ChartExportTest, ExportsFromTheWindow)
{
    recordSession("window.assay");
    window().actions().exportCharts->trigger();
    auto* dialog = window().findChild<dialogs::ExportDialog*>();
    ASSERT_TRUE(dialog);
    EXPECT_EQ(dialog->findChild<QComboBox*>(QStringLiteral("chartBox"))->currentText(),
        QStringLiteral("All charts, a file each"));
    dialog->findChild<QComboBox*>(QStringLiteral("chartBox"))->setCurrentIndex(0);
    const auto exportTo = [&](const QString& target) {
        dialog->exportTo(target);
        EXPECT_TRUE(waitFor([&] { return !dialog->isExporting(); }));
    };
    exportTo(path("out.png"));
    const QImage image(path("out.png"));
    EXPECT_EQ(image.size(), QSize(1890, 1063)) << "160 × 90 mm at 300 dpi";
    EXPECT_EQ(image.pixelColor(2, 2), QColor(Qt::white));
    EXPECT_GT(colouredPixels(image), 200);
    exportTo(path("out.svg"));
    EXPECT_TRUE(QFile::exists(path("out.svg")));
    exportTo(path("missing-folder/out.png"));
    EXPECT_THAT(banner().toStdString(), testing::HasSubstr("missing-folder"));

    window().actions().copyChart->trigger();
    const auto* copied = QGuiApplication::clipboard()->mimeData();
    EXPECT_TRUE(copied->hasImage());
    EXPECT_THAT(copied->text().toStdString(), testing::HasSubstr("\t"));
}

TEST_F(ChartExportTest, IsCancelledBetweenTwoChartsAndRefusesWhatTakesTooLong)
{
    recordSession("cancel.assay");
    window().actions().exportCharts->trigger();
    auto* dialog = window().findChild<dialogs::ExportDialog*>();
    ASSERT_TRUE(dialog);
    dialog->exportTo(path("some.png"));
    EXPECT_TRUE(dialog->isExporting()) << "nothing is drawn before the event loop is back";
    ASSERT_TRUE(waitFor([this] { return QFile::exists(path("some-throughput.png")); }));
    dialog->cancelExport();
    EXPECT_FALSE(dialog->isExporting());
    QCoreApplication::processEvents();
    EXPECT_FALSE(QFile::exists(path("some-cpu.png")));

    auto* density = dialog->findChild<QSpinBox*>();
    density->setValue(density->maximum());
    dialog->exportTo(path("huge.png"));
    EXPECT_FALSE(dialog->isExporting());
    EXPECT_TRUE(std::ranges::any_of(dialog->findChildren<QLabel*>(),
        [](const QLabel* label) { return label->text().contains(u"million pixels"); }));
    EXPECT_FALSE(QFile::exists(path("huge-throughput.png")));
}

TEST_F(ChartExportTest, TheCommandWritesEveryChart)
{
    recordSession("command.assay");
    auto written = window::runExportCommand(
        {QStringLiteral("export"), path("command.assay"), QStringLiteral("--chart"), QStringLiteral("all"),
            QStringLiteral("--out"), path("all.png"), QStringLiteral("--width"), QStringLiteral("800px"),
            QStringLiteral("--height"), QStringLiteral("450px"), QStringLiteral("--dpi"),
            QStringLiteral("96")},
        instruments());
    ASSERT_TRUE(written) << written.error().message;
    EXPECT_EQ(written->size(), 6);
    const QImage throughput(path("all-throughput.png"));
    EXPECT_EQ(throughput.size(), QSize(800, 450));
    EXPECT_GT(colouredPixels(throughput), 100);

    auto csv = window::runExportCommand(
        {QStringLiteral("export"), path("command.assay"), QStringLiteral("--chart"),
            QStringLiteral("throughput"), QStringLiteral("--out"), path("t.csv"), QStringLiteral("--from"),
            QStringLiteral("400ms"), QStringLiteral("--to"), QStringLiteral("1s")},
        instruments());
    ASSERT_TRUE(csv) << csv.error().message;
    QFile file(path("t.csv"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll().count('\n'), 4) << "a heading and three intervals of 200 ms";
}

struct BadCommand
{
    const char* name;
    QStringList arguments;
    const char* says;
};

class BadExport : public ChartExportTest, public testing::WithParamInterface<BadCommand>
{ };

TEST_P(BadExport, IsOneClearSentence)
{
    {
        auto file = session::SessionFile::create(m_directory / "empty.assay");
        ASSERT_TRUE(file);
    }
    QStringList arguments{QStringLiteral("export")};
    for (const QString& argument : GetParam().arguments) {
        arguments.append(QString(argument).replace(u"DIR"_qs, path("").chopped(1)));
    }
    const auto result = window::runExportCommand(arguments, instruments());
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error().message, testing::HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(All, BadExport,
    testing::Values(BadCommand{"NoSession", {}, "one session"},
        BadCommand{"NoOut", {QStringLiteral("DIR/empty.assay")}, "--out"},
        BadCommand{"MissingFile",
            {QStringLiteral("DIR/none.assay"), QStringLiteral("--out"), QStringLiteral("x.png")},
            "none.assay"},
        BadCommand{"NoRun",
            {QStringLiteral("DIR/empty.assay"), QStringLiteral("--out"), QStringLiteral("x.png")}, "no run"},
        BadCommand{"UnknownOption", {QStringLiteral("DIR/empty.assay"), QStringLiteral("--frobnicate")},
            "frobnicate"}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST_F(ChartExportTest, TheProgramExportsWithoutADisplay)
{
    recordSession("program.assay");
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        environment.remove(QString::fromLatin1(name));
    }
    program.setProcessEnvironment(environment);
    const auto run = [&](const QStringList& arguments) {
        program.start(QStringLiteral(ASSAY_BIN_DIR "/assay"), arguments);
        EXPECT_TRUE(program.waitForFinished());
        return program.exitCode();
    };
    EXPECT_EQ(run({QStringLiteral("export"), path("program.assay"), QStringLiteral("--chart"),
                  QStringLiteral("latency"), QStringLiteral("--out"), path("latency.pdf")}),
        0)
        << program.readAllStandardError().toStdString();
    QFile pdf(path("latency.pdf"));
    ASSERT_TRUE(pdf.open(QIODevice::ReadOnly));
    EXPECT_TRUE(pdf.read(5) == "%PDF-");
    EXPECT_EQ(run({QStringLiteral("--version")}), 0);
    EXPECT_EQ(run({QStringLiteral("--help")}), 0);
    EXPECT_EQ(
        run({QStringLiteral("export"), path("program.assay"), QStringLiteral("--out"), path("x.bmp")}), 2);
    EXPECT_EQ(run({}), 3) << "a window needs a display";
}

} // namespace
} // namespace assay::test
