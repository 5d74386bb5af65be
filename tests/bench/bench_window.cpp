// SPDX-License-Identifier: GPL-3.0-or-later
// How late the window's event loop is, and what a chart costs, while the real engine makes 50,000 requests a
// second on nginx and the real window draws its run, without a display.
//
//   bench_window [requests/s [seconds [workers of nginx]]]
#include "charts/chartcanvas.h"
#include "dialogs/dialogs.h"
#include "document/qtext.h"
#include "load/loadpage.h"
#include "support/nginxserver.h"
#include "temporarydirectory.h"
#include "window/mainwindow.h"

#include <QApplication>
#include <QEventLoop>
#include <QSettings>
#include <QStandardPaths>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <thread>

using namespace assay;

namespace {

constexpr double barLatenessMs = 50;
constexpr double barRefreshMs = 10;

double clockMs(clockid_t clock)
{
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Wall and processor time of something that happens again and again, in milliseconds.
struct Costs
{
    std::vector<double> wallMs;
    std::vector<double> cpuMs;

    void add(const std::function<void()>& work)
    {
        const double wall = clockMs(CLOCK_MONOTONIC);
        const double cpu = clockMs(CLOCK_THREAD_CPUTIME_ID);
        work();
        wallMs.push_back(clockMs(CLOCK_MONOTONIC) - wall);
        cpuMs.push_back(clockMs(CLOCK_THREAD_CPUTIME_ID) - cpu);
    }
};

/// Times what the event loop delivers: a chart prepares its figure in its paint event.
class WatchedApplication : public QApplication
{
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (!watching) {
            return QApplication::notify(receiver, event);
        }
        bool handled = false;
        if (event->type() == QEvent::Paint && dynamic_cast<charts::ChartCanvas*>(receiver)) {
            refreshes.add([&] { handled = QApplication::notify(receiver, event); });
        } else if (event->type() == QEvent::MetaCall) {
            calls.add([&] { handled = QApplication::notify(receiver, event); });
        } else {
            handled = QApplication::notify(receiver, event);
        }
        return handled;
    }

    bool watching = false;
    Costs refreshes; ///< a chart drawn anew
    Costs calls; ///< whatever another thread handed over: mostly the rows for all charts
};

/// How late the loop is at each millisecond, those included at which it was not there at all.
class Lateness
{
public:
    void tick()
    {
        const double now = clockMs(CLOCK_MONOTONIC);
        for (; m_due <= now; m_due += 1) {
            ms.push_back(now - m_due);
        }
    }
    void begin() { m_due = clockMs(CLOCK_MONOTONIC) + 1; }

    std::vector<double> ms;

private:
    double m_due = 0;
};

double percentile(std::vector<double> values, double share)
{
    if (values.empty()) {
        return 0;
    }
    const auto at = std::min(values.size() - 1, static_cast<std::size_t>(share * double(values.size())));
    std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(at), values.end());
    return values[at];
}

void print(const char* what, const std::vector<double>& values, double bar = 0)
{
    std::printf("%-34s %8zu %9.2f %9.2f %9.2f", what, values.size(), percentile(values, 0.5),
        percentile(values, 0.99), percentile(values, 1));
    if (bar > 0) {
        const bool met = percentile(values, 0.99) < bar;
        std::printf("   p99 under %.0f ms: %s", bar, met ? "met" : "MISSED");
    }
    std::printf("\n");
}

void waitUntil(const std::function<bool()>& condition)
{
    QTimer wake; // a condition may come true without an event
    wake.start(20);
    while (!condition()) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
}

void usePlan(loadpage::LoadPage& page, const std::string& url, double rate, int seconds)
{
    page.editor().edit(QStringLiteral("bench"), {}, [&](load::LoadPlan& plan) {
        load::HttpStep step;
        step.label = "page";
        step.url = url;
        plan.target.enabled = false;
        plan.steps = {{step}};
        plan.profile = {};
        plan.profile.kind = load::Profile::Kind::Open;
        plan.profile.rates = {{rate, rate, seconds * nsPerSecond}};
        plan.threads = 1;
    });
}

void printRun(const document::SessionDocument& document)
{
    const auto& run = document.runs().back();
    std::printf("%llu requests kept in %.1f s: %.0f/s\n", static_cast<unsigned long long>(run.sampleCount),
        static_cast<double>(run.lengthNs) / 1e9,
        static_cast<double>(run.sampleCount) / (static_cast<double>(run.lengthNs) / 1e9));
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const test::TemporaryDirectory folder;
    for (const char* name : {"XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME"}) {
        qputenv(name, QByteArray::fromStdString(folder.path().string()));
    }
    WatchedApplication application(argc, argv);
    const double rate = argc > 1 ? std::atof(argv[1]) : 50'000;
    const int seconds = argc > 2 ? std::atoi(argv[2]) : 10;
    const int workers = argc > 3 ? std::atoi(argv[3]) : static_cast<int>(std::thread::hardware_concurrency());
    const test::NginxServer server{
        "keepalive_requests 1000000000; location / { return 200 \"a small body\\n\"; }", workers};

    dialogs::DesktopDialogs dialogs;
    window::MainWindow window({.dialogs = &dialogs,
        .recovery = document::RecoveryFolder(QString::fromStdString((folder / "recovery").string())),
        .engineProgram = QStringLiteral(ASSAY_BIN_DIR "/assay-cli"),
        .instruments = {loadpage::loadInstrument()},
        .tour = {},
        .demoPlan = loadpage::demoPlan});
    window.resize(1280, 900);
    window.show();
    window.actions().newSession->trigger();
    waitUntil([&] { return window.page() && window.page()->experimentId() != 0; });
    auto& page = dynamic_cast<loadpage::LoadPage&>(*window.page());
    usePlan(page, server.url(), rate, seconds);
    if (const QString obstacle = page.startObstacle(); !obstacle.isEmpty()) {
        std::printf("%s\n", utf8(obstacle).c_str());
        return 1;
    }

    Lateness lateness;
    QTimer each;
    each.setTimerType(Qt::PreciseTimer);
    QObject::connect(&each, &QTimer::timeout, [&lateness] { lateness.tick(); });
    auto* control = window.owner().runControl();
    window.actions().start->trigger();
    waitUntil([&] { return control->runId() != 0 || !control->isActive(); });
    application.watching = true;
    lateness.begin();
    each.start(1);
    waitUntil([&] { return !control->isActive(); });
    each.stop();
    application.watching = false;
    waitUntil([&] {
        const auto& runs = window.owner().document()->runs();
        return !runs.empty() && runs.back().state != session::RunState::Running;
    });

    printRun(*window.owner().document());
    std::printf("%-34s %8s %9s %9s %9s   (ms)\n", "", "count", "p50", "p99", "max");
    print("event loop late", lateness.ms, barLatenessMs);
    print("a chart refreshed", application.refreshes.wallMs, barRefreshMs);
    print("  of it processor time", application.refreshes.cpuMs);
    print("a call from another thread", application.calls.wallMs);
    print("  of it processor time", application.calls.cpuMs);
    return 0;
}
