// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/qtext.h"
#include "load/demoplan.h"
#include "load/loadchartspecs.h"
#include "load/loadpage.h"
#include "load/runreport.h"

#include <QCoreApplication>

/// The Load instrument's entry in the window's list of instruments.
namespace assay::loadpage {

using load::LoadPlan;

namespace {

std::string newPlan(const QString& name)
{
    LoadPlan plan;
    plan.name = utf8(name);
    load::HttpStep step;
    step.label = "Home page";
    step.url = "http://127.0.0.1:8080/";
    plan.steps.push_back({step});
    plan.profile.users = {{10, 0, 10 * nsPerSecond, 30 * nsPerSecond, 0}};
    return plan.toText();
}

std::string renamed(const std::string& text, const QString& name)
{
    auto plan = LoadPlan::fromText(text, "The plan");
    if (!plan) {
        return text; // its editor says what is wrong with it
    }
    plan->name = utf8(name);
    return plan->toText();
}

Result<QList<charts::ChartSpec>> chartsOfRun(const session::SessionFile& file, std::int64_t runId)
{
    RunFollower follower(runId);
    if (auto read = follower.update(file); !read) {
        return read.error();
    }
    return loadCharts(follower.data());
}

} // namespace

std::string demoPlan()
{
    return load::demoPlan().toText();
}

document::Instrument loadInstrument()
{
    document::Instrument instrument;
    instrument.id = "load";
    instrument.title = QCoreApplication::translate("LoadPage", "Load test");
    instrument.newName = QCoreApplication::translate("LoadPage", "Load test");
    instrument.newPlan = newPlan;
    instrument.planFormat = LoadPlan::format;
    instrument.importPlan = [](const std::string& text,
                                const std::string& source) -> Result<std::pair<std::string, QString>> {
        auto plan = LoadPlan::fromText(text, source);
        if (!plan) {
            return plan.error();
        }
        return std::pair(plan->toText(), qtext(plan->name));
    };
    instrument.renamed = renamed;
    instrument.headline = runHeadline;
    instrument.chartIds = loadChartIds;
    instrument.chartsOf = chartsOfRun;
    instrument.logarithmicChart = QStringLiteral("latency");
    instrument.createPage = [](document::SessionDocument& document, document::RunControl& control,
                                QWidget* parent) {
        return static_cast<document::InstrumentPage*>(new LoadPage(document, control, parent));
    };
    return instrument;
}

} // namespace assay::loadpage
