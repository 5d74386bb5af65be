// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/tablepane.h"

#include "document/qtext.h"
#include "panes/fieldform.h"
#include "panes/paddeddelegate.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace assay::spawnpage {

TablePane::TablePane(QWidget* parent)
    : QWidget(parent)
    , m_sorted(new QSortFilterProxyModel(this))
    , m_view(new QTableView(this))
    , m_baseline(new QComboBox(this))
    , m_reading(new QPlainTextEdit(this))
{
    makeView();
    m_reading->setReadOnly(true);
    m_reading->setTabChangesFocus(true);
    m_reading->setObjectName(QStringLiteral("reading"));
    m_reading->setAccessibleName(tr("What the numbers say"));
    m_reading->setPlaceholderText(tr("What the numbers say is told once there are some."));
    auto* lower = new QWidget(this);
    auto* lowerColumn = new QVBoxLayout(lower);
    lowerColumn->setContentsMargins(0, 0, 0, 0);
    auto* heading = panes::makeHeading(tr("Reading"), lower);
    heading->setBuddy(m_reading);
    lowerColumn->addWidget(heading);
    lowerColumn->addWidget(m_reading, 1);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_view);
    splitter->addWidget(lower);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->addWidget(makeHeader());
    column->addWidget(splitter, 1);
}

void TablePane::makeView()
{
    m_sorted->setSourceModel(&m_model);
    m_sorted->setSortRole(SpawnTableModel::SortRole);
    m_view->setModel(m_sorted);
    m_view->setObjectName(QStringLiteral("spawnTable"));
    m_view->setAccessibleName(tr("Results by cell"));
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(-1, Qt::AscendingOrder); // the plan's order until somebody sorts
    m_view->setItemDelegate(new panes::PaddedDelegate(m_view));
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setTabKeyNavigation(false);
    m_view->setAlternatingRowColors(true);
    m_view->setShowGrid(false);
    m_view->verticalHeader()->hide();
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_view->horizontalHeader()->setHighlightSections(false);
    connect(
        m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TablePane::selectionChanged);
    connect(m_sorted, &QAbstractItemModel::layoutChanged, this, &TablePane::spanReasons);
    auto* copy = new QAction(tr("Copy table"), m_view);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(asText()); });
    m_view->addAction(copy);
}

QWidget* TablePane::makeHeader()
{
    auto* header = new QWidget(this);
    m_baseline->setObjectName(QStringLiteral("shownBaseline"));
    m_baseline->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_baseline->setMinimumContentsLength(20);
    m_baseline->setToolTip(
        tr("The cell that speed-ups are relative to. The plan's is kept for the next run."));
    connect(m_baseline, &QComboBox::currentIndexChanged, this, [this](int row) { m_model.setBaseline(row); });
    auto* name = new QLabel(tr("Speed-up against:"), header);
    name->setBuddy(m_baseline);
    auto* copy = new QPushButton(tr("Copy table"), header);
    copy->setToolTip(tr("Copies the table as text, to be pasted into a spreadsheet."));
    auto* csv = new QPushButton(tr("Copy as CSV"), header);
    csv->setToolTip(tr("Copies the table as CSV with plain numbers, every digit of them."));
    connect(copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(asText()); });
    connect(csv, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(asCsv()); });
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(name);
    row->addWidget(m_baseline, 1);
    row->addWidget(copy);
    row->addWidget(csv);
    return header;
}

void TablePane::spanReasons()
{
    m_view->clearSpans();
    for (int row = 0; row < m_sorted->rowCount(); ++row) {
        const int source = m_sorted->mapToSource(m_sorted->index(row, 0)).row();
        if (!m_model.rows()[static_cast<std::size_t>(source)].isMeasured()) {
            m_view->setSpan(
                row, SpawnTableModel::Rate, 1, SpawnTableModel::ColumnCount - SpawnTableModel::Rate);
        }
    }
}

void TablePane::show(const std::vector<SpawnRow>& rows, const spawn::SpawnSummary& summary, bool isNewRun)
{
    m_model.setRows(rows);
    if (isNewRun || m_baseline->count() != static_cast<int>(rows.size())) {
        const QSignalBlocker quiet(m_baseline);
        m_baseline->clear();
        for (const auto& row : rows) {
            m_baseline->addItem(row.cell);
        }
        m_baseline->setCurrentIndex(static_cast<int>(summary.baseline));
        m_model.setBaseline(static_cast<int>(summary.baseline));
    }
    spanReasons();
    setReading(summary);
}

void TablePane::setReading(const spawn::SpawnSummary& summary)
{
    QStringList lines;
    for (const auto& line : summary.reading) {
        lines.append(qtext(line));
    }
    for (const auto& notice : summary.notices) {
        lines.append(QStringLiteral("⚠ ") + qtext(notice));
    }
    const QString text = lines.join(u'\n');
    if (text != m_reading->toPlainText()) { // else a selection would be lost with each refresh
        const int at = m_reading->verticalScrollBar()->value();
        m_reading->setPlainText(text);
        m_reading->verticalScrollBar()->setValue(at);
    }
}

void TablePane::clear()
{
    m_model.setRows({});
    const QSignalBlocker quiet(m_baseline);
    m_baseline->clear();
    m_reading->clear();
}

ShownCells TablePane::selected() const
{
    ShownCells cells;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows()) {
        cells.insert(static_cast<std::size_t>(m_sorted->mapToSource(index).row()));
    }
    return cells;
}

QList<int> TablePane::order() const
{
    QList<int> rows;
    for (int row = 0; row < m_sorted->rowCount(); ++row) {
        rows.append(m_sorted->mapToSource(m_sorted->index(row, 0)).row());
    }
    return rows;
}

QString TablePane::asText() const
{
    return m_model.toText(order());
}

QString TablePane::asCsv() const
{
    return m_model.toCsv(order());
}

} // namespace assay::spawnpage
