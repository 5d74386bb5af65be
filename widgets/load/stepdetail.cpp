// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/stepdetail.h"

#include "document/qtext.h"
#include "load/bodyedit.h"
#include "load/choicedelegate.h"
#include "load/tablepane.h"
#include "load/thinkedit.h"
#include "panes/fieldform.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <limits>

namespace assay::loadpage {

using panes::FieldForm;
using panes::makeFaultLabel;
using panes::makeHint;
using panes::setFault;

using load::HttpStep;
using load::LoopStep;

namespace {

void setTextKeepingCursor(QLineEdit* line, const QString& text)
{
    if (line->text() != text) {
        line->setText(text);
    }
}

} // namespace

StepDetail::StepDetail(models::LoadPlanEditor& editor, QWidget* parent)
    : QStackedWidget(parent)
    , m_editor(editor)
    , m_headers(editor)
    , m_checks(editor)
    , m_hint(makeHint(tr("Select a step to see and change it."), this))
{
    m_hint->setAlignment(Qt::AlignCenter);
    addWidget(m_hint);
    m_requestPage = makeRequestPage();
    addWidget(m_requestPage);
    m_loopPage = makeLoopPage();
    addWidget(m_loopPage);
    connect(&editor, &models::LoadPlanEditor::planChanged, this, &StepDetail::refresh);
    refresh();
}

QWidget* StepDetail::makeRequestPage()
{
    auto* page = new QWidget(this);
    m_requestForm = new FieldForm(page);
    const auto path = [this](const char* field) {
        return [this, field] { return models::faultPath(m_path) + "." + field; };
    };

    m_label = new QLineEdit(page);
    m_label->setObjectName(QStringLiteral("stepLabel"));
    connect(m_label, &QLineEdit::textEdited, this, [this](const QString& text) {
        edit(tr("Change label"), "label", [&](HttpStep& step) { step.label = utf8(text); });
    });
    m_requestForm->addField(
        tr("&Label:"), m_label, tr("Names the request in charts and tables."), path("label"));

    m_requestForm->addField(tr("&Request:"), makeRequestLine(page),
        tr("Method and URL, http:// or https://. May hold ${name} of a variable; built in are ${user} and "
           "${iteration}."),
        [this] {
            const std::string step = models::faultPath(m_path);
            return m_editor.faultText(step + ".method").isEmpty() ? step + ".url" : step + ".method";
        });

    m_think = new ThinkEdit(page);
    connect(m_think, &ThinkEdit::thinkEdited, this, [this](const load::ThinkTime& think) {
        edit(tr("Change think time"), "think", [&](HttpStep& step) { step.think = think; });
    });
    m_requestForm->addField(
        tr("&Think time:"), m_think, tr("Pause after this request, before the next one."), path("think"));

    for (auto* field : {m_label, m_url}) {
        connect(field, &QLineEdit::editingFinished, &m_editor, &models::LoadPlanEditor::endMerge);
    }
    m_parts = makeParts();
    auto* column = new QVBoxLayout(page);
    column->addWidget(m_requestForm);
    column->addWidget(m_parts, 1);
    return page;
}

QWidget* StepDetail::makeRequestLine(QWidget* page)
{
    m_method = new QComboBox(page);
    m_method->setEditable(true);
    m_method->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_method->setMinimumContentsLength(7);
    m_method->addItems(
        {QStringLiteral("GET"), QStringLiteral("POST"), QStringLiteral("PUT"), QStringLiteral("DELETE"),
            QStringLiteral("HEAD"), QStringLiteral("PATCH"), QStringLiteral("OPTIONS")});
    connect(m_method, &QComboBox::currentTextChanged, this, [this](const QString& text) {
        edit(tr("Change method"), "method", [&](HttpStep& step) { step.method = utf8(text); });
    });
    m_url = new QLineEdit(page);
    m_url->setObjectName(QStringLiteral("stepUrl"));
    m_url->setMinimumWidth(fontMetrics().averageCharWidth() * 18);
    m_url->setPlaceholderText(QStringLiteral("http://127.0.0.1:8080/path?item=${user}"));
    connect(m_url, &QLineEdit::textEdited, this, [this](const QString& text) {
        edit(tr("Change URL"), "url", [&](HttpStep& step) { step.url = utf8(text); });
    });
    auto* line = new QWidget(page);
    auto* lineRow = new QHBoxLayout(line);
    lineRow->setContentsMargins(0, 0, 0, 0);
    lineRow->addWidget(m_method);
    lineRow->addWidget(m_url, 1);
    line->setFocusProxy(m_url);
    m_method->setAccessibleName(tr("Method"));
    m_url->setAccessibleName(tr("URL"));
    return line;
}

QTabWidget* StepDetail::makeParts()
{
    auto* parts = new QTabWidget(this);
    parts->setAccessibleName(tr("Parts of the request"));
    parts->setDocumentMode(true);
    m_headersPane = new TablePane(m_headers, m_editor, {}, tr("Headers"),
        tr("No headers of your own. Host and Content-Length are added by themselves."), parts);
    m_checksPane = new TablePane(m_checks, m_editor, {}, tr("Checks"),
        tr("No checks: any status from 200 to 399 is a success."), parts);
    m_checksPane->view()->setItemDelegateForColumn(
        0, new ChoiceDelegate(models::ChecksModel::kindNames(), m_checksPane));

    auto* bodyPage = new QWidget(parts);
    m_body = new BodyEdit(bodyPage);
    connect(m_body, &BodyEdit::bodyEdited, this,
        [this] { edit(tr("Change body"), "body", [&](HttpStep& step) { step.body = m_body->body(); }); });
    m_bodyFault = makeFaultLabel(bodyPage);
    auto* column = new QVBoxLayout(bodyPage);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_body);
    column->addWidget(m_bodyFault);

