// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/qtext.h"
#include "spawn/availability.h"
#include "spawn/spawnchartspecs.h"
#include "spawn/spawnpage.h"
#include "spawn/spawnreport.h"

#include <QCoreApplication>

/// The Spawn instrument's entry in the window's list of instruments.
namespace assay::spawnpage {

using spawn::SpawnPlan;

namespace {

/// The first preset: a few seconds that already tell something.
std::string newPlan(const QString& name)
{
    const auto machine = spawn::Machine::inspect();
    SpawnPlan plan = spawn::spawnPresets(machine.freeMemoryBytes, machine.cpus).front().plan;
    plan.name = utf8(name);
    return plan.toText();
}

std::string renamed(const std::string& text, const QString& name)
{
    auto plan = SpawnPlan::fromText(text, "The plan");
    if (!plan) {
        return text; // its editor says what is wrong with it
    }
    plan->name = utf8(name);
    return plan->toText();
}

Result<QList<charts::ChartSpec>> chartsOfRun(const session::SessionFile& file, std::int64_t runId)
{
    spawn::RunFollower follower(runId);
    if (auto read = follower.update(file); !read) {
        return read.error();
    }
    return spawnCharts(follower.data(), {});
}

} // namespace

document::Instrument spawnInstrument()
{
    document::Instrument instrument;
    instrument.id = "spawn";
    instrument.title = QCoreApplication::translate("SpawnPage", "Spawn test");
    instrument.newName = QCoreApplication::translate("SpawnPage", "Spawn test");
    instrument.newPlan = newPlan;
    instrument.planFormat = SpawnPlan::format;
    instrument.importPlan = [](const std::string& text,
                                const std::string& source) -> Result<std::pair<std::string, QString>> {
        auto plan = SpawnPlan::fromText(text, source);
        if (!plan) {
            return plan.error();
        }
        return std::pair(plan->toText(), qtext(plan->name));
    };
    instrument.renamed = renamed;
    instrument.headline = runHeadline;
    instrument.chartIds = spawnChartIds;
    instrument.chartsOf = chartsOfRun;
    instrument.logarithmicChart = QStringLiteral("rates");
    instrument.createPage = [](document::SessionDocument& document, document::RunControl& control,
                                QWidget* parent) {
        return static_cast<document::InstrumentPage*>(new SpawnPage(document, control, parent));
    };
    return instrument;
}

} // namespace assay::spawnpage
