// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/checksmodel.h"
#include "models/failuresmodel.h"
#include "models/headersmodel.h"
#include "models/raterowsmodel.h"
#include "models/sessiontreemodel.h"
#include "models/stepsmodel.h"
#include "models/summarymodel.h"
#include "models/userrowsmodel.h"
#include "models/variablesmodel.h"
#include "widgets/planmodels.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>

namespace assay::models {
namespace {

using load::HttpStep;
using load::LoadPlan;
using load::LoopStep;

/// The tree as text: "a / loop[b / c] / d".
QString shape(const QAbstractItemModel& model, const QModelIndex& parent = {})
{
    QStringList rows;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        QString text = index.data(Qt::EditRole).toString();
        if (model.rowCount(index) > 0) {
            text += u'[' + shape(model, index) + u']';
        }
        rows.append(text);
    }
    return rows.join(QStringLiteral(" / "));
}

TEST_F(PlanModels, StepsKeepTheRulesOfAModel)
{
    StepsModel model(*m_editor);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(shape(model), QStringLiteral("a / loop[b / c] / d"));
    model.setData(model.index(0, 0), QStringLiteral("A"), Qt::EditRole);
    model.setData(model.index(0, 0), Qt::Unchecked, Qt::CheckStateRole);
    EXPECT_EQ(shape(model), QStringLiteral("A / loop[b / c] / d"));
    EXPECT_FALSE(std::get<HttpStep>(plan().steps[0].item).enabled);
    undo().undo();
    undo().undo();
    EXPECT_EQ(shape(model), QStringLiteral("a / loop[b / c] / d"));
}

struct StepEdit
{
    const char* name;
    StepPath (StepsModel::*edit)(const StepPath&);
    StepPath at;
    const char* after;
    StepPath selected;
};

class StepEdits : public PlanModels, public testing::WithParamInterface<StepEdit>
{ };

TEST_P(StepEdits, ChangeTheTreeAndAreUndone)
{
    StepsModel model(*m_editor);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto& param = GetParam();
    EXPECT_EQ((model.*param.edit)(param.at), param.selected);
    EXPECT_EQ(shape(model).toStdString(), param.after);
    if (undo().count() > 0) {
        undo().undo();
    }
    EXPECT_EQ(shape(model), QStringLiteral("a / loop[b / c] / d"));
    if (undo().canRedo()) {
        undo().redo();
        EXPECT_EQ(shape(model).toStdString(), param.after);
    }
}

INSTANTIATE_TEST_SUITE_P(All, StepEdits,
    testing::Values(
        StepEdit{"AddBehind", &StepsModel::addRequest, {0}, "a / Request 5 / loop[b / c] / d", {1}},
        StepEdit{"AddInLoop", &StepsModel::addRequest, {1, 0}, "a / loop[b / Request 5 / c] / d", {1, 1}},
        StepEdit{"AddAtEnd", &StepsModel::addRequest, {}, "a / loop[b / c] / d / Request 5", {3}},
        StepEdit{"Remove", &StepsModel::remove, {0}, "loop[b / c] / d", {0}},
        StepEdit{"RemoveLoop", &StepsModel::remove, {1}, "a / d", {1}},
        StepEdit{"RemoveLast", &StepsModel::remove, {2}, "a / loop[b / c]", {1}},
        StepEdit{"Duplicate", &StepsModel::duplicate, {0}, "a / Request 5 / loop[b / c] / d", {1}},
        StepEdit{"IntoLoop", &StepsModel::indent, {2}, "a / loop[b / c / d]", {1, 2}},
        StepEdit{"OutOfLoop", &StepsModel::outdent, {1, 0}, "a / loop[c] / b / d", {2}},
        StepEdit{"IntoNothing", &StepsModel::indent, {0}, "a / loop[b / c] / d", {0}},
        StepEdit{"OutOfNothing", &StepsModel::outdent, {0}, "a / loop[b / c] / d", {0}}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST_F(PlanModels, DuplicatedLoopsGetLabelsOfTheirOwn)
{
    StepsModel model(*m_editor);
    model.duplicate({1});
    EXPECT_EQ(shape(model), QStringLiteral("a / loop[b / c] / loop[Request 5 / Request 6] / d"));
}

TEST_F(PlanModels, TablesKeepTheRulesOfAModel)
{
    UserRowsModel users(*m_editor);
    RateRowsModel rates(*m_editor);
    VariablesModel variables(*m_editor);
    HeadersModel headers(*m_editor);
    ChecksModel checks(*m_editor);
    headers.setStep({0});
    checks.setStep({0});
    m_editor->setExperiment(m_id);
    for (PlanTableModel* model :
        std::initializer_list<PlanTableModel*>{&users, &rates, &variables, &headers, &checks}) {
        QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        const int before = model->rowCount();
        EXPECT_EQ(model->addRow(-1), before);
        EXPECT_EQ(model->addRow(before), before + 1);
        EXPECT_EQ(model->rowCount(), before + 2);
        EXPECT_EQ(model->moveRow(before, 1), before + 1);
        EXPECT_EQ(model->moveRow(0, -1), 0);
        model->removeRows({before, before + 1});
        EXPECT_EQ(model->rowCount(), before);
        undo().undo();
        EXPECT_EQ(model->rowCount(), before + 2);
        undo().redo();
    }
}

TEST_F(PlanModels, CellsTakeWhatPeopleWriteAndSayWhyNot)
{
    UserRowsModel model(*m_editor);
    m_editor->setExperiment(m_id);
    QSignalSpy rejected(&model, &PlanTableModel::rejected);
    EXPECT_TRUE(model.setData(model.index(0, 0), 12, Qt::EditRole));
    EXPECT_TRUE(model.setData(model.index(0, 2), QStringLiteral("1m30s"), Qt::EditRole));
    EXPECT_EQ(plan().profile.users[0].users, 12);
    EXPECT_EQ(plan().profile.users[0].rampUpNs, 90 * nsPerSecond);
    EXPECT_FALSE(model.setData(model.index(0, 3), QStringLiteral("soon"), Qt::EditRole));
    ASSERT_EQ(rejected.count(), 1);
    EXPECT_THAT(rejected[0][0].toString().toStdString(), testing::HasSubstr("soon"));
}

TEST_F(PlanModels, SpinningAValueIsOneStep)
{
    UserRowsModel model(*m_editor);
    m_editor->setExperiment(m_id);
    for (const int users : {6, 7, 8}) {
        model.setData(model.index(0, 0), users, Qt::EditRole);
    }
    EXPECT_EQ(undo().count(), 1);
    m_editor->endMerge();
    model.setData(model.index(0, 0), 9, Qt::EditRole);
    EXPECT_EQ(undo().count(), 2);
    undo().undo();
    EXPECT_EQ(plan().profile.users[0].users, 8);
    undo().undo();
    EXPECT_EQ(plan().profile.users[0].users, 5);
}

TEST_F(PlanModels, AnEditThatComesBackToTheStartIsNoChange)
{
    UserRowsModel model(*m_editor);
    m_editor->setExperiment(m_id);
    model.setData(model.index(0, 0), 6, Qt::EditRole);
    model.setData(model.index(0, 0), 5, Qt::EditRole);
    EXPECT_EQ(undo().count(), 0);
}

TEST_F(PlanModels, SaysExactlyWhatChanged)
{
    QSignalSpy steps(m_editor.get(), &LoadPlanEditor::stepsReset);
    QSignalSpy profile(m_editor.get(), &LoadPlanEditor::profileChanged);
    QSignalSpy options(m_editor.get(), &LoadPlanEditor::optionsChanged);
    StepPath changed;
    QObject::connect(m_editor.get(), &LoadPlanEditor::stepChanged, [&changed](const StepPath& path) {
        if (path.size() > changed.size()) {
            changed = path;
        }
    });
    m_editor->edit(QStringLiteral("edit"), {}, [](LoadPlan& edited) {
        findRequest(edited, {1, 1})->method = "PUT";
    });
    EXPECT_EQ(changed, (StepPath{1, 1}));
    EXPECT_EQ(steps.count() + profile.count() + options.count(), 0);
    m_editor->edit(QStringLiteral("edit"), {}, [](LoadPlan& edited) { edited.keepAlive = false; });
    EXPECT_EQ(options.count(), 1);
    EXPECT_EQ(steps.count() + profile.count(), 0);
}

TEST_F(PlanModels, MarksWhatIsAtFault)
{
    StepsModel model(*m_editor);
    m_editor->edit(QStringLiteral("edit"), {}, [](LoadPlan& edited) {
        findRequest(edited, {1, 1})->url = "nonsense";
    });
    EXPECT_FALSE(m_editor->faultText("steps[1].steps[1].url").isEmpty());
    EXPECT_TRUE(m_editor->hasFaultUnder("steps[1]"));
    EXPECT_FALSE(m_editor->hasFaultUnder("steps[0]"));
    EXPECT_TRUE(model.data(model.indexOf({1, 1}), Qt::ForegroundRole).isValid());
    EXPECT_FALSE(model.data(model.indexOf({0}), Qt::ForegroundRole).isValid());
}

session::Run run(std::int64_t id, std::int64_t experiment, session::RunState state)
{
    session::Run made;
    made.id = id;
    made.experimentId = experiment;
    made.state = state;
    return made;
}

session::Experiment experiment(std::int64_t id, const char* name)
{
    session::Experiment made;
    made.id = id;
    made.name = name;
    return made;
}

TEST(SessionTree, FollowsADocumentInPlace)
{
    SessionTreeModel model([](const session::Run&) { return QStringLiteral("412/s"); });
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    using session::RunState;
    model.setContents({experiment(1, "one"), experiment(2, "two")},
        {run(1, 1, RunState::Finished), run(2, 1, RunState::Running)});
    EXPECT_EQ(model.rowCount(model.index(0, 0)), 2);
    const QPersistentModelIndex running = model.runIndex(2);
    EXPECT_EQ(running.row(), 0) << "newest first";
    EXPECT_EQ(running.data(SessionTreeModel::DetailRole).toString(), QStringLiteral("running"));
    model.setContents({experiment(1, "one"), experiment(2, "two")},
        {run(1, 1, RunState::Finished), run(2, 1, RunState::Stopped), run(3, 1, RunState::Running)});
    EXPECT_TRUE(running.isValid());
    EXPECT_EQ(running.row(), 1);
    EXPECT_EQ(running.data(SessionTreeModel::DetailRole).toString(), QStringLiteral("stopped · 412/s"));
    model.setContents({experiment(2, "zwei")}, {});
    EXPECT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.index(0, 0).data().toString(), QStringLiteral("zwei"));
    EXPECT_EQ(model.index(0, 0).data(SessionTreeModel::RunIdRole).toLongLong(), 0);
}

TEST(Summary, ShowsUnitsAndSortsByNumbers)
{
    SummaryModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    SummaryRow row;
    row.label = QStringLiteral("Page");
    row.number = 1;
    row.seconds = 2;
    row.requests = 1000;
    row.failures = 5;
    row.latencies = 995;
    row.p50Ns = 12'300'000;
    SummaryRow all = row;
    all.number = 0;
    model.setRows({row, all});
    EXPECT_EQ(model.index(0, SummaryModel::Throughput).data().toString(), QStringLiteral("500.0/s"));
    EXPECT_EQ(model.index(0, SummaryModel::FailedPercent).data().toString(), QStringLiteral("0.50 %"));
    EXPECT_EQ(model.index(0, SummaryModel::P50).data().toString(), QStringLiteral("12.3 ms"));
    EXPECT_DOUBLE_EQ(model.index(0, SummaryModel::P50).data(SummaryModel::SortRole).toDouble(), 12.3e6);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    all.requests = 2000;
    model.setRows({row, all});
    EXPECT_EQ(changed.count(), 1);
    EXPECT_EQ(reset.count(), 0);
    EXPECT_EQ(model.toText().count(u'\n'), 3);
}

TEST(Failures, AreAppendedWithTheirNames)
{
    FailuresModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.reset({QStringLiteral("all"), QStringLiteral("Page")});
    session::FailureDetail failure;
    failure.kind = session::FailureKind::Reset;
    failure.label = 1;
    failure.timeNs = 1'500'000'000;
    failure.message = "The connection was reset.";
    model.append({failure, failure});
    EXPECT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.index(0, FailuresModel::Kind).data().toString(), QStringLiteral("connection reset"));
    EXPECT_EQ(model.index(0, FailuresModel::Label).data().toString(), QStringLiteral("Page"));
    EXPECT_EQ(model.index(0, FailuresModel::Time).data().toString(), QStringLiteral("1.500 s"));
}

} // namespace
} // namespace assay::models
