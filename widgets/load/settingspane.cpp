// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/settingspane.h"

#include "document/qtext.h"
#include "panes/durationedit.h"
#include "panes/fieldform.h"
#include "panes/numberfield.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace assay::loadpage {

using panes::DurationEdit;
using panes::FieldForm;
using panes::NumberField;

using load::LoadPlan;

namespace {

constexpr int percentDecimals = 6; // one in a hundred million

} // namespace

SettingsPane::SettingsPane(models::LoadPlanEditor& editor, QWidget* parent)
    : QScrollArea(parent)
    , m_editor(editor)
    , m_form(new FieldForm(this))
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    addLimits();
    addConnections();
    addTls();
    addThresholds();
    addTarget();
    setWidget(m_form);
    connect(&editor, &models::LoadPlanEditor::planChanged, this, &SettingsPane::refresh);
    refresh();
}

void SettingsPane::addDuration(
    const QString& label, const QString& hint, const char* path, std::function<std::int64_t&(LoadPlan&)> part)
{
    auto* field = new DurationEdit(m_form);
    connect(field, &DurationEdit::valueEdited, this, [this, path, part](qint64 ns) {
        m_editor.edit(
            tr("Change settings"), QString::fromLatin1(path), [&](LoadPlan& plan) { part(plan) = ns; });
    });
    connect(field, &QLineEdit::editingFinished, &m_editor, &models::LoadPlanEditor::endMerge);
    m_refreshers.push_back(
        [field, part](const LoadPlan& plan) { field->setValueNs(part(const_cast<LoadPlan&>(plan))); });
    m_form->addField(label, field, hint, [path] { return std::string(path); });
}

template <typename Number>
void SettingsPane::addNumber(const QString& label, const QString& hint, const char* path, const Range& range,
    Number& (*part)(LoadPlan&), double scale)
{
    addNumberField(
        label, hint, path, range,
        [part, scale](
            const LoadPlan& plan) { return static_cast<double>(part(const_cast<LoadPlan&>(plan))) * scale; },
        [part, scale](LoadPlan& plan, double value) { part(plan) = static_cast<Number>(value / scale); });
}

void SettingsPane::addNumberField(const QString& label, const QString& hint, const char* path,
    const Range& range, std::function<double(const LoadPlan&)> get,
    std::function<void(LoadPlan&, double)> set)
{
    auto* field = new NumberField(m_form);
    field->setObjectName(QString::fromLatin1(path));
    field->setDecimals(range.decimals);
    field->setRange(range.least, range.most);
    field->setSpecialValueText(range.zeroText);
    connect(field, &QDoubleSpinBox::valueChanged, this, [this, path, set](double value) {
        m_editor.edit(
            tr("Change settings"), QString::fromLatin1(path), [&](LoadPlan& plan) { set(plan, value); });
    });
    m_refreshers.push_back([field, get](const LoadPlan& plan) {
        const QSignalBlocker quiet(field);
        field->setValue(get(plan));
    });
    m_form->addField(label, field, hint, [path] { return std::string(path); });
}

void SettingsPane::addFlag(
    const QString& label, const QString& hint, const char* path, std::function<bool&(LoadPlan&)> part)
{
    auto* field = new QCheckBox(hint, m_form);
    field->setObjectName(QString::fromLatin1(path));
    connect(field, &QCheckBox::toggled, this, [this, part](bool on) {
        m_editor.edit(tr("Change settings"), {}, [&](LoadPlan& plan) { part(plan) = on; });
    });
    m_refreshers.push_back([field, part](const LoadPlan& plan) {
        const QSignalBlocker quiet(field);
        field->setChecked(part(const_cast<LoadPlan&>(plan)));
    });
    m_form->addField(label, field, hint);
}

void SettingsPane::addText(const QString& label, const QString& hint, const char* path,
    const QString& placeholder, std::function<std::string&(LoadPlan&)> part)
{
    auto* field = new QLineEdit(m_form);
    field->setPlaceholderText(placeholder);
    connect(field, &QLineEdit::textEdited, this, [this, path, part](const QString& text) {
        m_editor.edit(tr("Change settings"), QString::fromLatin1(path),
            [&](LoadPlan& plan) { part(plan) = utf8(text); });
    });
    connect(field, &QLineEdit::editingFinished, &m_editor, &models::LoadPlanEditor::endMerge);
    m_refreshers.push_back([field, part](const LoadPlan& plan) {
        const QString text = qtext(part(const_cast<LoadPlan&>(plan)));
        if (field->text() != text) {
            field->setText(text);
        }
    });
    m_form->addField(label, field, hint, [path] { return std::string(path); });
}

void SettingsPane::addTarget()
{
    m_form->addHeading(tr("Demo server"));
    addFlag(tr("Demo server:"), tr("Start the built-in server for the run; its address is ${target}"),
        "target.enabled", [](LoadPlan& plan) -> bool& { return plan.target.enabled; });
    addNumber(
        tr("Served at once:"), tr("Size of its pool; further requests queue, as with a database pool."),
        "target.pool", {1, load::maxTargetPool}, +[](LoadPlan & plan) -> auto& { return plan.target.pool; });
    addText(tr("Service time:"), tr("How long it works on a request: a duration or a distribution."),
        "target.service", QStringLiteral("20ms"),
        [](LoadPlan& plan) -> std::string& { return plan.target.service; });
    addNumber(
        tr("Errors:"), tr("Share of its answers that are errors (status 500), in percent."),
        "target.errorRate", {0, 100, percentDecimals},
        +[](LoadPlan & plan) -> auto& { return plan.target.errorRate; }, 100);
}

