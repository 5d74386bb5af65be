// SPDX-License-Identifier: GPL-3.0-or-later
#include "qtspawners.h"

#include <QProcess>

#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>
#include <sys/wait.h>

namespace assay::spawn {

namespace {

/// Qt gives words: "execve: No such file or directory".
int errnoOf(const QString& words)
{
    const auto text = words.toStdString();
    for (int error = 1; error < 134; ++error) {
        const auto* description = strerrordesc_np(error);
        if (description && text.ends_with(description)) {
            return error;
        }
    }
    return EIO;
}

class QtSpawner : public Spawner
{
public:
    explicit QtSpawner(const ChildCommand& child)
        : Spawner(child)
        , m_program(QString::fromLocal8Bit(child.program()))
    {
        for (std::size_t i = 1; i < child.arguments().size(); ++i) {
            m_arguments.append(QString::fromLocal8Bit(child.arguments()[i].c_str()));
        }
    }

protected:
    /// A fresh object for each child, as programs use it, and in the thread that uses it. It inherits the
    /// standard streams.
    QProcess& newProcess()
    {
        m_process = std::make_unique<QProcess>();
        m_process->setProgram(m_program);
        m_process->setArguments(m_arguments);
        m_process->setProcessChannelMode(QProcess::ForwardedChannels);
        m_process->setInputChannelMode(QProcess::ForwardedInputChannel);
        return *m_process;
    }
    QProcess& process() { return *m_process; }

private:
    QString m_program;
    QStringList m_arguments;
    std::unique_ptr<QProcess> m_process;
};

class StartSpawner : public QtSpawner
{
public:
    using QtSpawner::QtSpawner;

    Launch launch() override
    {
        auto& child = newProcess();
        child.start();
        if (!child.waitForStarted(-1)) {
            return {-1, errnoOf(child.errorString())};
        }
        return {static_cast<pid_t>(child.processId()), 0};
    }

    int reap(const Launch&) override
    {
        process().waitForFinished(-1);
        const int code = process().exitCode(); // of a crash, the signal
        return process().exitStatus() == QProcess::NormalExit ? code << 8 : code;
    }
};

/// Children that ended and were reaped while looking for others.
class ReapedOrphans
{
public:
    /// Those that ended. Qt does not tell the number of one whose exec failed, so it can't be awaited.
    void collect()
    {
        const std::scoped_lock lock{m_mutex};
        int status = 0;
        for (pid_t pid = 0; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
            m_statuses[pid] = status;
        }
    }

    /// The status of a child that collect() took from whoever waited for it; -1 if it did not.
    int take(pid_t pid)
    {
        const std::scoped_lock lock{m_mutex};
        const auto found = m_statuses.find(pid);
        const int status = found == m_statuses.end() ? -1 : found->second;
        m_statuses.erase(pid);
        return status;
    }

private:
    std::mutex m_mutex;
    std::map<pid_t, int> m_statuses;
};

ReapedOrphans& reapedOrphans()
{
    static ReapedOrphans orphans;
    return orphans;
}

/// The child is not Qt's any more, but ours: this process takes in orphans.
class DetachedSpawner : public QtSpawner
{
public:
    using QtSpawner::QtSpawner;

    Launch launch() override
    {
        qint64 pid = -1;
        auto& child = newProcess();
        if (!child.startDetached(&pid)) {
            reapedOrphans().collect();
            return {-1, errnoOf(child.errorString())};
        }
        return {static_cast<pid_t>(pid), 0};
    }

    int reap(const Launch& launched) override
    {
        const int status = QtSpawner::reap(launched);
        return status == -1 ? reapedOrphans().take(launched.pid) : status;
    }
};

} // namespace

std::unique_ptr<Spawner> makeQtSpawner(const SubjectSpec& spec, const ChildCommand& command)
{
    switch (spec.cell.mechanism) {
    case Mechanism::QProcessStart:
        return std::make_unique<StartSpawner>(command);
    case Mechanism::QProcessDetached:
        return std::make_unique<DetachedSpawner>(command);
    default:
        return nullptr;
    }
}

} // namespace assay::spawn
