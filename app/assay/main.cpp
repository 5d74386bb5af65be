// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/enginerun.h"
#include "document/qtext.h"
#include "load/loadpage.h"
#include "spawn/spawnpage.h"
#include "theme/desktopscheme.h"
#include "theme/legiblestyle.h"
#include "theme/paletteicon.h"
#include "theme/themechoice.h"
#include "window/exportcommand.h"
#include "window/mainwindow.h"
#include "window/tour.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTextStream>

#include <csignal>
#include <optional>

using namespace assay;

namespace {

enum ExitCode
{
    ExitOk = 0,
    ExitUsage = 2,
    ExitEnvironment = 3
};

const char* const helpText =
    "assay – a workbench for finding out how a machine or a server really behaves\n"
    "\n"
    "  assay [SESSION]              open the window, with a session file\n"
    "  assay --demo [FILE]          open the ready demo, recorded into FILE, and start it\n"
    "  assay export SESSION --out FILE …\n"
    "                               draw charts into files without a display (assay export --help)\n"
    "  assay --help | --version\n"
    "\n"
    "Without a window: assay-cli.\n"
    "Exit codes: 0 ok, 2 the command line or its input is wrong, 3 the machine refuses.\n";

void print(const QString& text)
{
    QTextStream(stdout) << text;
}

int complain(const Error& error)
{
    QTextStream(stderr) << "assay: " << qtext(error.message) << Qt::endl;
    return error.kind == ErrorKind::Usage ? ExitUsage : ExitEnvironment;
}

std::vector<document::Instrument> instruments()
{
    return {loadpage::loadInstrument(), spawnpage::spawnInstrument()};
}

bool hasDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
}

int exportCharts(const QStringList& arguments)
{
    if (arguments.contains(QStringLiteral("--help")) || arguments.contains(QStringLiteral("-h"))) {
        print(window::exportCommandHelp(instruments()));
        return ExitOk;
    }
    auto written = window::runExportCommand(arguments, instruments());
    if (!written) {
        return complain(written.error());
    }
    for (const QString& path : *written) {
        print(path + u'\n');
    }
    return ExitOk;
}

int openWindow(const QStringList& arguments)
{
    const bool demo = arguments.value(1) == u"--demo";
    const QStringList files = arguments.mid(demo ? 2 : 1);
    for (const QString& file : files) {
        if (file.startsWith(u'-')) {
            return complain(usageError("Unknown option " + utf8(file) + ". See assay --help."));
        }
    }
    if (files.size() > 1) {
        return complain(usageError("Name one session file; open further ones from their own windows."));
    }
    QApplication::setWindowIcon(theme::programIcon());
    theme::applyLegibleStyle();
    theme::applyStoredTheme();
    const theme::DesktopScheme desktop;
    QObject::connect(&desktop, &theme::DesktopScheme::changed, &theme::setDesktopPrefersDark);
    dialogs::DesktopDialogs dialogs;
    window::MainWindow main({.dialogs = &dialogs,
        .recovery = document::RecoveryFolder(),
        .engineProgram = document::EngineRun::defaultProgram(),
        .instruments = instruments(),
        .tour = window::tourPages(),
        .demoPlan = loadpage::demoPlan});
    main.show();
    main.owner().lookForLeftovers();
    if (demo) {
        main.runDemo(files.value(0));
    } else if (!files.isEmpty()) {
        main.owner().open(files.front());
    }
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv)
{
    // A reader of our output that goes away is no reason to die.
    std::signal(SIGPIPE, SIG_IGN);
    const std::string first = argc > 1 ? argv[1] : "";
    if (first == "--help" || first == "-h") {
        print(QString::fromUtf8(helpText));
        return ExitOk;
    }
    if (first == "--version") {
        print(QStringLiteral("assay %1\n").arg(QStringLiteral(ASSAY_VERSION)));
        return ExitOk;
    }
    const bool exporting = first == "export";
    if (!hasDisplay() && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        if (!exporting) {
            return complain(
                environmentError("There is no display for the window. Use assay-cli to measure and "
                                 "assay export to draw charts without one."));
        }
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    // Qt would complain; nothing is ever put there by an export.
    std::optional<QTemporaryDir> runtime;
    if (exporting && !qEnvironmentVariableIsSet("XDG_RUNTIME_DIR")) {
        qputenv("XDG_RUNTIME_DIR", QFile::encodeName(runtime.emplace().path()));
    }
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("Assay"));
    QApplication::setOrganizationName(QStringLiteral("assay"));
    QApplication::setApplicationVersion(QStringLiteral(ASSAY_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("assay"));
    const QStringList arguments = QApplication::arguments();
    return exporting ? exportCharts(arguments.mid(1)) : openWindow(arguments);
}
