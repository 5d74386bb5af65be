// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/dialogs.h"
#include "document/instrument.h"
#include "document/recovery.h"
#include "document/runcontrol.h"
#include "document/sessiondocument.h"

#include <QObject>

#include <deque>
#include <functional>
#include <memory>

namespace assay::window {

/// The document of a window: makes, opens, saves and lets go of it, asking what has to be asked. What is open
/// stays open until what replaces it could be read. GUI thread.
class DocumentOwner : public QObject
{
    Q_OBJECT

public:
    /// Called with whether it came to pass; not if the user gave up on the way and nothing changed: then
    /// false.
    using Then = std::function<void(bool)>;

    DocumentOwner(
        dialogs::Dialogs& dialogs, document::RecoveryFolder recovery, QString engineProgram, QWidget* window);
    ~DocumentOwner() override;

    /// nullptr while nothing is open.
    document::SessionDocument* document() const { return m_document.get(); }
    document::RunControl* runControl() const { return m_control.get(); }

    /// Whether a new session's first experiment is worth asking about before it is thrown away.
    enum class Begun
    {
        Untouched, ///< a ready plan, there again for a click
        WithWork ///< what the user brought along
    };
    /// An untitled session with `first` in it.
    void newSession(const session::Experiment& first, Begun begun, Then then = {});
    void open(const QString& path, Then then = {});
    /// Opens `path`, or makes it if there is no such file.
    void openOrCreate(const QString& path, Then then = {});
    void chooseAndOpen();
    void save(Then then = {});
    void saveAs(Then then = {});
    /// Asks about a run that is going on and about unsaved changes; then(true): the document may go.
    void letGo(Then then);

    /// Looks for sessions that a crash left over, and offers each by leftoverFound().
    void lookForLeftovers();
    void adoptLeftover();
    void discardLeftover();
    void postponeLeftover();

Q_SIGNALS:
    /// Another document, or none. The former is still alive during the signal, for pages to let go of it.
    void documentChanged();
    void noticed(const assay::document::Notice& notice);
    /// What is being done, for a few words in the status bar; "" when done.
    void busyChanged(const QString& text);
    /// `live`: a run is still being recorded into it, so that it can be opened and not discarded.
    void leftoverFound(const QString& sentence, bool live);

private:
    void load(std::unique_ptr<document::SessionDocument> opening, Then then);
    void replaceWith(std::unique_ptr<document::SessionDocument> next);
    void leaveBehind(Then then);
    void stopThenLetGo(Then then);
    void takeRunFinished();
    void askUnsaved(Then then);
    void addTo(document::SessionDocument& document, const session::Experiment& experiment, Then then);
    void fail(const Error& error);
    void offerNextLeftover();

    dialogs::Dialogs& m_dialogs;
    document::RecoveryFolder m_recovery;
    QString m_engineProgram;
    QWidget* m_window;
    std::unique_ptr<document::SessionDocument> m_opening;
    std::unique_ptr<document::SessionDocument> m_document;
    std::unique_ptr<document::RunControl> m_control;
    Then m_afterStop; ///< waits for the end of the run that is being stopped
    std::deque<std::unique_ptr<document::SessionDocument>> m_leftovers; ///< the first is being offered
};

} // namespace assay::window
