// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/windowfixture.h"

#include "load/planpane.h"
#include "load/planpreview.h"
#include "load/resultspane.h"
#include "load/stepspane.h"
#include "load/summarypane.h"
#include "panes/chartgrid.h"
#include "widgets/chartvalues.h"
#include "window/sessiondock.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QLineEdit>
#include <QMenu>
#include <QProcess>
#include <QSettings>
#include <QTreeView>

#include <csignal>

namespace assay::test {
namespace {

using dialogs::Dialogs;

class MainWindowTest : public WindowTest
{ };

TEST_F(MainWindowTest, BeginsWithoutASessionAndSaysWhatCanBeDone)
{
    EXPECT_EQ(window().page(), nullptr);
    EXPECT_FALSE(window().dock()->isVisible());
    EXPECT_FALSE(window().actions().save->isEnabled());
    EXPECT_FALSE(window().actions().start->isEnabled());
    EXPECT_TRUE(window().actions().newSession->isEnabled());
    EXPECT_EQ(window().windowTitle(), QStringLiteral("Assay"));
}

TEST_F(MainWindowTest, EditsRunsSavesAndReopensWithTheSameValues)
{
    beginSession();
    usePlan();
    runToEnd();
    ASSERT_TRUE(waitFor([this] {
        return !page().results()->summary()->model().rows().empty()
            && page().results()->summary()->model().rows().back().requests > 100;
    }));
    EXPECT_EQ(document().runs().back().state, session::RunState::Finished);

    // What the reader knows at the end is shown without being asked for again.
    page().results()->refresh();
    ASSERT_TRUE(waitFor([this] {
        const auto rows = page().results()->summary()->model().rows();
        return rows.back().requests == document().runs().back().sampleCount;
    }));
    const QString before = valuesOf(page().charts());
    const auto summaryBefore = page().results()->summary()->model().rows();
    EXPECT_THAT(before.toStdString(), testing::HasSubstr("throughput"));

    ASSERT_TRUE(saveTo(path("kept.assay"))) << banner().toStdString();
    EXPECT_FALSE(document().isModified());
    EXPECT_FALSE(document().isUntitled());
    EXPECT_EQ(document().title(), QStringLiteral("kept.assay"));
    EXPECT_FALSE(window().isWindowModified());

    vanish();
    m_window = makeWindow();
    ASSERT_TRUE(open(path("kept.assay"))) << banner().toStdString();
    ASSERT_TRUE(waitFor([this] {
        return window().page() && !page().charts().isEmpty()
            && !page().results()->summary()->model().rows().empty();
    }));
    EXPECT_EQ(valuesOf(page().charts()), before);
    EXPECT_EQ(page().results()->summary()->model().rows(), summaryBefore);
    EXPECT_EQ(page().editor().plan().steps.size(), 1U);
    EXPECT_EQ(banner(), QString());
}

TEST_F(MainWindowTest, ShowsARunWhileItIsBeingWritten)
{
    beginSession();
    usePlan([](load::LoadPlan& plan) { plan.profile.users = {{4, 0, 0, 60 * nsPerSecond, 0}}; });
    startRun();
    auto* results = page().results();
    ASSERT_TRUE(waitFor([&] {
        const auto rows = results->summary()->model().rows();
        return !rows.empty() && rows.back().requests > 0;
    }));
    const auto first = results->summary()->model().rows().back().requests;
    ASSERT_TRUE(waitFor([&] { return results->summary()->model().rows().back().requests > first; }));
    EXPECT_TRUE(results->charts()->chart(QStringLiteral("throughput"))->isLive());
    EXPECT_EQ(window().dock()->currentRun(), window().owner().runControl()->runId());
    EXPECT_FALSE(window().actions().saveAs->isEnabled());

    window().actions().stop->trigger();
    ASSERT_TRUE(waitFor([this] { return !window().owner().runControl()->isActive(); }));
    ASSERT_TRUE(waitFor([this] { return document().runs().back().state == session::RunState::Stopped; }));
    ASSERT_TRUE(waitFor([&] { return !results->charts()->chart(QStringLiteral("throughput"))->isLive(); }));
    EXPECT_EQ(banner(), QString()) << "stopping is no trouble";
}

TEST_F(MainWindowTest, UndoesAndRedoesEditsOfThePlan)
{
    beginSession();
    auto* label = page().findChild<QLineEdit*>(QStringLiteral("stepLabel"));
    auto* url = page().findChild<QLineEdit*>(QStringLiteral("stepUrl"));
    ASSERT_TRUE(label && url);
    const QString before = label->text();
    label->selectAll();
    QTest::keyClicks(label, QStringLiteral("Basket"));
    EXPECT_EQ(page().editor().plan().steps.size(), 1U);
    EXPECT_EQ(std::get<load::HttpStep>(page().editor().plan().steps[0].item).label, "Basket");
    EXPECT_TRUE(window().isWindowModified());
    const int typed = document().undoStack().count();
    EXPECT_EQ(typed, 1) << "typing a word is one step";
    Q_EMIT label->editingFinished();
    QTest::keyClicks(url, QStringLiteral("a"));
    EXPECT_EQ(document().undoStack().count(), 2);

    window().actions().undo->trigger();
    window().actions().undo->trigger();
    EXPECT_EQ(label->text(), before);
    window().actions().redo->trigger();
    EXPECT_EQ(label->text(), QStringLiteral("Basket"));
}

TEST_F(MainWindowTest, PreviewAndStartFollowThePlan)
{
    beginSession();
    usePlan();
    const auto& preview = page().planPane()->preview()->spec();
    ASSERT_EQ(preview.series.size(), 1);
    EXPECT_DOUBLE_EQ(preview.series[0].points->last().x(), 1.5e9);
    EXPECT_TRUE(window().actions().start->isEnabled());
    page().editor().edit(
        QStringLiteral("break it"), {}, [](load::LoadPlan& plan) { plan.profile.users.clear(); });
    EXPECT_FALSE(window().actions().start->isEnabled());
    EXPECT_THAT(page().startObstacle().toStdString(), testing::HasSubstr("profile.users"));
    window().actions().undo->trigger();
    EXPECT_TRUE(window().actions().start->isEnabled());
}

TEST_F(MainWindowTest, ACrashOfTheEngineIsASentenceAndKeepsWhatWasRecorded)
{
    beginSession();
    usePlan([](load::LoadPlan& plan) { plan.profile.users = {{4, 0, 0, 60 * nsPerSecond, 0}}; });
    startRun();
    ASSERT_TRUE(waitFor([this] {
        const auto rows = page().results()->summary()->model().rows();
        return !rows.empty() && rows.back().requests > 0;
    }));
    kill(window().owner().runControl()->engine()->pid(), SIGKILL);
    ASSERT_TRUE(waitFor([this] { return !window().owner().runControl()->isActive(); }));
    EXPECT_THAT(banner().toStdString(), testing::HasSubstr("signal"));
    ASSERT_TRUE(waitFor([this] { return document().runs().back().state == session::RunState::Interrupted; }));
    page().results()->refresh();
    ASSERT_TRUE(waitFor([this] {
        return page().results()->noticesText().contains(u"vanished")
            || !page().results()->noticesText().isEmpty();
    }));
    EXPECT_GT(page().results()->summary()->model().rows().back().requests, 0U);
}

TEST_F(MainWindowTest, TheWindowVanishesAndTheRunGoesOn)
{
    beginSession();
    usePlan([](load::LoadPlan& plan) { plan.profile.users = {{2, 0, 0, 2 * nsPerSecond, 0}}; });
    startRun();
    vanish();
    m_window = makeWindow();
    window().owner().lookForLeftovers();
    ASSERT_TRUE(waitFor([this] { return !banner().isEmpty(); }));
    window().banner()->choose(0); // open it
    ASSERT_TRUE(waitFor([this] { return window().page() != nullptr; }));
    EXPECT_TRUE(document().isUntitled());
    EXPECT_TRUE(document().isModified());
    ASSERT_EQ(document().runs().size(), 1U);
    ASSERT_TRUE(waitFor([this] { return document().runs().back().state == session::RunState::Finished; }));
    ASSERT_TRUE(waitFor([this] {
        const auto rows = page().results()->summary()->model().rows();
        return !rows.empty() && rows.back().requests == document().runs().back().sampleCount;
    }));
}

TEST_F(MainWindowTest, RecoversEditsOfANamedFileAfterACrash)
{
    beginSession();
    usePlan();
    ASSERT_TRUE(saveTo(path("drafted.assay")));
    page().editor().edit(
        QStringLiteral("edit"), {}, [](load::LoadPlan& plan) { plan.durationNs = 7 * nsPerSecond; });
    const auto id = page().experimentId();
    ASSERT_TRUE(waitFor([&] {
        auto file =
            session::SessionFile::open((m_directory / "drafted.assay"), session::SessionFile::Mode::ReadOnly);
        auto draft = file ? file->view("draft:" + std::to_string(id)) : std::nullopt;
        return draft && *draft && (*draft)->find("7s") != std::string::npos;
    }));
    vanish();

    m_window = makeWindow();
    ASSERT_TRUE(open(path("drafted.assay")));
    EXPECT_THAT(banner().toStdString(), testing::HasSubstr("never saved"));
    EXPECT_EQ(page().editor().plan().durationNs, 0);
    EXPECT_FALSE(document().isModified());
    window().banner()->choose(0); // bring them back
    EXPECT_EQ(page().editor().plan().durationNs, 7 * nsPerSecond);
    EXPECT_TRUE(document().isModified());
    window().actions().undo->trigger();
    EXPECT_EQ(page().editor().plan().durationNs, 0);
}

TEST_F(MainWindowTest, AFileThatCannotBeOpenedIsASentenceAndNothingIsLost)
{
    beginSession();
    const auto* kept = window().owner().document();
    QFile junk(path("junk.assay"));
    ASSERT_TRUE(junk.open(QIODevice::WriteOnly));
    junk.write("this is no database");
    junk.close();
    EXPECT_FALSE(open(path("junk.assay")));
    EXPECT_THAT(banner().toStdString(), testing::HasSubstr("junk.assay"));
    EXPECT_EQ(window().owner().document(), kept);
    window().banner()->close();
    EXPECT_FALSE(open(path("missing.assay")));
    EXPECT_THAT(banner().toStdString(), testing::HasSubstr("missing.assay"));
    EXPECT_EQ(window().owner().document(), kept);
}

TEST_F(MainWindowTest, AFullPlanIsOnlyRunByAnEngineThatIsThere)
{
    m_engine = path("no-such-engine");
    m_window = makeWindow();
    beginSession();
    usePlan();
    window().actions().start->trigger();
    ASSERT_TRUE(waitFor([this] { return !banner().isEmpty(); }));
    EXPECT_THAT(banner().toStdString(), testing::HasSubstr("no-such-engine"));
    EXPECT_TRUE(waitFor([this] { return window().actions().start->isEnabled(); }));
}

struct ClosingCase
{
    const char* name;
    Dialogs::Unsaved answer;
    bool closes;
    bool saved;
};

class ClosingTest : public WindowTest, public testing::WithParamInterface<ClosingCase>
{ };

TEST_P(ClosingTest, AsksAboutUnsavedChanges)
{
    const auto& param = GetParam();
    beginSession();
    usePlan();
    ASSERT_TRUE(saveTo(path("closing.assay")));
    page().editor().edit(
        QStringLiteral("edit"), {}, [](load::LoadPlan& plan) { plan.durationNs = 9 * nsPerSecond; });
    m_dialogs.unsaved = param.answer;
    window().close();
    EXPECT_EQ(m_dialogs.unsavedAsked, 1);
    if (param.closes) {
        EXPECT_TRUE(waitFor([this] { return !window().isVisible(); }));
    } else {
        EXPECT_FALSE(waitFor([this] { return !window().isVisible(); }, 0));
    }
    auto file =
        session::SessionFile::open(m_directory / "closing.assay", session::SessionFile::Mode::ReadOnly);
    ASSERT_TRUE(file);
    const auto plan = file->experiments()->front().plan;
    EXPECT_EQ(plan.find("9s") != std::string::npos, param.saved);
}

INSTANTIATE_TEST_SUITE_P(Answers, ClosingTest,
    testing::Values(ClosingCase{"Save", Dialogs::Unsaved::Save, true, true},
        ClosingCase{"Discard", Dialogs::Unsaved::Discard, true, false},
        ClosingCase{"Cancel", Dialogs::Unsaved::Cancel, false, false}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST_F(MainWindowTest, AnUntouchedUntitledSessionClosesWithoutAQuestionAndLeavesNothing)
{
    beginSession();
    window().close();
    EXPECT_TRUE(waitFor([this] { return !window().isVisible(); }));
    EXPECT_EQ(m_dialogs.unsavedAsked, 0);
    vanish();
    EXPECT_TRUE(QDir(path("recovery")).entryList({QStringLiteral("*.assay")}, QDir::Files).isEmpty());
}

TEST_F(MainWindowTest, ClosingDuringARunAsksAndCanKeepItRunning)
{
    beginSession();
    usePlan([](load::LoadPlan& plan) { plan.profile.users = {{2, 0, 0, 3 * nsPerSecond, 0}}; });
    ASSERT_TRUE(saveTo(path("running.assay")));
    startRun();
    m_dialogs.whileRunning = Dialogs::WhileRunning::Cancel;
    window().close();
    EXPECT_EQ(m_dialogs.runningAsked, 1);
    EXPECT_TRUE(window().isVisible());
    m_dialogs.whileRunning = Dialogs::WhileRunning::KeepRunning;
    window().close();
    EXPECT_TRUE(waitFor([this] { return !window().isVisible(); }));
    vanish();

    m_window = makeWindow();
    ASSERT_TRUE(open(path("running.assay")));
    ASSERT_EQ(document().runs().size(), 1U);
    EXPECT_TRUE(waitFor([this] { return document().runs().back().state == session::RunState::Finished; }));
}

TEST_F(MainWindowTest, ClosingDuringARunCanStopIt)
{
    beginSession();
    usePlan([](load::LoadPlan& plan) { plan.profile.users = {{2, 0, 0, 60 * nsPerSecond, 0}}; });
    ASSERT_TRUE(saveTo(path("stopped.assay")));
    startRun();
    m_dialogs.whileRunning = Dialogs::WhileRunning::Stop;
    window().close();
    EXPECT_TRUE(waitFor([this] { return !window().isVisible(); }));
    vanish();
    m_window = makeWindow();
    ASSERT_TRUE(open(path("stopped.assay")));
    EXPECT_EQ(document().runs().back().state, session::RunState::Stopped);
}

TEST_F(MainWindowTest, RemovesAndDuplicatesExperimentsAndRuns)
{
    beginSession();
    usePlan();
    window().actions().duplicate->trigger();
    ASSERT_TRUE(waitFor([this] { return document().experiments().size() == 2; }));
    EXPECT_EQ(window().dock()->currentExperiment(), document().experiments().back().id);
    m_dialogs.confirmed = false;
    window().actions().remove->trigger();
    EXPECT_EQ(m_dialogs.confirmAsked, 1);
    EXPECT_EQ(document().experiments().size(), 2U);
    m_dialogs.confirmed = true;
    window().actions().remove->trigger();
    ASSERT_TRUE(waitFor([this] { return document().experiments().size() == 1; }));
}

TEST_F(MainWindowTest, RenamesAnExperimentUndoably)
{
    beginSession();
    auto* model = window().dock()->view()->model();
    const QString before = model->index(0, 0).data().toString();
    ASSERT_TRUE(model->setData(model->index(0, 0), QStringLiteral("Checkout"), Qt::EditRole));
    EXPECT_EQ(model->index(0, 0).data().toString(), QStringLiteral("Checkout"));
    EXPECT_EQ(page().editor().plan().name, "Checkout");
    window().actions().undo->trigger();
    EXPECT_EQ(model->index(0, 0).data().toString(), before);
}

TEST_F(MainWindowTest, ImportsAndExportsPlans)
{
    beginSession();
    usePlan();
    m_dialogs.savePath = path("plan.json");
    window().actions().exportPlan->trigger();
    EXPECT_TRUE(m_dialogs.suggested.endsWith(u".json"));
    ASSERT_TRUE(QFile::exists(path("plan.json")));
    m_dialogs.openPath = path("plan.json");
    window().actions().importPlan->trigger();
    ASSERT_TRUE(waitFor([this] { return document().experiments().size() == 2; }));
    EXPECT_EQ(document().experiments()[0].plan, document().experiments()[1].plan);

    QFile bad(path("bad.json"));
    ASSERT_TRUE(bad.open(QIODevice::WriteOnly));
    bad.write("{\n \"steps\": 3,,\n}");
    bad.close();
    window().importPlanFile(path("bad.json"));
    EXPECT_THAT(banner().toStdString(), testing::HasSubstr("bad.json"));
    EXPECT_EQ(document().experiments().size(), 2U);
}

TEST_F(MainWindowTest, TheCopiedCommandRunsThePlanOnTheScreen)
{
    beginSession();
    usePlan([](load::LoadPlan& plan) {
        plan.profile.users = {{1, 0, 0, 60 * nsPerSecond, 0}};
        plan.maxRequests = 7;
    });
    auto* copy = window().actions().copyCommand;
    EXPECT_FALSE(copy->isEnabled()) << "the file of an untitled session does not stay";
    EXPECT_THAT(copy->toolTip().toStdString(), testing::HasSubstr("Save"));
    ASSERT_TRUE(saveTo(path("it's mine.assay")));
    ASSERT_TRUE(copy->isEnabled());
    page().editor().edit(QStringLiteral("edit"), {}, [](load::LoadPlan& plan) { plan.maxRequests = 9; });
    EXPECT_FALSE(copy->isEnabled()) << "the file holds another plan";
    window().actions().save->trigger();
    ASSERT_TRUE(waitFor([&] { return copy->isEnabled(); }));
    copy->trigger();

    QProcess shell;
    shell.setWorkingDirectory(QStringLiteral("/"));
    shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QGuiApplication::clipboard()->text()});
    ASSERT_TRUE(shell.waitForFinished());
    EXPECT_EQ(shell.exitCode(), 0) << shell.readAllStandardError().toStdString();
    document().refreshRuns(true);
    ASSERT_TRUE(waitFor([this] { return document().runs().size() == 1; }));
    EXPECT_EQ(document().runs()[0].sampleCount, 9U);
}

TEST_F(MainWindowTest, APlanFileIsReadWithALimit)
{
    QFile huge(path("huge.json"));
    ASSERT_TRUE(huge.open(QIODevice::WriteOnly));
    ASSERT_TRUE(huge.resize(65LL << 20));
    huge.close();
    window().importPlanFile(path("huge.json"));
    EXPECT_THAT(banner().toStdString(), testing::HasSubstr("huge.json"));
    window().banner()->close();
    window().importPlanFile(QStringLiteral("/dev/zero"));
    EXPECT_THAT(banner().toStdString(), testing::HasSubstr("/dev/zero"));
    EXPECT_FALSE(window().page());
}

TEST_F(MainWindowTest, RemembersRecentFiles)
{
    beginSession();
    ASSERT_TRUE(saveTo(path("recent.assay")));
    Q_EMIT window().actions().recent->aboutToShow();
    const auto entries = window().actions().recent->actions();
    ASSERT_GE(entries.size(), 2);
    EXPECT_TRUE(entries[0]->text().contains(QStringLiteral("recent.assay")));
    EXPECT_TRUE(entries[0]->isEnabled());
    vanish();
    QFile::remove(path("recent.assay"));
    m_window = makeWindow();
    Q_EMIT window().actions().recent->aboutToShow();
    EXPECT_FALSE(window().actions().recent->actions()[0]->isEnabled()) << "missing files are greyed";
    window().actions().recent->actions().last()->trigger();
    Q_EMIT window().actions().recent->aboutToShow();
    EXPECT_FALSE(window().actions().recent->actions()[0]->isEnabled());
    EXPECT_EQ(window().actions().recent->actions().size(), 1);
}

TEST_F(MainWindowTest, TheDemoRunsByItself)
{
    window().runDemo(path("demo.assay"));
    ASSERT_TRUE(waitFor([this] {
        auto* control = window().owner().runControl();
        return control && control->runId() != 0;
    })) << banner().toStdString();
    EXPECT_EQ(page().editor().plan().target.pool, 8);
    EXPECT_EQ(page().editor().plan().profile.users.at(0).users, 50);
    window().actions().stop->trigger();
    ASSERT_TRUE(waitFor([this] { return !window().owner().runControl()->isActive(); }));
    EXPECT_TRUE(QFile::exists(path("demo.assay")));
}

} // namespace
} // namespace assay::test