void SettingsPane::addLimits()
{
    m_form->addHeading(tr("Length and limits"));
    addDuration(tr("Duration:"), tr("Cuts the profile short; 0s = the profile's own length."), "duration",
        [](LoadPlan& plan) -> std::int64_t& { return plan.durationNs; });
    addDuration(tr("Grace period:"), tr("For requests still in flight at the end; then they are cut."),
        "grace", [](LoadPlan& plan) -> std::int64_t& { return plan.graceNs; });
    addNumber(
        tr("Rounds a user:"), tr("How often each user goes through the steps."), "loopsPerUser",
        {0, load::maxPlannedRounds, 0, tr("until its time is over")},
        +[](LoadPlan & plan) -> auto& { return plan.loopsPerUser; });
    addNumber(
        tr("Requests in all:"), tr("The run stops after so many."), "maxRequests",
        {0, load::maxPlannedRequests, 0, tr("no limit")},
        +[](LoadPlan & plan) -> auto& { return plan.maxRequests; });
    addNumber(
        tr("Threads:"), tr("Of the load generator."), "threads",
        {0, load::maxPlannedThreads, 0, tr("chosen by the number of users")},
        +[](LoadPlan & plan) -> auto& { return plan.threads; });
}

void SettingsPane::addConnections()
{
    m_form->addHeading(tr("Connections"));
    addDuration(tr("Connect timeout:"), tr("A connection that takes longer has failed."), "connectTimeout",
        [](LoadPlan& plan) -> std::int64_t& { return plan.connectTimeoutNs; });
    addDuration(tr("Response timeout:"), tr("A response that takes longer has failed."), "responseTimeout",
        [](LoadPlan& plan) -> std::int64_t& { return plan.responseTimeoutNs; });
    addFlag(tr("Keep-alive:"), tr("Reuse connections; otherwise each request opens a new one"), "keepAlive",
        [](LoadPlan& plan) -> bool& { return plan.keepAlive; });
    addNumber(
        tr("Redirects:"), tr("How many are followed a request; each hop is a sample of its own."),
        "maxRedirects", {0, load::maxPlannedRedirects, 0, tr("not followed")},
        +[](LoadPlan & plan) -> auto& { return plan.maxRedirects; });
    addFlag(tr("Addresses:"),
        tr("Users take turns among a name's addresses; otherwise the first that answers"), "spreadAddresses",
        [](LoadPlan& plan) -> bool& { return plan.spreadAddresses; });
}

void SettingsPane::addTls()
{
    m_form->addHeading(tr("TLS"));
    addFlag(tr("Verification:"), tr("Check the server's certificate and name"), "verifyTls",
        [](LoadPlan& plan) -> bool& { return plan.verifyTls; });
    addText(tr("CA file:"), tr("PEM file of the authorities to trust."), "caFile", tr("the system's"),
        [](LoadPlan& plan) -> std::string& { return plan.caFile; });
    addText(tr("Server name:"), tr("Sent as SNI and verified, instead of the URL's host."), "tlsServerName",
        tr("the URL's host"), [](LoadPlan& plan) -> std::string& { return plan.tlsServerName; });
}

void SettingsPane::addThresholds()
{
    m_form->addHeading(tr("Thresholds"));
    m_thresholds = new QPlainTextEdit(m_form);
    m_thresholds->setTabChangesFocus(true);
    m_thresholds->setPlaceholderText(QStringLiteral("p95<300ms\nfailures<1%"));
    m_thresholds->setFixedHeight(m_thresholds->fontMetrics().lineSpacing() * 4);
    connect(m_thresholds, &QPlainTextEdit::textChanged, this, [this] {
        m_editor.edit(tr("Change thresholds"), QStringLiteral("thresholds"), [this](LoadPlan& plan) {
            plan.thresholds.clear();
            for (const QString& line : m_thresholds->toPlainText().split(u'\n', Qt::SkipEmptyParts)) {
                if (!line.trimmed().isEmpty()) {
                    plan.thresholds.push_back(utf8(line.trimmed()));
                }
            }
        });
    });
    m_refreshers.push_back([this](const LoadPlan& plan) {
        QStringList lines;
        for (const auto& threshold : plan.thresholds) {
            lines.append(qtext(threshold));
        }
        QStringList typed;
        for (const QString& line : m_thresholds->toPlainText().split(u'\n', Qt::SkipEmptyParts)) {
            typed.append(line.trimmed());
        }
        typed.removeAll(QString());
        if (typed != lines) {
            const QSignalBlocker quiet(m_thresholds);
            m_thresholds->setPlainText(lines.join(u'\n'));
        }
    });
    m_form->addField(tr("Passed if:"), m_thresholds,
        tr("One a line, such as p95<300ms. A run that misses one ends with exit code 1 on the command line."),
        [this] {
            // The field shows the first threshold that is at fault.
            for (const auto& fault : m_editor.faults()) {
                if (fault.field.starts_with("thresholds")) {
                    return fault.field;
                }
            }
            return std::string("thresholds");
        });
}

void SettingsPane::refresh()
{
    for (const auto& refresher : m_refreshers) {
        refresher(m_editor.plan());
    }
    m_form->showFaults([this](const std::string& path) { return m_editor.faultText(path); });
}

} // namespace assay::loadpage
