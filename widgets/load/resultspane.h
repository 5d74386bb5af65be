// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/instrument.h"
#include "load/runfeed.h"

#include <QWidget>

#include <memory>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTabWidget;

namespace assay::loadpage {

class ChartGrid;
class FailuresPane;
class FigureStrip;
class RunDetailsPane;
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

    ChartGrid* charts() const { return m_charts; }
    SummaryPane* summary() const { return m_summary; }
    FailuresPane* failures() const { return m_failures; }
    RunDetailsPane* details() const { return m_details; }
    QTabWidget* tabs() const { return m_tabs; }
    QString noticesText() const;

Q_SIGNALS:
    void runLoaded(qint64 runId); ///< the first rows of a run that was chosen are shown
    void snapshotShown(const assay::loadpage::RunSnapshotPtr& snapshot);
    void noticed(const assay::document::Notice& notice);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeHeader();
    void makeFeed(const QString& path);
    void take(const RunSnapshotPtr& snapshot);
    void showScope();
    void showNotices(const QString& text);
    void showTitle();

    std::int64_t m_runId = 0;
    QString m_runTitle;
    RunSnapshotPtr m_snapshot;
    std::unique_ptr<RunFeed> m_feed;
    QStackedWidget* m_pages;
    QLabel* m_title = nullptr;
    QComboBox* m_scope = nullptr;
    QCheckBox* m_logarithmic = nullptr;
    QPushButton* m_export = nullptr;
    QLabel* m_notices = nullptr;
    FigureStrip* m_figures = nullptr;
    QTabWidget* m_tabs = nullptr;
    ChartGrid* m_charts = nullptr;
    SummaryPane* m_summary = nullptr;
    FailuresPane* m_failures = nullptr;
    RunDetailsPane* m_details = nullptr;

public:
    QPushButton* exportButton() const { return m_export; }
    QComboBox* scopeBox() const { return m_scope; }
    QCheckBox* logarithmicBox() const { return m_logarithmic; }
};

} // namespace assay::loadpage
