// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/dialogs.h"
#include "dialogs/tourdialog.h"
#include "document/instrument.h"
#include "window/documentowner.h"
#include "window/mainactions.h"

#include <QMainWindow>
#include <QUndoGroup>

#include <map>

class QStackedWidget;

namespace assay::dialogs {
class Banner;
}

namespace assay::window {

class SessionDock;
class WelcomePage;

/// What a window is made with; tests put their own in.
struct WindowParts
{
    dialogs::Dialogs* dialogs = nullptr; ///< borrowed
    document::RecoveryFolder recovery;
    QString engineProgram; ///< path of assay-cli
    std::vector<document::Instrument> instruments;
    QList<dialogs::TourPage> tour;
    std::function<std::string()> demoPlan; ///< of the first instrument
};

/// The window: menus, the session tree, a page for each instrument. Knows no instrument's details.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(WindowParts parts, QWidget* parent = nullptr);
    ~MainWindow() override;

    DocumentOwner& owner() { return m_owner; }
    MainActions& actions() { return m_actions; }
    dialogs::Banner* banner() const { return m_banner; }
    SessionDock* dock() const { return m_dock; }
    /// The page of the selected experiment; nullptr if there is none.
    document::InstrumentPage* page() const { return m_page; }

    /// Opens the ready demo in `path` ("": untitled) and starts it.
    void runDemo(const QString& path = {});
    /// Imports a plan's JSON file, into a new session if none is open.
    void importPlanFile(const QString& path);

Q_SIGNALS:
    void pageChanged();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    static constexpr int layoutVersion = 1; ///< raised when docks or tool bars change

    void connectFileActions();
    void connectEditActions();
    void connectRunActions();
    void connectViewActions();
    void connectHelpActions();
    void connectOwner();

    void takeDocument();
    void offerDrafts();
    void showExperiment(std::int64_t id);
    void showRun(std::int64_t id);
    void showPage(document::InstrumentPage* page);
    void dropPages();
    document::InstrumentPage* pageFor(const std::string& instrument);
    const document::Instrument* instrument(const std::string& id) const;
    /// Whose plan file it is; the first if it is nobody's.
    const document::Instrument& instrumentOfPlan(const std::string& text) const;
    session::Experiment newExperiment(const document::Instrument& instrument, const QString& name) const;

    void newSession();
    void addExperiment(const session::Experiment& experiment, std::function<void(std::int64_t)> then = {});
    void duplicateExperiment();
    void removeSelected();
    void renameExperiment(std::int64_t id, const QString& name);
    void importPlan();
    void exportPlan();
    void exportCharts(const QString& chartId);
    void copyChart();
    void movePane(int by);
    void updateActions();
    void updateTitle();
    void tell(const document::Notice& notice);
    void restoreLayout();

    WindowParts m_parts;
    QUndoGroup m_undo;
    MainActions m_actions;
    DocumentOwner m_owner;
    QStackedWidget* m_pages;
    WelcomePage* m_welcome;
    dialogs::Banner* m_banner;
    SessionDock* m_dock;
    document::InstrumentPage* m_page = nullptr;
    std::map<std::string, document::InstrumentPage*> m_pageOf;
    QByteArray m_firstLayout;
    bool m_closing = false;
};

} // namespace assay::window
