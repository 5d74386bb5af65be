// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/instrument.h"
#include "load/loadfeed.h"

#include <QWidget>

#include <memory>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTabWidget;

namespace assay::panes {
class ChartGrid;
class RunDetailsPane;
} // namespace assay::panes

namespace assay::loadpage {

class FailuresPane;
class LoadFigures;
class SummaryPane;

/// What a run measured: figures, notices, charts, the summary, the failures. A running run and a finished one
/// are shown by the same code from the same rows.
class ResultsPane : public QWidget
{
    Q_OBJECT

public:
    explicit ResultsPane(const QString& sessionPath, QWidget* parent = nullptr);
    ~ResultsPane() override;

    /// The document's file has another name now.
    void setSessionPath(const QString& path);
    /// 0: none, with a hint what to do.
    void showRun(std::int64_t runId, const QString& title);
    std::int64_t runId() const { return m_runId; }
    /// Reads the run again, e.g. since it has ended.
    void refresh();

    panes::ChartGrid* charts() const { return m_charts; }
    SummaryPane* summary() const { return m_summary; }
    FailuresPane* failures() const { return m_failures; }
    panes::RunDetailsPane* details() const { return m_details; }
    QTabWidget* tabs() const { return m_tabs; }
    QString noticesText() const;

Q_SIGNALS:
    void runLoaded(qint64 runId); ///< the first rows of a run that was chosen are shown
    void snapshotShown(const assay::loadpage::LoadSnapshotPtr& snapshot);
    void noticed(const assay::document::Notice& notice);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeHeader();
    void makeFeed(const QString& path);
    void take(const panes::RunSnapshotPtr& any);
    void showScope();
    void showNotices(const QString& text);
    void showTitle();

    std::int64_t m_runId = 0;
    QString m_runTitle;
    LoadSnapshotPtr m_snapshot;
    std::unique_ptr<panes::RunFeed> m_feed;
    QStackedWidget* m_pages;
    QLabel* m_title = nullptr;
    QComboBox* m_scope = nullptr;
    QCheckBox* m_logarithmic = nullptr;
    QPushButton* m_export = nullptr;
    QLabel* m_notices = nullptr;
    LoadFigures* m_figures = nullptr;
    QTabWidget* m_tabs = nullptr;
    panes::ChartGrid* m_charts = nullptr;
    SummaryPane* m_summary = nullptr;
    FailuresPane* m_failures = nullptr;
    panes::RunDetailsPane* m_details = nullptr;

public:
    QPushButton* exportButton() const { return m_export; }
    QComboBox* scopeBox() const { return m_scope; }
    QCheckBox* logarithmicBox() const { return m_logarithmic; }
};

} // namespace assay::loadpage
