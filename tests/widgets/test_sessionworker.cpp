// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/sessionworker.h"

#include "document/filejob.h"
#include "document/qtext.h"
#include "temporarydirectory.h"

#include <QFile>
#include <QTest>

#include <gtest/gtest.h>

#include <future>
#include <optional>

namespace assay::document {
namespace {

using session::SessionFile;

class SessionWorkerTest : public testing::Test
{
protected:
    SessionWorkerTest()
        : m_path(QString::fromStdString((m_directory / "s.assay").string()))
    {
        EXPECT_TRUE(SessionFile::create(fsPath(m_path)));
        m_worker.emplace(m_path, SessionFile::Mode::ReadWrite);
    }
    ~SessionWorkerTest() override
    {
        if (!m_released) {
            m_release.set_value();
        }
    }

    /// Posts a job that has opened the file, and runs until release(). Returns when it runs.
    void hold()
    {
        std::promise<void> running;
        auto started = running.get_future();
        m_worker->post(
            &m_owner,
            [running = std::make_shared<std::promise<void>>(std::move(running)),
                released = m_release.get_future().share()](SessionConnection& connection) {
                EXPECT_TRUE(connection.file());
                running->set_value();
                released.wait();
                return 1;
            },
            [this](int) { ++m_delivered; });
        started.wait();
    }
    void release()
    {
        m_released = true;
        m_release.set_value();
    }

    test::TemporaryDirectory m_directory;
    QString m_path;
    std::promise<void> m_release;
    bool m_released = false;
    QObject m_owner;
    int m_delivered = 0;
    std::optional<SessionWorker> m_worker;
};

TEST_F(SessionWorkerTest, DeliversOnTheThreadOfItsOwner)
{
    QThread* worked = nullptr;
    QThread* delivered = nullptr;
    m_worker->post(
        &m_owner, [](SessionConnection&) { return QThread::currentThread(); },
        [&](QThread* thread) {
            worked = thread;
            delivered = QThread::currentThread();
        });
    ASSERT_TRUE(QTest::qWaitFor([&] { return delivered != nullptr; }, 10'000));
    EXPECT_EQ(delivered, QThread::currentThread());
    EXPECT_NE(worked, delivered);
}

TEST_F(SessionWorkerTest, ItsEndWaitsForNoJobAndNothingIsDelivered)
{
    hold();
    m_worker.reset(); // were it to wait, it would wait for ever: release() comes after it
    release();
    // The connection is closed by its own thread: the last one takes the log with it.
    ASSERT_TRUE(QTest::qWaitFor([this] { return !QFile::exists(m_path + QStringLiteral("-wal")); }, 10'000));
    QTest::qWait(1);
    EXPECT_EQ(m_delivered, 0);
}

TEST_F(SessionWorkerTest, JobsThatWaitedStillRun)
{
    hold();
    std::promise<void> kept;
    auto done = kept.get_future();
    session::Experiment experiment;
    experiment.instrument = "load";
    experiment.name = "kept";
    experiment.plan = "{}";
    m_worker->post(
        &m_owner,
        [put = withFile([experiment](SessionFile& file) { return file.putExperiment(experiment); }),
            kept = std::make_shared<std::promise<void>>(std::move(kept))](
            SessionConnection& connection) mutable {
            const auto id = put(connection);
            EXPECT_TRUE(id);
            kept->set_value();
            return id.has_value();
        },
        [this](bool) { ++m_delivered; });
    m_worker.reset();
    release();
    ASSERT_EQ(done.wait_for(std::chrono::seconds(10)), std::future_status::ready);
    QTest::qWait(1);
    EXPECT_EQ(m_delivered, 0);
}

TEST_F(SessionWorkerTest, WithNothingToDoTheFileIsClosedWhenItEnds)
{
    hold();
    release();
    ASSERT_TRUE(QTest::qWaitFor([this] { return m_delivered == 1; }, 10'000));
    m_worker.reset();
    ASSERT_TRUE(QTest::qWaitFor([this] { return !QFile::exists(m_path + QStringLiteral("-wal")); }, 10'000));
    EXPECT_EQ(m_delivered, 1);
}

} // namespace
} // namespace assay::document
