// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/banner.h"
#include "document/enginerun.h"
#include "document/recovery.h"
#include "document/sessiondocument.h"
#include "session/runrecorder.h"
#include "session/writerprocess.h"
#include "temporarydirectory.h"

#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>
#include <thread>

#include <unistd.h>

namespace assay::document {
namespace {

/// Runs `script` as if it were the engine and gathers what it says.
class FakeEngine
{
public:
    explicit FakeEngine(const test::TemporaryDirectory& directory, const char* script)
    {
        const QString program = QString::fromStdString((directory / "engine").string());
        QFile file(program);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n");
        file.write(script);
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner);
        auto started = EngineRun::start(program, QStringLiteral("x.assay"), 1);
        if (!started) {
            throw std::runtime_error(started.error().message);
        }
        run = std::move(*started);
        QObject::connect(
            run.get(), &EngineRun::noticed, [this](const QString& text) { notices.append(text); });
        QObject::connect(run.get(), &EngineRun::finished, [this](qint64 id, const QString& text) {
            finished = true;
            runId = id;
            trouble = text;
        });
    }

    bool wait()
    {
        return QTest::qWaitFor([this] { return finished; }, 10'000);
    }

    std::unique_ptr<EngineRun> run;
    QStringList notices;
    QString trouble;
    qint64 runId = 0;
    bool finished = false;
};

TEST(EngineRun, FollowsWhatTheEngineSays)
{
    test::TemporaryDirectory directory;
    FakeEngine engine(directory, R"(
echo '{"type":"state","state":"running","run":7}'
echo '{"type":"progress","elapsed_s":1.5,"total_s":60,"users":3,"completed":120,"failures":2}'
echo '{"type":"notice","text":"Something to know."}'
read word
echo '{"type":"done","run":7,"state":"stopped"}'
)");
    ASSERT_TRUE(QTest::qWaitFor([&] { return !engine.notices.isEmpty(); }, 10'000));
    EXPECT_EQ(engine.run->runId(), 7);
    EXPECT_EQ(engine.run->progress().users, 3);
    EXPECT_EQ(engine.run->progress().totalS, 60);
    EXPECT_TRUE(engine.run->isRunning());
    engine.run->stop();
    ASSERT_TRUE(engine.wait());
    EXPECT_EQ(engine.trouble, QString());
    EXPECT_EQ(engine.runId, 7);
}

struct Ending
{
    const char* name;
    const char* script;
    const char* says;
};

class EngineEnds : public testing::TestWithParam<Ending>
{ };

TEST_P(EngineEnds, BadlyInASentence)
{
    test::TemporaryDirectory directory;
    FakeEngine engine(directory, GetParam().script);
    ASSERT_TRUE(engine.wait());
    EXPECT_THAT(engine.trouble.toStdString(), testing::HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(All, EngineEnds,
    testing::Values(Ending{"Silently", "exit 5", "exit code 5"},
        Ending{"WithLastWords", "echo 'The disk is full.' >&2; exit 3", "The disk is full."},
        Ending{"WithAnError", "echo '{\"type\":\"error\",\"text\":\"The plan is broken.\"}'; exit 2",
            "The plan is broken."},
        Ending{"Crashing", "kill -SEGV $$", "signal"},
        Ending{"TalkingNonsense", "echo '{{{'; echo '[1]'; head -c 100000 /dev/zero; exit 1", "exit code 1"}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST(Recovery, WhatAnOwnerHoldsIsNoLeftover)
{
    test::TemporaryDirectory directory;
    const RecoveryFolder folder(QString::fromStdString((directory / "state").string()));
    auto first = folder.create();
    auto second = folder.create();
    ASSERT_TRUE(first && second);
    EXPECT_NE((*first)->path(), (*second)->path());
    EXPECT_TRUE(folder.takeLeftovers().empty());
    const QString path = (*first)->path();
    first->reset(); // as a window that vanished
    {
        const auto leftovers = folder.takeLeftovers();
        ASSERT_EQ(leftovers.size(), 1U);
        EXPECT_EQ(leftovers.front()->path(), path);
        EXPECT_TRUE(folder.takeLeftovers().empty()) << "it has an owner now";
        leftovers.front()->discard();
    }
    EXPECT_FALSE(QFileInfo::exists(path));
    EXPECT_TRUE(QFileInfo::exists((*second)->path()));
}

class Document : public testing::Test
{
protected:
    Document()
        : m_path(m_directory / "document.assay")
    {
        auto file = session::SessionFile::create(m_path);
        session::Experiment experiment;
        experiment.instrument = "load";
        experiment.name = "first";
        experiment.plan = "{}";
        m_id = *file->putExperiment(experiment);
    }

    std::unique_ptr<SessionDocument> open()
    {
        auto document = std::make_unique<SessionDocument>(QString::fromStdString(m_path.string()));
        EXPECT_TRUE(wait([&](auto done) { document->load(done); }));
        return document;
    }

    /// Calls something that answers later, and waits for it.
    static bool wait(const std::function<void(SessionDocument::Done)>& call)
    {
        std::optional<bool> done;
        call([&done](Result<void> result) { done = result.has_value(); });
        EXPECT_TRUE(QTest::qWaitFor([&done] { return done.has_value(); }, 10'000));
        return done.value_or(false);
    }

    std::string storedPlan()
    {
        auto file = session::SessionFile::open(m_path, session::SessionFile::Mode::ReadOnly);
        return file->experiment(m_id)->plan;
    }

    test::TemporaryDirectory m_directory;
    std::filesystem::path m_path;
    std::int64_t m_id = 0;
};

TEST_F(Document, KeepsEditsInMemoryUntilTheyAreSaved)
{
    auto document = open();
    document->edit(m_id, {"first", "{\"a\":1}"}, QStringLiteral("edit"));
    EXPECT_TRUE(document->isModified());
    EXPECT_EQ(storedPlan(), "{}");
    EXPECT_TRUE(wait([&](auto done) { document->save(done); }));
    EXPECT_FALSE(document->isModified());
    EXPECT_EQ(storedPlan(), "{\"a\":1}");
    document->undoStack().undo();
    EXPECT_TRUE(document->isModified()) << "undoing past a save is a change";
}

TEST_F(Document, SaveAsLeavesTheOriginalAlone)
{
    auto document = open();
    document->edit(m_id, {"first", "{\"a\":1}"}, QStringLiteral("edit"));
    const auto copy = QString::fromStdString((m_directory / "copy.assay").string());
    EXPECT_TRUE(wait([&](auto done) { document->saveAs(copy, done); }));
    EXPECT_EQ(document->path(), copy);
    EXPECT_FALSE(document->isModified());
    EXPECT_EQ(storedPlan(), "{}");
    m_path = copy.toStdString();
    EXPECT_EQ(storedPlan(), "{\"a\":1}");
}

TEST_F(Document, AFailedSaveKeepsTheUnsavedMark)
{
    auto document = open();
    document->edit(m_id, {"first", "{\"a\":1}"}, QStringLiteral("edit"));
    const auto nowhere = QString::fromStdString((m_directory / "none" / "copy.assay").string());
    EXPECT_FALSE(wait([&](auto done) { document->saveAs(nowhere, done); }));
    EXPECT_TRUE(document->isModified());
    EXPECT_EQ(document->path().toStdString(), m_path.string());
}

TEST_F(Document, SeesARunThatAnotherProgramRecords)
{
    auto document = open();
    auto file = session::SessionFile::open(m_path, session::SessionFile::Mode::ReadWrite);
    session::RunStart start;
    start.experimentId = m_id;
    start.instrument = "load";
    start.labels = {"Page"};
    auto recorder = session::RunRecorder::begin(*file, start);
    ASSERT_TRUE(recorder) << recorder.error().message;
    QSignalSpy changed(document.get(), &SessionDocument::runsChanged);
    document->refreshRuns(true);
    ASSERT_TRUE(QTest::qWaitFor([&] { return changed.count() > 0; }, 10'000));
    ASSERT_EQ(document->runs().size(), 1U);
    EXPECT_EQ(document->runs()[0].state, session::RunState::Running) << "its writer lives";
}

TEST_F(Document, IsNotMovedWhileARunIsBeingRecorded)
{
    auto document = open();
    // Begun by another program since the list of runs was read.
    auto file = session::SessionFile::open(m_path, session::SessionFile::Mode::ReadWrite);
    session::RunStart start;
    start.experimentId = m_id;
    start.instrument = "load";
    auto recorder = session::RunRecorder::begin(*file, start);
    ASSERT_TRUE(recorder) << recorder.error().message;
    EXPECT_FALSE(document->isBeingRecorded());
    const auto copy = QString::fromStdString((m_directory / "copy.assay").string());
    EXPECT_FALSE(wait([&](auto done) { document->saveAs(copy, done); }));
    EXPECT_FALSE(QFileInfo::exists(copy));
}

TEST(Recovery, ASessionIsNotThrownAwayWhileARunIsBeingRecorded)
{
    test::TemporaryDirectory directory;
    auto slot = RecoveryFolder(QString::fromStdString(directory.path().string())).create();
    ASSERT_TRUE(slot);
    const QString path = (*slot)->path();
    std::optional<bool> discarded;
    const auto discard = [&](SessionDocument& document) {
        discarded.reset();
        document.discard([&](Result<void> done) { discarded = done.has_value(); });
        return QTest::qWaitFor([&] { return discarded.has_value(); }, 10'000);
    };
    SessionDocument document(std::move(*slot), false);
    {
        auto file = session::SessionFile::open(path.toStdString(), session::SessionFile::Mode::ReadWrite);
        session::Experiment experiment;
        experiment.instrument = "load";
        session::RunStart start;
        start.experimentId = *file->putExperiment(experiment);
        start.instrument = "load";
        auto recorder = session::RunRecorder::begin(*file, start);
        ASSERT_TRUE(recorder) << recorder.error().message;
        ASSERT_TRUE(discard(document));
        EXPECT_FALSE(*discarded);
        EXPECT_TRUE(QFileInfo::exists(path));
        ASSERT_TRUE(recorder->finish(session::RunState::Finished, "", "", 1));
    }
    ASSERT_TRUE(discard(document));
    EXPECT_TRUE(*discarded);
    EXPECT_FALSE(QFileInfo::exists(path));
}

struct DraftCase
{
    const char* name;
    std::string writer; ///< JSON
    bool offered;
};

class Drafts : public Document, public testing::WithParamInterface<DraftCase>
{ };

TEST_P(Drafts, AreOfferedUnlessTheirWriterLives)
{
    {
        auto file = session::SessionFile::open(m_path, session::SessionFile::Mode::ReadWrite);
        ASSERT_TRUE(file->setView(
            "draft:" + std::to_string(m_id), "{\"writer\":" + GetParam().writer + ",\"plan\":\"{1}\"}"));
    }
    EXPECT_EQ(open()->hasDrafts(), GetParam().offered);
}

/// The parent of this process, as it would name itself as a writer.
std::string parentAsWriter(bool reused)
{
    const auto parent = std::to_string(getppid());
    std::ifstream stat("/proc/" + parent + "/stat");
    std::string text;
    std::getline(stat, text, '\0');
    std::istringstream fields(text.substr(text.rfind(')') + 1));
    std::string startTime;
    for (int number = 3; number <= 22; ++number) {
        fields >> startTime;
    }
    const auto own = session::currentWriter();
    return '"' + own.substr(0, own.find(' ') + 1) + parent + ' ' + (reused ? "1" : "") + startTime + '"';
}

INSTANTIATE_TEST_SUITE_P(Writers, Drafts,
    testing::Values(DraftCase{"Own", '"' + session::currentWriter() + '"', true},
        DraftCase{"Living", parentAsWriter(false), false},
        DraftCase{"NumberUsedAgain", parentAsWriter(true), true},
        DraftCase{"BareNumber", std::to_string(getppid()), true}, DraftCase{"Nonsense", "[]", true}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST_F(Document, RefreshesAreNeverLost)
{
    auto document = open();
    QSignalSpy changed(document.get(), &SessionDocument::runsChanged);
    for (int i = 0; i < 100; ++i) {
        document->refreshRuns(i == 50);
    }
    ASSERT_TRUE(QTest::qWaitFor([&] { return changed.count() >= 2; }, 10'000));
    EXPECT_EQ(changed.count(), 2) << "the one under way, and one for all that came meanwhile";
}

TEST(Banner, ShowsTheNewestAndLosesNone)
{
    dialogs::Banner banner;
    bool postponed = false;
    int chosen = 0;
    banner.tell({Notice::Kind::Info, QStringLiteral("offer")}, {{QStringLiteral("Yes"), [&] { ++chosen; }}},
        [&] { postponed = true; });
    banner.tell({Notice::Kind::Error, QStringLiteral("error")});
    banner.tell({Notice::Kind::Error, QStringLiteral("error")});
    EXPECT_EQ(banner.text(), QStringLiteral("error"));
    banner.close();
    EXPECT_EQ(banner.text(), QStringLiteral("offer"));
    EXPECT_EQ(banner.choices(), QStringList{QStringLiteral("Yes")});
    EXPECT_FALSE(postponed);
    banner.choose(0);
    EXPECT_EQ(chosen, 1);
    EXPECT_FALSE(postponed);
    EXPECT_EQ(banner.text(), QString());
    EXPECT_TRUE(banner.isHidden());
}

} // namespace
} // namespace assay::document
