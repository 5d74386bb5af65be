// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/windowfixture.h"

#include "base/clock.h"

#include <QDir>
#include <QFile>
#include <QMenu>

#include <csignal>

/// What becomes of untitled sessions and of runs when windows go: no work and no living run is ever lost.
namespace assay::test {
namespace {

using dialogs::Dialogs;

class RecoveryTest : public WindowTest
{
protected:
    void startLongRun()
    {
        beginSession();
        usePlan([](load::LoadPlan& plan) { plan.profile.users = {{2, 0, 0, 60 * nsPerSecond, 0}}; });
        startRun();
    }

    void closeAnd(Dialogs::WhileRunning answer)
    {
        m_dialogs.whileRunning = answer;
        window().close();
        ASSERT_TRUE(waitFor([this] { return !window().isVisible(); }));
        vanish();
    }

    void beginAgain()
    {
        m_window = makeWindow();
        window().owner().lookForLeftovers();
    }
};

TEST_F(RecoveryTest, ARunThatGoesOnIsOfferedAsSuchAndCannotBeDiscarded)
{
    startLongRun();
    const int engine = window().owner().runControl()->engine()->pid();
    const QString file = document().path();
    closeAnd(Dialogs::WhileRunning::KeepRunning);
    beginAgain();
    ASSERT_TRUE(waitFor([this] { return !banner().isEmpty(); }));
    EXPECT_THAT(banner().toStdString(), testing::HasSubstr("still going on"));
    EXPECT_EQ(window().banner()->choices().size(), 1);
    window().owner().discardLeftover(); // as if it had been offered before the run began
    EXPECT_TRUE(waitFor([this] { return banner().contains(u"being recorded"); }));
    EXPECT_TRUE(QFile::exists(file));

    vanish();
    beginAgain();
    ASSERT_TRUE(waitFor([this] { return !banner().isEmpty(); }));
    window().banner()->choose(0);
    ASSERT_TRUE(waitFor([this] { return window().page() != nullptr; }));
    EXPECT_EQ(document().runs().back().state, session::RunState::Running);
    EXPECT_FALSE(window().actions().saveAs->isEnabled());
    EXPECT_FALSE(saveTo(path("partial.assay")));
    EXPECT_FALSE(QFile::exists(path("partial.assay")));

    // Closing leaves it alone, whatever would be answered.
    m_dialogs.unsaved = Dialogs::Unsaved::Discard;
    closeAnd(Dialogs::WhileRunning::Stop);
    EXPECT_TRUE(QFile::exists(file));
    beginAgain();
    ASSERT_TRUE(waitFor([this] { return !banner().isEmpty(); }));
    window().banner()->choose(0);
    ASSERT_TRUE(waitFor([this] { return window().page() != nullptr; }));
    kill(engine, SIGINT);
    ASSERT_TRUE(waitFor([this] { return document().runs().back().state == session::RunState::Stopped; }));
    EXPECT_TRUE(waitFor([this] { return window().actions().saveAs->isEnabled(); }));
    EXPECT_TRUE(saveTo(path("whole.assay"))) << banner().toStdString();
    EXPECT_FALSE(QFile::exists(file));
}

TEST_F(RecoveryTest, APlanWhoseRunNeverBeganSurvivesACrash)
{
    useEngine("echo 'No room for the run.' >&2; exit 3\n");
    beginSession();
    usePlan();
    window().actions().start->trigger(); // saves, so that there is no draft any more
    ASSERT_TRUE(waitFor([this] { return banner().contains(u"No room"); }));
    ASSERT_TRUE(document().runs().empty());
    const auto plan = document().experiments().front().plan;
    vanish();
    beginAgain();
    ASSERT_TRUE(waitFor([this] { return !banner().isEmpty(); }));
    window().banner()->choose(0);
    ASSERT_TRUE(waitFor([this] { return window().page() != nullptr; }));
    EXPECT_EQ(document().experiments().front().plan, plan);
}

TEST_F(RecoveryTest, AnUntouchedSessionIsNotOffered)
{
    beginSession();
    vanish();
    EXPECT_EQ(untitledFiles().size(), 1);
    beginAgain();
    EXPECT_TRUE(waitFor([this] { return untitledFiles().isEmpty(); }));
    EXPECT_EQ(banner(), QString());
}

struct AddedCase
{
    const char* name;
    void (*add)(window::MainWindow&, const QString& planFile);
};

/// Experiments that come into an untitled session otherwise than by editing.
class AddedWork : public RecoveryTest, public testing::WithParamInterface<AddedCase>
{
protected:
    void add()
    {
        beginSession();
        m_dialogs.savePath = path("plan.json");
        window().actions().exportPlan->trigger();
        ASSERT_TRUE(QFile::exists(path("plan.json")));
        EXPECT_FALSE(document().isModified());
        GetParam().add(window(), path("plan.json"));
        ASSERT_TRUE(waitFor([this] { return document().experiments().size() == 2; }));
    }
};

TEST_P(AddedWork, IsAskedAboutWhenClosing)
{
    add();
    EXPECT_TRUE(document().isModified());
    EXPECT_TRUE(window().isWindowModified());
    window().close();
    EXPECT_EQ(m_dialogs.unsavedAsked, 1);
    EXPECT_TRUE(window().isVisible());
}

TEST_P(AddedWork, SurvivesACrash)
{
    add();
    vanish();
    beginAgain();
    ASSERT_TRUE(waitFor([this] { return !banner().isEmpty(); }));
    window().banner()->choose(0);
    ASSERT_TRUE(waitFor([this] { return window().page() != nullptr; }));
    EXPECT_EQ(document().experiments().size(), 2U);
}

INSTANTIATE_TEST_SUITE_P(All, AddedWork,
    testing::Values(
        AddedCase{"Duplicated", [](auto& window, const auto&) { window.actions().duplicate->trigger(); }},
        AddedCase{"Imported", [](auto& window, const auto& file) { window.importPlanFile(file); }},
        AddedCase{"Added",
            [](auto& window, const auto&) { window.actions().addExperiment->actions().front()->trigger(); }}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST_F(RecoveryTest, APlanImportedIntoNoSessionIsWork)
{
    beginSession();
    m_dialogs.savePath = path("plan.json");
    window().actions().exportPlan->trigger();
    vanish();
    m_window = makeWindow();
    window().importPlanFile(path("plan.json"));
    ASSERT_TRUE(waitFor([this] { return window().page() && page().experimentId() != 0; }));
    EXPECT_TRUE(document().isModified());
    window().close();
    EXPECT_EQ(m_dialogs.unsavedAsked, 1);
}

TEST_F(RecoveryTest, StopThenCloseHoldsForThisRunOnly)
{
    m_engine = path("engine-to-come");
    m_window = makeWindow();
    beginSession();
    usePlan();
    m_dialogs.whileRunning = Dialogs::WhileRunning::Stop;
    m_dialogs.unsaved = Dialogs::Unsaved::Cancel;
    window().actions().start->trigger();
    window().close(); // while it starts
    EXPECT_EQ(m_dialogs.runningAsked, 1);
    ASSERT_TRUE(waitFor([this] { return banner().contains(u"engine-to-come"); }));
    // There is no run to wait for: closing goes on at once.
    ASSERT_TRUE(waitFor([this] { return m_dialogs.unsavedAsked == 1; }));
    EXPECT_TRUE(window().isVisible());

    ASSERT_TRUE(QFile::link(QStringLiteral(ASSAY_BIN_DIR "/assay-cli"), m_engine));
    m_dialogs.unsaved = Dialogs::Unsaved::Discard;
    runToEnd();
    EXPECT_FALSE(waitFor([this] { return !window().isVisible(); }, 1));
    EXPECT_EQ(m_dialogs.unsavedAsked, 1) << "a later run's end is no reason to close";
}

} // namespace
} // namespace assay::test
