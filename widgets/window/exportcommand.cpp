// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/exportcommand.h"

#include "base/units.h"
#include "charts/dataextent.h"
#include "dialogs/chartexport.h"
#include "document/qtext.h"
#include "session/runreader.h"

#include <QCommandLineParser>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>

namespace assay::window {

using charts::RenderOptions;

namespace {

void addOptions(QCommandLineParser& parser, const std::vector<document::Instrument>& instruments)
{
    QStringList ids;
    for (const auto& instrument : instruments) {
        ids += instrument.chartIds();
    }
    const auto add = [&parser](
                         const char* name, const char* help, const char* value, const char* fallback = "") {
        parser.addOption({QString::fromLatin1(name), QString::fromUtf8(help), QString::fromLatin1(value),
            QString::fromLatin1(fallback)});
    };
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    add("run", "Number of the run as in 'assay-cli session show' (default: the last).", "N");
    add("chart",
        qPrintable(ids.join(QStringLiteral(", "))
            + QStringLiteral(", or all: those of the run's instrument (default: all).")),
        "NAME", "all");
    add("out",
        "File; its suffix .png, .svg, .pdf or .csv is the format. Several charts get their name before it.",
        "FILE");
    add("width", "160mm or 1600px (default: 160mm).", "SIZE", "160mm");
    add("height", "90mm or 900px (default: 9/16 of the width).", "SIZE", "90mm");
    add("dpi", "Dots an inch, 10 to 10000 (default: 300).", "N", "300");
    add("theme", "light, dark or print (default: light).", "NAME", "light");
    add("from", "Begin of the range, such as 10s.", "TIME");
    add("to", "End of the range.", "TIME");
    parser.addOption({QStringLiteral("log"), QStringLiteral("Logarithmic response times or rates.")});
    parser.addPositionalArgument(QStringLiteral("SESSION"), QStringLiteral("The session file."));
}

/// "160mm" or "1600px".
Result<double> readSize(const QString& option, const QString& text, RenderOptions::Unit& unit)
{
    bool ok = false;
    const double value = text.chopped(std::min<qsizetype>(2, text.size())).toDouble(&ok);
    const bool pixels = text.endsWith(u"px");
    if (!ok || !(value > 0) || (!pixels && !text.endsWith(u"mm"))) {
        return usageError(
            "--" + utf8(option) + " " + utf8(text) + " is not a size. Write it as 160mm or 1600px.");
    }
    if (value > 100'000) {
        return usageError("--" + utf8(option) + " " + utf8(text) + " is too large. Write 100000 or less.");
    }
    unit = pixels ? RenderOptions::Unit::Pixels : RenderOptions::Unit::Millimetres;
    return value;
}

Result<void> readSizes(const QCommandLineParser& parser, RenderOptions& options)
{
    RenderOptions::Unit widthUnit{};
    RenderOptions::Unit heightUnit{};
    auto width = readSize(QStringLiteral("width"), parser.value(QStringLiteral("width")), widthUnit);
    if (!width) {
        return width.error();
    }
    QString heightText = parser.value(QStringLiteral("height"));
    if (!parser.isSet(QStringLiteral("height"))) {
        // Alone, a width keeps the usual shape.
        heightText = QString::number(*width * 9 / 16) + parser.value(QStringLiteral("width")).right(2);
    }
    auto height = readSize(QStringLiteral("height"), heightText, heightUnit);
    if (!height) {
        return height.error();
    }
    if (widthUnit != heightUnit) {
        return usageError("--width and --height have different units. Write both in mm or both in px.");
    }
    options.size = {*width, *height};
    options.unit = widthUnit;
    return {};
}

Result<RenderOptions> readOptions(const QCommandLineParser& parser, double lengthNs)
{
    RenderOptions options;
    if (auto read = readSizes(parser, options); !read) {
        return read.error();
    }
    bool ok = false;
    options.dpi = parser.value(QStringLiteral("dpi")).toDouble(&ok);
    if (!ok || !(options.dpi >= 10 && options.dpi <= 10'000)) {
        return usageError("--dpi must be a number from 10 to 10000, such as 300.");
    }
    const QString theme = parser.value(QStringLiteral("theme"));
    const QStringList themes{QStringLiteral("light"), QStringLiteral("dark"), QStringLiteral("print")};
    if (!themes.contains(theme)) {
        return usageError("--theme " + utf8(theme) + " is not known. Write light, dark or print.");
    }
    options.paper = static_cast<charts::Paper>(themes.indexOf(theme));
    charts::Range range{0, lengthNs};
    for (const bool from : {true, false}) {
        const QString name = from ? QStringLiteral("from") : QStringLiteral("to");
        if (parser.isSet(name)) {
            auto time = parseDuration(utf8(parser.value(name)));
            if (!time) {
                return usageError("--" + utf8(name) + ": " + time.error().message);
            }
            (from ? range.from : range.to) = static_cast<double>(*time);
            options.visible = range;
        }
    }
    if (options.visible) {
        options.visible = range;
        if (range.isEmpty()) {
            return usageError("--from must lie before --to, and before the end of the run.");
        }
    }
    options.font = QGuiApplication::font();
    return options;
}

Result<session::Run> chooseRun(const session::RunReader& reader, const QString& number)
{
    auto runs = reader.runs();
    if (!runs) {
        return runs.error();
    }
    if (runs->empty()) {
        return usageError("The session holds no run yet, so there is no chart to export.");
    }
    if (number.isEmpty()) {
        return runs->back();
    }
    bool ok = false;
    const auto id = number.toLongLong(&ok);
    for (const auto& run : *runs) {
        if (ok && run.id == id) {
            return run;
        }
    }
    return usageError("There is no run " + utf8(number) + " in the session. Its last is "
        + std::to_string(runs->back().id) + ".");
}

/// The end of the longest time axis.
double timeEnd(const QList<charts::ChartSpec>& specs)
{
    double end = 0;
    for (const auto& spec : specs) {
        if (spec.x.quantity == charts::Quantity::Time) {
            end = std::max(end, charts::extentX(spec).value_or(charts::Range{}).to);
        }
    }
    return end;
}

Result<QList<charts::ChartSpec>> chooseCharts(const document::Instrument& instrument,
    const QList<charts::ChartSpec>& all, const QString& name, bool logarithmic)
{
    QList<charts::ChartSpec> specs;
    for (auto spec : all) {
        if (name != u"all" && name != spec.id) {
            continue;
        }
        if (logarithmic && spec.id == instrument.logarithmicChart) {
            spec.y.scale = charts::Scale::Logarithmic;
            spec.y.minimum.reset();
        }
        specs.append(spec);
    }
    if (specs.isEmpty()) {
        return usageError("There is no chart “" + utf8(name) + "”. Write "
            + utf8(instrument.chartIds().join(QStringLiteral(", "))) + " or all.");
    }
    return specs;
}

} // namespace

QString exportCommandHelp(const std::vector<document::Instrument>& instruments)
{
    QCommandLineParser parser;
    addOptions(parser, instruments);
    parser.setApplicationDescription(QStringLiteral("Draws charts of a run into files, without a display."));
    QString help = parser.helpText();
    const qsizetype end = help.indexOf(u'\n');
    help.replace(
        0, end < 0 ? help.size() : end, QStringLiteral("Usage: assay export SESSION --out FILE [options]"));
    return help;
}

Result<QStringList> runExportCommand(
    const QStringList& arguments, const std::vector<document::Instrument>& instruments)
{
    QCommandLineParser parser;
    addOptions(parser, instruments);
    if (!parser.parse(arguments)) {
        return usageError(utf8(parser.errorText()) + " See assay export --help.");
    }
    for (const QString& option : parser.optionNames()) {
        if (parser.values(option).size() > 1) {
            return usageError("--" + utf8(option) + " is given twice. Keep one of them"
                + (option == u"chart" ? ", or write all." : "."));
        }
    }
    const QStringList sessions = parser.positionalArguments();
    if (sessions.size() != 1) {
        return usageError("Name one session file: assay export SESSION --out FILE.");
    }
    const QString out = parser.value(QStringLiteral("out"));
    if (out.isEmpty()) {
        return usageError("Name the file to write with --out, such as --out latency.png.");
    }
    auto file = session::SessionFile::open(fsPath(sessions.front()), session::SessionFile::Mode::ReadOnly);
    if (!file) {
        return file.error();
    }
    auto run = chooseRun(session::RunReader(*file), parser.value(QStringLiteral("run")));
    if (!run) {
        return run.error();
    }
    const auto instrument = std::find_if(instruments.begin(), instruments.end(),
        [&run](const document::Instrument& one) { return one.id == run->instrument; });
    if (instrument == instruments.end()) {
        return usageError("Run " + std::to_string(run->id)
            + " was made by an instrument that this Assay does "
              "not know (\""
            + run->instrument + "\"). Use a newer Assay.");
    }
    auto charts = instrument->chartsOf(*file, run->id);
    if (!charts) {
        return charts.error();
    }
    auto options = readOptions(parser, timeEnd(*charts));
    if (!options) {
        return options.error();
    }
    auto specs = chooseCharts(
        *instrument, *charts, parser.value(QStringLiteral("chart")), parser.isSet(QStringLiteral("log")));
    if (!specs) {
        return specs.error();
    }
    return dialogs::exportCharts(*specs, *options, out);
}

} // namespace assay::window
