// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/sessiondock.h"

#include "document/sessiondocument.h"
#include "window/sessiondelegate.h"

#include <QTreeView>

namespace assay::window {

using models::SessionTreeModel;

SessionDock::SessionDock(SessionTreeModel::Headline headline, QWidget* parent)
    : QDockWidget(tr("Session"), parent)
    , m_model(std::move(headline))
    , m_view(new QTreeView(this))
{
    setObjectName(QStringLiteral("sessionDock"));
    setAllowedAreas(Qt::LeftDockWidgetArea | Qt::RightDockWidgetArea);
    m_view->setObjectName(QStringLiteral("sessionView"));
    m_view->setAccessibleName(tr("Experiments and runs of the session"));
    m_view->setModel(&m_model);
    m_view->setHeaderHidden(true);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setItemDelegate(new SessionDelegate(m_view));
    m_view->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setMinimumWidth(fontMetrics().averageCharWidth() * 22);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    setWidget(m_view);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &SessionDock::announce);
    connect(&m_model, &SessionTreeModel::renameRequested, this, &SessionDock::renameRequested);
    connect(&m_model, &QAbstractItemModel::rowsInserted, m_view,
        [this](const QModelIndex& above) { m_view->expand(above); });
}

void SessionDock::setDocument(document::SessionDocument* document)
{
    m_document = document;
    m_wantedRun = 0;
    m_model.setContents({}, {});
    if (document) {
        connect(document, &document::SessionDocument::experimentsChanged, this, &SessionDock::refresh);
        connect(document, &document::SessionDocument::experimentEdited, this, &SessionDock::refresh);
        connect(document, &document::SessionDocument::runsChanged, this, &SessionDock::refresh);
        refresh();
        m_view->expandAll();
    }
}

void SessionDock::refresh()
{
    if (m_document && sender() && sender() != m_document) {
        return; // a document that is about to go
    }
    if (m_document) {
        m_model.setContents(m_document->experiments(), m_document->runs());
        if (m_wantedRun != 0) {
            selectRun(m_wantedRun);
        }
    }
}

void SessionDock::announce()
{
    if (const auto run = currentRun()) {
        Q_EMIT runChosen(run);
    } else if (const auto experiment = currentExperiment()) {
        Q_EMIT experimentChosen(experiment);
    } else {
        Q_EMIT nothingChosen();
    }
}

std::int64_t SessionDock::currentExperiment() const
{
    return m_view->currentIndex().data(SessionTreeModel::ExperimentIdRole).toLongLong();
}

std::int64_t SessionDock::currentRun() const
{
    return m_view->currentIndex().data(SessionTreeModel::RunIdRole).toLongLong();
}

void SessionDock::selectExperiment(std::int64_t id)
{
    m_view->setCurrentIndex(m_model.experimentIndex(id));
}

void SessionDock::selectRun(std::int64_t id)
{
    const QModelIndex index = m_model.runIndex(id);
    m_wantedRun = index.isValid() ? 0 : id;
    if (index.isValid()) {
        m_view->setCurrentIndex(index);
    }
}

} // namespace assay::window
