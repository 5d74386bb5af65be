// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/summarypane.h"

#include "panes/fieldform.h"
#include "panes/paddeddelegate.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

namespace assay::loadpage {

using panes::makeHint;
using panes::PaddedDelegate;

SummaryPane::SummaryPane(QWidget* parent)
    : QWidget(parent)
    , m_sorted(new QSortFilterProxyModel(this))
    , m_view(new QTableView(this))
{
    m_sorted->setSourceModel(&m_model);
    m_sorted->setSortRole(models::SummaryModel::SortRole);
    m_view->setModel(m_sorted);
    m_view->setObjectName(QStringLiteral("summaryView"));
    m_view->setAccessibleName(tr("Summary by label"));
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(-1, Qt::AscendingOrder); // the plan's order until somebody sorts
    m_view->setItemDelegate(new PaddedDelegate(m_view));
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setTabKeyNavigation(false);
    m_view->setAlternatingRowColors(true);
    m_view->setShowGrid(false);
    m_view->verticalHeader()->hide();
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_view->horizontalHeader()->setHighlightSections(false);

    auto* copy = new QPushButton(tr("Copy table"), this);
    copy->setToolTip(tr("Copies the table as text, to be pasted into a spreadsheet."));
    connect(copy, &QPushButton::clicked, this,
        [this] { QGuiApplication::clipboard()->setText(m_model.toText()); });
    auto* hint =
        makeHint(tr("Service time: from sending a request to the last byte of its response. Percentiles are "
                    "nearest rank on a histogram with less than 0.1 % error. They hold responses, failed "
                    "checks and response timeouts; requests that were refused or broken off are counted as "
                    "failed, not timed."),
            this);
    auto* row = new QHBoxLayout;
    row->addWidget(hint, 1);
    row->addWidget(copy);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_view, 1);
    column->addLayout(row);
}

} // namespace assay::loadpage
