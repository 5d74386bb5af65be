// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/windowfixture.h"

#include "load/resultspane.h"
#include "spawn/spawnpage.h"
#include "window/tour.h"

#include <QDir>
#include <QFile>
#include <QSettings>

namespace assay::test {

std::vector<document::Instrument> instruments()
{
    return {loadpage::loadInstrument(), spawnpage::spawnInstrument()};
}

WindowTest::WindowTest()
    : m_engine(QStringLiteral(ASSAY_BIN_DIR "/assay-cli"))
{
    QSettings().clear();
    m_window = makeWindow();
}

WindowTest::~WindowTest() = default;

std::unique_ptr<window::MainWindow> WindowTest::makeWindow()
{
    auto made = std::make_unique<window::MainWindow>(window::WindowParts{.dialogs = &m_dialogs,
        .recovery = document::RecoveryFolder(path("recovery")),
        .engineProgram = m_engine,
        .instruments = instruments(),
        .tour = window::tourPages(),
        .demoPlan = loadpage::demoPlan});
    made->show();
    return made;
}

void WindowTest::beginSession()
{
    window().actions().newSession->trigger();
    ASSERT_TRUE(waitFor([this] { return window().page() && page().experimentId() != 0; }));
}

void WindowTest::useEngine(const char* script)
{
    m_engine = path("engine");
    QFile file(m_engine);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\n");
    file.write(script);
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner);
    m_window = makeWindow();
}

QStringList WindowTest::untitledFiles() const
{
    return QDir(path("recovery")).entryList({QStringLiteral("*.assay")}, QDir::Files);
}

void WindowTest::usePlan(const std::function<void(load::LoadPlan&)>& change)
{
    page().editor().edit(QStringLiteral("test plan"), {}, [&change](load::LoadPlan& plan) {
        plan.target.enabled = true;
        plan.target.service = "2ms";
        load::HttpStep step;
        step.label = "Page";
        step.url = "http://${target}/";
        plan.steps = {{step}};
        plan.profile.users = {{4, 0, nsPerSecond / 2, nsPerSecond, 0}};
        if (change) {
            change(plan);
        }
    });
    ASSERT_EQ(page().startObstacle(), QString());
}

void WindowTest::startRun()
{
    auto* control = window().owner().runControl();
    window().actions().start->trigger();
    ASSERT_TRUE(waitFor([control] { return control->runId() != 0 || !control->isActive(); }))
        << banner().toStdString();
    ASSERT_TRUE(control->isActive()) << banner().toStdString();
}

void WindowTest::runToEnd()
{
    startRun();
    ASSERT_TRUE(waitFor([this] { return !window().owner().runControl()->isActive(); }));
    ASSERT_TRUE(waitFor([this] {
        return !document().runs().empty() && document().runs().back().state != session::RunState::Running;
    }));
}

bool WindowTest::open(const QString& path)
{
    std::optional<bool> opened;
    window().owner().open(path, [&opened](bool done) { opened = done; });
    waitFor([&opened] { return opened.has_value(); });
    return opened.value_or(false);
}

bool WindowTest::saveTo(const QString& path)
{
    m_dialogs.savePath = path;
    std::optional<bool> saved;
    window().owner().saveAs([&saved](bool done) { saved = done; });
    waitFor([&saved] { return saved.has_value(); });
    return saved.value_or(false);
}

} // namespace assay::test
