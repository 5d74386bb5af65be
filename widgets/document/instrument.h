// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "charts/chartspec.h"
#include "session/records.h"
#include "session/sessionfile.h"

#include <QList>
#include <QString>
#include <QWidget>

#include <functional>
#include <string>

namespace assay::document {

class RunControl;
class SessionDocument;

/// A sentence for the banner that every page shares.
struct Notice
{
    enum class Kind
    {
        Info,
        Warning,
        Error
    };
    Kind kind = Kind::Info;
    QString text;
};

/// What the main window knows of an instrument's page: edit a plan above, watch a run below.
class InstrumentPage : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Shows the plan of an experiment and its latest run.
    virtual void showExperiment(std::int64_t experimentId) = 0;
    virtual void showRun(std::int64_t runId) = 0;
    /// 0 if none.
    virtual std::int64_t experimentId() const = 0;
    virtual std::int64_t runId() const = 0;

    /// Why the plan cannot run, for the start action; empty if it can.
    virtual QString startObstacle() const = 0;
    /// The shell command that runs the current plan once more, for a shell that began in any folder.
    virtual QString commandLine() const = 0;
    /// Why there is no such command now; empty if there is one.
    virtual QString commandObstacle() const = 0;

    /// The charts on show, complete, and the one with the focus ("" if none).
    virtual QList<charts::ChartSpec> charts() const = 0;
    virtual QString currentChart() const = 0;
    /// The visible x range of the charts, if zoomed.
    virtual std::optional<charts::Band> visibleRange() const = 0;

    /// Panes for F6, in order.
    virtual QList<QWidget*> panes() const = 0;
    /// Entries for the View menu.
    virtual QList<QAction*> viewActions() const = 0;

Q_SIGNALS:
    void planStateChanged(); ///< startObstacle() may have changed
    void runShown(qint64 runId);
    void chartsChanged(); ///< there are charts now, or none any more
    void noticed(const assay::document::Notice& notice);
    void exportRequested(const QString& chartId);
};

/// An instrument as the window offers it.
struct Instrument
{
    std::string id; ///< "load"
    QString title; ///< "Load test", for menus
    QString newName; ///< name of a new experiment
    std::string planFormat; ///< what a plan file of its says under "format"
    /// JSON text of a fresh plan.
    std::function<std::string(const QString& name)> newPlan;
    /// Reads a plan file's text; gives it as plan text and name.
    std::function<Result<std::pair<std::string, QString>>(const std::string& text, const std::string& source)>
        importPlan;
    /// The same plan under another name.
    std::function<std::string(const std::string& plan, const QString& name)> renamed;
    /// One line about an ended run: "412 req/s · p95 23 ms".
    std::function<QString(const session::Run&)> headline;
    /// Ids of a run's charts, in their order.
    std::function<QStringList()> chartIds;
    /// The charts of a run as its file has them. Any thread, the file's.
    std::function<Result<QList<charts::ChartSpec>>(const session::SessionFile&, std::int64_t runId)> chartsOf;
    QString logarithmicChart; ///< id of the chart whose vertical axis the user may make logarithmic
    std::function<InstrumentPage*(SessionDocument&, RunControl&, QWidget* parent)> createPage;
};

} // namespace assay::document
