// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/instrument.h"
#include "panes/runfeed.h"

#include <QWidget>

#include <memory>

class QCheckBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTabWidget;

namespace assay::panes {

class ChartGrid;
class RunDetailsPane;

/// What a run measured, as every instrument shows it: a header, notices, and tabs that begin with the charts
/// and end with the details. A running run and a finished one are shown by the same code from the same rows.
class RunPane : public QWidget
{
    Q_OBJECT

public:
    ~RunPane() override;

    /// The document's file has another name now.
    void setSessionPath(const QString& path);
    /// 0: none, with a hint what to do.
    void showRun(std::int64_t runId, const QString& title);
    std::int64_t runId() const { return m_runId; }
    /// Reads the run again, e.g. since it has ended.
    void refresh();

    ChartGrid* charts() const { return m_charts; }
    RunDetailsPane* details() const { return m_details; }
    QTabWidget* tabs() const { return m_tabs; }
    QPushButton* exportButton() const { return m_export; }
    QCheckBox* logarithmicBox() const { return m_logarithmic; }
    QString noticesText() const;

Q_SIGNALS:
    void runLoaded(qint64 runId); ///< the first rows of a run that was chosen are shown
    void noticed(const assay::document::Notice& notice);

protected:
    /// The charts and details are made by the subclass and given to the tabs here; see build().
    explicit RunPane(QWidget* parent);

    struct Parts
    {
        QList<QWidget*> header; ///< between the title and what all have
        QString logarithmic; ///< label of the box that makes a chart logarithmic
        QList<QWidget*> aboveTabs;
        ChartGrid* charts = nullptr;
        QString chartsTitle;
        QList<std::pair<QWidget*, QString>> tabs; ///< between charts and details
        RunDetailsPane* details = nullptr;
    };
    /// Call once, in the subclass's constructor.
    void build(const Parts& parts, const QString& sessionPath);

    virtual RunSource sourceOf(std::int64_t runId) const = 0;
    /// Another run is about to be shown: what stands there is of the last one.
    virtual void clearRun() = 0;
    /// A snapshot that the source made.
    virtual void take(const RunSnapshotPtr& snapshot) = 0;
    /// A sentence a line.
    virtual QStringList noticesOf(const RunSnapshot& snapshot) const = 0;

    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeHeader(const Parts& parts);
    void makeFeed(const QString& path);
    void showSnapshot(const RunSnapshotPtr& snapshot);
    void showNotices(const QString& text);
    void showTitle();

    std::int64_t m_runId = 0;
    QString m_runTitle;
    RunSnapshotPtr m_snapshot;
    std::unique_ptr<RunFeed> m_feed;
    QStackedWidget* m_pages;
    QLabel* m_title = nullptr;
    QCheckBox* m_logarithmic = nullptr;
    QPushButton* m_export = nullptr;
    QLabel* m_notices = nullptr;
    QTabWidget* m_tabs = nullptr;
    ChartGrid* m_charts = nullptr;
    RunDetailsPane* m_details = nullptr;
};

} // namespace assay::panes