    parts->addTab(m_headersPane, tr("Headers"));
    parts->addTab(bodyPage, tr("Body"));
    parts->addTab(m_checksPane, tr("Checks"));
    return parts;
}

QWidget* StepDetail::makeLoopPage()
{
    auto* page = new QWidget(this);
    m_loopForm = new FieldForm(page);
    m_loopLabel = new QLineEdit(page);
    connect(m_loopLabel, &QLineEdit::textEdited, this, [this](const QString& text) {
        editLoop(tr("Change label"), "label", [&](LoopStep& loop) { loop.label = utf8(text); });
    });
    m_loopForm->addField(tr("&Label:"), m_loopLabel, tr("For you alone; results don't show it."));
    m_loopCount = new QSpinBox(page);
    m_loopCount->setRange(1, std::numeric_limits<int>::max());
    connect(m_loopCount, &QSpinBox::valueChanged, this, [this](int count) {
        editLoop(tr("Change repetitions"), "count", [&](LoopStep& loop) { loop.count = count; });
    });
    m_loopForm->addField(tr("&Repeat:"), m_loopCount,
        tr("How often the steps inside are done in each round."),
        [this] { return models::faultPath(m_path) + ".count"; });
    auto* hint = makeHint(
        tr("Steps are put into a loop with “Move into loop”, which takes the step below the loop."), page);
    auto* column = new QVBoxLayout(page);
    column->addWidget(m_loopForm);
    column->addWidget(hint);
    column->addStretch();
    return page;
}

void StepDetail::edit(const QString& text, const char* field, const std::function<void(HttpStep&)>& change)
{
    m_editor.edit(text, qtext(models::faultPath(m_path) + "." + field), [&](load::LoadPlan& plan) {
        if (auto* request = models::findRequest(plan, m_path)) {
            change(*request);
        }
    });
}

void StepDetail::editLoop(
    const QString& text, const char* field, const std::function<void(LoopStep&)>& change)
{
    m_editor.edit(text, qtext(models::faultPath(m_path) + "." + field), [&](load::LoadPlan& plan) {
        auto* step = models::findStep(plan, m_path);
        if (auto* loop = step ? std::get_if<LoopStep>(&step->item) : nullptr) {
            change(*loop);
        }
    });
}

void StepDetail::setStep(const models::StepPath& path)
{
    m_editor.endMerge();
    m_path = path;
    m_headers.setStep(path);
    m_checks.setStep(path);
    m_headersPane->setFaultPath(models::faultPath(path) + ".headers");
    m_checksPane->setFaultPath(models::faultPath(path) + ".checks");
    refresh();
}

void StepDetail::refresh()
{
    const auto* step = models::findStep(m_editor.plan(), m_path);
    if (!step) {
        setCurrentWidget(m_hint);
        return;
    }
    if (const auto* loop = std::get_if<LoopStep>(&step->item)) {
        setTextKeepingCursor(m_loopLabel, qtext(loop->label));
        const QSignalBlocker quiet(m_loopCount);
        m_loopCount->setValue(static_cast<int>(std::min<std::int64_t>(loop->count, m_loopCount->maximum())));
        m_loopForm->showFaults([this](const std::string& path) { return m_editor.faultText(path); });
        setCurrentWidget(m_loopPage);
        return;
    }
    showRequest(std::get<HttpStep>(step->item));
    setCurrentWidget(m_requestPage);
}

void StepDetail::showRequest(const HttpStep& request)
{
    setTextKeepingCursor(m_label, qtext(request.label));
    setTextKeepingCursor(m_url, qtext(request.url));
    if (m_method->currentText() != qtext(request.method)) {
        const QSignalBlocker quiet(m_method);
        m_method->setCurrentText(qtext(request.method));
    }
    m_think->setThink(request.think);
    m_body->setBody(request.body);
    m_requestForm->showFaults([this](const std::string& path) { return m_editor.faultText(path); });
    setFault(m_bodyFault, m_editor.faultText(models::faultPath(m_path) + ".body"));
    showTabTitles(request);
}

void StepDetail::showTabTitles(const HttpStep& request)
{
    const auto counted = [](const QString& title, std::size_t count) {
        return count == 0 ? title : QStringLiteral("%1 (%2)").arg(title).arg(count);
    };
    m_parts->setTabText(0, counted(tr("&Headers"), request.headers.size()));
    m_parts->setTabText(1, request.body.empty() ? tr("&Body") : tr("&Body •"));
    m_parts->setTabText(2, counted(tr("&Checks"), request.checks.size()));
}

} // namespace assay::loadpage
