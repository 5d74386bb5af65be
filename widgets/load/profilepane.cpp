// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/profilepane.h"

#include "load/tablepane.h"
#include "panes/fieldform.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QRadioButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace assay::loadpage {

using panes::FieldForm;

using load::Profile;

ProfilePane::ProfilePane(models::LoadPlanEditor& editor, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_userRows(editor)
    , m_rateRows(editor)
    , m_kind(new QButtonGroup(this))
    , m_pages(new QStackedWidget(this))
{
    auto* users = new TablePane(m_userRows, editor, "profile.users", tr("Ramp rows"),
        tr("Nobody would come: add a row with users and a hold time."), m_pages);
    users->view()->setObjectName(QStringLiteral("userRowsView"));
    m_pages->addWidget(users);
    m_pages->addWidget(makeOpenPage());

    auto* column = new QVBoxLayout(this);
    column->addWidget(makeKindChoice());
    column->addWidget(m_pages, 1);

    connect(&m_userRows, &models::PlanTableModel::rejected, this, &ProfilePane::rejected);
    connect(&m_rateRows, &models::PlanTableModel::rejected, this, &ProfilePane::rejected);
    connect(&editor, &models::LoadPlanEditor::planChanged, this, &ProfilePane::refresh);
    refresh();
}

QWidget* ProfilePane::makeKindChoice()
{
    auto* box = new QWidget(this);
    auto* closed = new QRadioButton(tr("&Closed: users who wait for their answers"), box);
    auto* open = new QRadioButton(tr("&Open: arrivals at a rate, whatever the server does"), box);
    closed->setToolTip(
        tr("Each virtual user sends its next request when it has the last answer and has thought. "
           "A slow server is asked less often."));
    open->setToolTip(
        tr("Requests arrive as planned. A slow server gets more and more of them at once: this is how "
           "the public behaves."));
    m_kind->addButton(closed, static_cast<int>(Profile::Kind::Closed));
    m_kind->addButton(open, static_cast<int>(Profile::Kind::Open));
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(closed);
    column->addWidget(open);
    connect(m_kind, &QButtonGroup::idClicked, this, [this](int kind) {
        m_editor.edit(tr("Change kind of profile"), {}, [kind](load::LoadPlan& plan) {
            plan.profile.kind = static_cast<Profile::Kind>(kind);
            if (plan.profile.kind == Profile::Kind::Open && plan.profile.rates.empty()) {
                plan.profile.rates = {{0, 100, 30 * nsPerSecond}, {100, 100, 30 * nsPerSecond}};
            }
            if (plan.profile.kind == Profile::Kind::Closed && plan.profile.users.empty()) {
                plan.profile.users = {{10, 0, 10 * nsPerSecond, 30 * nsPerSecond, 0}};
            }
        });
    });
    return box;
}

QWidget* ProfilePane::makeOpenPage()
{
    auto* page = new QWidget(m_pages);
    auto* rates = new TablePane(m_rateRows, m_editor, "profile.rates", tr("Rate rows"),
        tr("Nothing would arrive: add a row with a rate and a duration."), page);
    rates->view()->setObjectName(QStringLiteral("rateRowsView"));
    m_openForm = new FieldForm(page);
    m_arrivals = new QComboBox(page);
    m_arrivals->addItems({tr("Evenly spaced"), tr("Poisson (random, as the public)")});
    connect(m_arrivals, &QComboBox::activated, this, [this](int kind) {
        m_editor.edit(tr("Change arrivals"), {},
            [kind](load::LoadPlan& plan) { plan.profile.arrivals = static_cast<Profile::Arrivals>(kind); });
    });
    m_openForm->addField(tr("&Arrivals:"), m_arrivals, tr("How the arrivals are spread within a second."));
    m_maxUsers = new QSpinBox(page);
    m_maxUsers->setRange(0, static_cast<int>(load::maxPlannedUsers));
    connect(m_maxUsers, &QSpinBox::valueChanged, this, [this](int users) {
        m_editor.edit(tr("Change cap of users"), QStringLiteral("profile.maxUsers"),
            [users](load::LoadPlan& plan) { plan.profile.maxUsers = users; });
    });
    m_openForm->addField(tr("At most &users:"), m_maxUsers,
        tr("Arrivals that find so many in progress are not served; they are counted."),
        [] { return std::string("profile.maxUsers"); });
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(rates, 1);
    column->addWidget(m_openForm);
    return page;
}

void ProfilePane::refresh()
{
    const Profile& profile = m_editor.plan().profile;
    m_kind->button(static_cast<int>(profile.kind))->setChecked(true);
    m_pages->setCurrentIndex(static_cast<int>(profile.kind));
    m_arrivals->setCurrentIndex(static_cast<int>(profile.arrivals));
    const QSignalBlocker quiet(m_maxUsers);
    m_maxUsers->setValue(
        static_cast<int>(std::clamp<std::int64_t>(profile.maxUsers, 0, load::maxPlannedUsers)));
    m_openForm->showFaults([this](const std::string& path) { return m_editor.faultText(path); });
}

} // namespace assay::loadpage
