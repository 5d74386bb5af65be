// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/spawnchartspecs.h"
#include "spawn/spawntablemodel.h"

#include <QWidget>

class QComboBox;
class QPlainTextEdit;
class QSortFilterProxyModel;
class QTableView;

namespace assay::spawnpage {

/// The result table, sortable, with the baseline above it and what the numbers say beneath.
class TablePane : public QWidget
{
    Q_OBJECT

public:
    explicit TablePane(QWidget* parent = nullptr);

    /// Rows, reading and notices of a run; a new run begins with its plan's baseline.
    void show(const std::vector<SpawnRow>& rows, const spawn::SpawnSummary& summary, bool isNewRun);
    void clear();

    SpawnTableModel& model() { return m_model; }
    QTableView* view() const { return m_view; }
    QComboBox* baselineBox() const { return m_baseline; }
    QPlainTextEdit* reading() const { return m_reading; }
    /// The selected cells.
    ShownCells selected() const;

    /// The table as it is sorted now.
    QString asText() const;
    QString asCsv() const;

Q_SIGNALS:
    void selectionChanged();

private:
    QWidget* makeHeader();
    void makeView();
    /// A row without figures tells the reason in their place.
    void spanReasons();
    QList<int> order() const;
    void setReading(const spawn::SpawnSummary& summary);

    SpawnTableModel m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_view;
    QComboBox* m_baseline;
    QPlainTextEdit* m_reading;
};

} // namespace assay::spawnpage
