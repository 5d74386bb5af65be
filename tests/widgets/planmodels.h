// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/loadplaneditor.h"
#include "temporarydirectory.h"

#include <QTest>

#include <gtest/gtest.h>

namespace assay::models {

inline load::HttpStep request(const char* label)
{
    load::HttpStep step;
    step.label = label;
    step.url = "http://127.0.0.1:1/";
    return step;
}

/// A document with one experiment whose plan is edited through the models.
class PlanModels : public testing::Test
{
protected:
    PlanModels()
    {
        const auto path = m_directory / "models.assay";
        load::LoadPlan plan;
        load::LoopStep loop;
        loop.label = "loop";
        loop.steps = {{request("b")}, {request("c")}};
        plan.steps = {{request("a")}, {loop}, {request("d")}};
        plan.profile.users = {{5, 0, nsPerSecond, nsPerSecond, 0}};
        auto file = session::SessionFile::create(path);
        session::Experiment experiment;
        experiment.instrument = "load";
        experiment.name = "models";
        experiment.plan = plan.toText();
        m_id = *file->putExperiment(experiment);
        m_document = std::make_unique<document::SessionDocument>(QString::fromStdString(path.string()));
        bool loaded = false;
        m_document->load([&loaded](Result<void> done) { loaded = done.has_value(); });
        EXPECT_TRUE(QTest::qWaitFor([&loaded] { return loaded; }));
        m_editor = std::make_unique<LoadPlanEditor>(*m_document);
        m_editor->setExperiment(m_id);
    }

    const load::LoadPlan& plan() const { return m_editor->plan(); }
    QUndoStack& undo() { return m_document->undoStack(); }

    test::TemporaryDirectory m_directory;
    std::int64_t m_id = 0;
    std::unique_ptr<document::SessionDocument> m_document;
    std::unique_ptr<LoadPlanEditor> m_editor;
};

} // namespace assay::models
