// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadfixture.h"

#include "session/runreader.h"
#include "session/sessionfile.h"
#include "temporarydirectory.h"

#include <gtest/gtest.h>

namespace assay::test {

load::LoadPlan onePagePlan(const std::string& url, std::int64_t requests)
{
    load::LoadPlan plan;
    load::HttpStep step;
    step.label = "page";
    step.url = url;
    plan.steps.push_back({step});
    plan.profile.users.push_back({.users = 1, .holdNs = 20 * nsPerSecond});
    plan.maxRequests = requests;
    plan.connectTimeoutNs = 5 * nsPerSecond;
    plan.responseTimeoutNs = 5 * nsPerSecond;
    plan.graceNs = nsPerSecond;
    return plan;
}

RecordedRun runRecorded(const load::LoadPlan& plan)
{
    RecordedRun run;
    const TemporaryDirectory folder;
    auto file = session::SessionFile::create(folder.path() / "run.assay");
    if (!file) {
        ADD_FAILURE() << file.error().message;
        return run;
    }
    const auto experiment = file->putExperiment({0, "load", "test", 0, plan.toText()});
    load::LoadRunner runner{plan, {{}, {}, [&](const std::string& text) { run.notices.push_back(text); }}};
    auto outcome = runner.run(&*file, experiment.value());
    if (!outcome) {
        ADD_FAILURE() << outcome.error().message;
        return run;
    }
    run.outcome = std::move(*outcome);
    const session::RunReader reader{*file};
    const auto id = run.outcome.runId;
    EXPECT_TRUE(reader.samples(id, [&](const session::Sample& sample) {
        run.samples.push_back(sample);
        return true;
    }));
    run.intervals = reader.intervals(id, 0).value();
    run.failures = reader.failures(id).value();
    return run;
}

} // namespace assay::test
