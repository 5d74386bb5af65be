// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/banner.h"
#include "dialogs/dialogs.h"
#include "load/loadpage.h"
#include "temporarydirectory.h"
#include "window/mainwindow.h"

#include <QTest>

#include <gmock/gmock.h>

#include <functional>
#include <memory>

namespace assay::test {

/// Waits, with the event loop running, until `condition` holds; false after `seconds`.
inline bool waitFor(const std::function<bool()>& condition, int seconds = 30)
{
    return QTest::qWaitFor(condition, seconds * 1000);
}

/// As the program has them.
std::vector<document::Instrument> instruments();

/// Answers every question as the test says beforehand, and counts them.
class ScriptedDialogs : public dialogs::Dialogs
{
public:
    QString chooseFileToOpen(QWidget*, const QString&, const QString&) override { return openPath; }
    QString chooseFileToSave(QWidget*, const QString&, const QString& suggestion, const QString&) override
    {
        suggested = suggestion;
        return savePath;
    }
    Unsaved askUnsaved(QWidget*, const QString&) override
    {
        ++unsavedAsked;
        return unsaved;
    }
    WhileRunning askWhileRunning(QWidget*, const QString&) override
    {
        ++runningAsked;
        return whileRunning;
    }
    bool confirm(QWidget*, const QString&, const QString&, const QString&) override
    {
        ++confirmAsked;
        return confirmed;
    }

    QString openPath;
    QString savePath;
    QString suggested;
    Unsaved unsaved = Unsaved::Cancel;
    WhileRunning whileRunning = WhileRunning::Cancel;
    bool confirmed = false;
    int unsavedAsked = 0;
    int runningAsked = 0;
    int confirmAsked = 0;
};

/// The real main window with the real engine, in folders of its own.
class WindowTest : public testing::Test
{
protected:
    WindowTest();
    ~WindowTest() override;

    std::unique_ptr<window::MainWindow> makeWindow();
    /// Destroys the window without closing it, as a crash would.
    void vanish() { m_window.reset(); }

    window::MainWindow& window() { return *m_window; }
    document::SessionDocument& document() { return *m_window->owner().document(); }
    loadpage::LoadPage& page() { return *dynamic_cast<loadpage::LoadPage*>(m_window->page()); }
    QString banner() { return m_window->banner()->text(); }
    QString path(const char* name) const { return QString::fromStdString((m_directory / name).string()); }

    /// A new session with one experiment, its page shown.
    void beginSession();
    /// An engine of a test's own: a shell script.
    void useEngine(const char* script);
    /// The session files that lie in the recovery folder.
    QStringList untitledFiles() const;
    /// A short plan against the built-in server, as an edit of the current experiment.
    void usePlan(const std::function<void(load::LoadPlan&)>& change = {});
    /// Starts the current experiment's plan and waits for the end of the run.
    void runToEnd();
    void startRun();
    bool open(const QString& path);
    bool saveTo(const QString& path);

    TemporaryDirectory m_directory;
    ScriptedDialogs m_dialogs;
    QString m_engine;
    std::unique_ptr<window::MainWindow> m_window;
};

} // namespace assay::test
