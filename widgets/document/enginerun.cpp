// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/enginerun.h"

#include "document/qtext.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstring>

namespace assay::document {

Result<std::unique_ptr<EngineRun>> EngineRun::start(
    const QString& program, const QString& sessionPath, qint64 experimentId)
{
    std::unique_ptr<EngineRun> run(new EngineRun);
    EngineRun* receiver = run.get();
    // Both handlers run on the process's thread, which ends before `receiver` does.
    ChildProcess::Handlers handlers;
    handlers.onLine = [receiver](const std::string& line) {
        QMetaObject::invokeMethod(
            receiver, [receiver, text = QByteArray::fromStdString(line)] { receiver->takeLine(text); },
            Qt::QueuedConnection);
    };
    handlers.onExit = [receiver](const ChildProcess::Exit& exit) {
        QMetaObject::invokeMethod(
            receiver, [receiver, exit] { receiver->takeExit(exit); }, Qt::QueuedConnection);
    };
    auto process = ChildProcess::start(fsPath(program),
        {"run", "--session", utf8(sessionPath), "--experiment", std::to_string(experimentId)},
        std::move(handlers));
    if (!process) {
        return process.error();
    }
    run->m_process.emplace(std::move(*process));
    run->m_running = true;
    return run;
}

EngineRun::~EngineRun()
{
    m_process.reset();
}

void EngineRun::stop()
{
    if (m_running) {
        m_process->writeLine("stop");
    }
}

QString EngineRun::defaultProgram()
{
    return QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("assay-cli"));
}

void EngineRun::takeLine(const QByteArray& line)
{
    const QJsonObject message = QJsonDocument::fromJson(line).object();
    const QString type = message.value(u"type").toString();
    const auto number = [&message](QStringView key) { return message.value(key).toDouble(); };
    const auto whole = [&message](QStringView key) { return message.value(key).toInteger(); };
    if (type == u"state") {
        if (m_runId == 0 && whole(u"run") != 0) {
            m_runId = whole(u"run");
            Q_EMIT started(m_runId);
        }
    } else if (type == u"progress") {
        m_progress = {number(u"elapsed_s"), number(u"total_s"), whole(u"users"), whole(u"completed"),
            whole(u"failures"), whole(u"total"), message.value(u"cell").toString()};
        Q_EMIT progressed();
    } else if (type == u"notice") {
        Q_EMIT noticed(message.value(u"text").toString());
    } else if (type == u"error") {
        m_trouble = message.value(u"text").toString();
    } else if (type == u"done") {
        m_done = true;
        if (m_runId == 0) {
            m_runId = whole(u"run");
        }
    }
}

void EngineRun::takeExit(const ChildProcess::Exit& exit)
{
    m_running = false;
    const QString lastWords = qtext(exit.errorOutput).trimmed();
    if (exit.signal != 0) {
        m_trouble =
            tr("The engine was ended by a signal (%1) before the run was complete. What it had recorded "
               "up to then is kept.")
                .arg(QString::fromUtf8(strsignal(exit.signal)));
    } else if (!m_done && m_trouble.isEmpty()) {
        m_trouble = lastWords.isEmpty() ? tr("The engine ended with exit code %1 without finishing the run "
                                             "and without saying why. What it "
                                             "had recorded up to then is kept.")
                                              .arg(exit.code)
                                        : lastWords;
    }
    Q_EMIT finished(m_runId, m_trouble);
}

} // namespace assay::document
