// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/bodyedit.h"
#include "load/settingspane.h"
#include "load/stepdetail.h"
#include "models/raterowsmodel.h"
#include "widgets/planmodels.h"

#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QLocale>
#include <QTableView>

#include <gmock/gmock.h>

/// Fields show what the plan holds, and change nothing that was not edited.
namespace assay::loadpage {
namespace {

class PlanFields : public models::PlanModels
{
protected:
    void edit(const std::function<void(load::LoadPlan&)>& change)
    {
        m_editor->edit(QStringLiteral("test"), {}, change);
    }
};

struct RateCase
{
    const char* typed;
    double rate;
};

class Rates : public PlanFields, public testing::WithParamInterface<RateCase>
{ };

TEST_P(Rates, AreTakenAsTyped)
{
    models::RateRowsModel model(*m_editor);
    edit([](load::LoadPlan& plan) {
        plan.profile.kind = load::Profile::Kind::Open;
        plan.profile.rates = {{10, 10, nsPerSecond}};
    });
    QTableView view;
    view.setModel(&model);
    view.setCurrentIndex(model.index(0, 0));
    view.edit(model.index(0, 0));
    auto* editor = view.findChild<QLineEdit*>();
    ASSERT_TRUE(editor) << "a number box would round";
    editor->selectAll();
    QTest::keyClicks(editor, QString::fromLatin1(GetParam().typed));
    QTest::keyClick(editor, Qt::Key_Return);
    ASSERT_TRUE(QTest::qWaitFor([&] { return plan().profile.rates[0].fromPerSecond != 10; }));
    EXPECT_EQ(plan().profile.rates[0].fromPerSecond, GetParam().rate);
    // Opened and left, it stays what it is.
    EXPECT_TRUE(model.setData(model.index(0, 0), model.index(0, 0).data(Qt::EditRole), Qt::EditRole));
    EXPECT_EQ(plan().profile.rates[0].fromPerSecond, GetParam().rate);
}

INSTANTIATE_TEST_SUITE_P(All, Rates,
    testing::Values(RateCase{"0.125", 0.125}, RateCase{"0.004", 0.004}, RateCase{"1234567.875", 1234567.875},
        RateCase{"1e-7", 1e-7}, RateCase{"0", 0}));

TEST_F(PlanFields, ARateThatIsNoneIsRefused)
{
    models::RateRowsModel model(*m_editor);
    edit([](load::LoadPlan& plan) { plan.profile.rates = {{10, 10, nsPerSecond}}; });
    ASSERT_EQ(model.rowCount(), 1);
    for (const char* text : {"", "many", "-1", "inf", "nan", "1 2"}) {
        EXPECT_FALSE(model.setData(model.index(0, 0), QString::fromLatin1(text), Qt::EditRole)) << text;
    }
}

TEST_F(PlanFields, ShowEveryPlanThatCanRunAndNoOther)
{
    edit([](load::LoadPlan& plan) {
        plan.target.errorRate = 0.004;
        plan.maxRequests = load::maxPlannedRequests;
        plan.loopsPerUser = load::maxPlannedRounds;
        plan.threads = load::maxPlannedThreads;
        plan.maxRedirects = load::maxPlannedRedirects;
        plan.target.pool = load::maxTargetPool;
    });
    const auto before = plan();
    SettingsPane pane(*m_editor);
    const std::map<const char*, double> shown{{"target.errorRate", 0.4}, {"maxRequests", 1e12},
        {"loopsPerUser", 1e9}, {"threads", 256}, {"maxRedirects", 50}, {"target.pool", 100'000}};
    for (const auto& [name, value] : shown) {
        auto* field = pane.findChild<QDoubleSpinBox*>(QString::fromLatin1(name));
        ASSERT_TRUE(field) << name;
        EXPECT_DOUBLE_EQ(field->value(), value) << name;
        EXPECT_EQ(field->maximum(), std::string(name) == "target.errorRate" ? 100 : value) << name;
    }
    EXPECT_EQ(plan(), before);
    auto* errors = pane.findChild<QDoubleSpinBox*>(QStringLiteral("target.errorRate"));
    EXPECT_EQ(errors->text(), QLocale().toString(0.4));
    errors->setValue(0.125);
    EXPECT_DOUBLE_EQ(plan().target.errorRate, 0.00125);
    EXPECT_EQ(plan().threads, before.threads);
}

struct BodyCase
{
    const char* name;
    std::string body;
    bool editable;
};

class Bodies : public PlanFields, public testing::WithParamInterface<BodyCase>
{ };

TEST_P(Bodies, StayWhatTheyAreWhenSomethingElseIsEdited)
{
    const auto& body = GetParam().body;
    edit([&](load::LoadPlan& plan) { std::get<load::HttpStep>(plan.steps[0].item).body = body; });
    const auto held = [this] { return std::get<load::HttpStep>(plan().steps[0].item).body; };
    StepDetail detail(*m_editor);
    detail.setStep({0});
    auto* field = detail.findChild<BodyEdit*>();
    ASSERT_TRUE(field);
    EXPECT_EQ(field->isReadOnly(), !GetParam().editable);
    auto* label = detail.findChild<QLineEdit*>(QStringLiteral("stepLabel"));
    QTest::keyClicks(label, QStringLiteral("x"));
    EXPECT_EQ(held(), body);

    field->moveCursor(QTextCursor::Start);
    QTest::keyClicks(field, QStringLiteral("{"));
    EXPECT_EQ(held(), GetParam().editable ? "{" + body : body);
    if (GetParam().editable) {
        EXPECT_EQ(field->textCursor().position(), 1) << "the text was put anew";
        EXPECT_TRUE(field->document()->isUndoAvailable());
        QTest::keyClick(field, Qt::Key_Return);
        const bool crlf = body.find('\r') != std::string::npos;
        EXPECT_EQ(held(), (crlf ? "{\r\n" : "{\n") + body);
    }
}

INSTANTIATE_TEST_SUITE_P(All, Bodies,
    testing::Values(BodyCase{"Empty", "", true}, BodyCase{"Line", "a=1", true},
        BodyCase{"Unix", "a\nb\n", true}, BodyCase{"Crlf", "--x\r\n\r\nvalue\r\n--x--\r\n", true},
        BodyCase{"Mixed", "a\r\nb\nc", false}, BodyCase{"OldMac", "a\rb", false},
        BodyCase{"NoBreakSpace", "a\u00a0b\tc", true}, BodyCase{"Emoji", "\U0001F600\r\n", true},
        BodyCase{"ParagraphSeparator", "a\u2029b", false}),
    [](const auto& tested) { return std::string(tested.param.name); });

} // namespace
} // namespace assay::loadpage
