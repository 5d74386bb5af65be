// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/instrument.h"
#include "models/sessiontreemodel.h"

#include <QDockWidget>

class QTreeView;

namespace assay::document {
class SessionDocument;
}

namespace assay::window {

/// The tree of experiments and runs. Says what the user chose; what that means is the window's business.
class SessionDock : public QDockWidget
{
    Q_OBJECT

public:
    SessionDock(models::SessionTreeModel::Headline headline, QWidget* parent);

    /// nullptr: an empty tree.
    void setDocument(document::SessionDocument* document);
    QTreeView* view() const { return m_view; }
    models::SessionTreeModel& model() { return m_model; }

    std::int64_t currentExperiment() const;
    std::int64_t currentRun() const;
    void selectExperiment(std::int64_t id);
    void selectRun(std::int64_t id);

Q_SIGNALS:
    void experimentChosen(qint64 id);
    void runChosen(qint64 id);
    void nothingChosen();
    void renameRequested(qint64 experimentId, const QString& name);

private:
    void refresh();
    void announce();

    document::SessionDocument* m_document = nullptr;
    models::SessionTreeModel m_model;
    QTreeView* m_view;
    std::int64_t m_wantedRun = 0; ///< to be selected once the tree has it
};

} // namespace assay::window
