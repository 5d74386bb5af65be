// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/planpreview.h"

#include "base/units.h"
#include "document/counted.h"
#include "document/qtext.h"
#include "load/arrivalschedule.h"
#include "load/planwarnings.h"
#include "load/profile.h"
#include "panes/fieldform.h"
#include "theme/signalcolours.h"

#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

namespace assay::loadpage {

using panes::makeFaultLabel;
using panes::makeHint;
using panes::makeWarningLabel;
using panes::setFault;

using load::Profile;

charts::ChartSpec previewChart(const load::LoadPlan& plan)
{
    const bool open = plan.profile.kind == Profile::Kind::Open;
    charts::ChartSpec spec;
    spec.id = QStringLiteral("preview");
    spec.title = open ? PlanPreview::tr("Planned arrivals") : PlanPreview::tr("Planned users");
    spec.x = {.title = PlanPreview::tr("Time"), .quantity = charts::Quantity::Time};
    spec.y = {.title = open ? PlanPreview::tr("Arrivals") : PlanPreview::tr("Users"),
        .quantity = open ? charts::Quantity::Rate : charts::Quantity::Count,
        .minimum = 0};
    spec.emptyText = PlanPreview::tr("Add a row to the profile to see what the plan will do.");
    auto points = std::make_shared<QList<QPointF>>();
    for (const auto& point : load::profileCurve(plan)) {
        points->append({static_cast<double>(point.timeNs), point.value});
    }
    if (!points->isEmpty()) {
        spec.series.append({.id = QStringLiteral("planned"),
            .name = open ? PlanPreview::tr("arrivals") : PlanPreview::tr("users"),
            .shape = charts::Shape::Line,
            .colour = 0,
            .points = points});
    }
    const auto hold = load::holdPhase(plan);
    if (hold.endNs > hold.startNs) {
        spec.bands.append({static_cast<double>(hold.startNs), static_cast<double>(hold.endNs),
            PlanPreview::tr("hold phase")});
    }
    return spec;
}

PlanPreview::PlanPreview(models::LoadPlanEditor& editor, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_chart(new charts::TimeChart(this))
    , m_facts(makeHint({}, this))
    , m_warnings(makeWarningLabel(this))
    , m_faults(makeFaultLabel(this))
{
    m_chart->setObjectName(QStringLiteral("previewChart"));
    m_chart->setMinimumHeight(fontMetrics().height() * 9);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_chart, 1);
    column->addWidget(m_facts);
    column->addWidget(m_warnings);
    column->addWidget(m_faults);
    connect(&editor, &models::LoadPlanEditor::planChanged, this, &PlanPreview::refresh);
    refresh();
}

QString PlanPreview::warnings() const
{
    return m_warnings->text();
}

void PlanPreview::refresh()
{
    const auto& plan = m_editor.plan();
    m_chart->setSpec(previewChart(plan));

    const QLocale locale;
    const QString length = load::endsByCount(plan) ? tr("until its rounds or requests are done")
                                                   : qtext(humanDuration(load::plannedLengthNs(plan)));
    m_facts->setText(plan.profile.kind == Profile::Kind::Open
            ? tr("Lasts %1 · %2 arrivals planned")
                  .arg(length, locale.toString(static_cast<qlonglong>(load::plannedArrivals(plan))))
            : tr("Lasts %1 · at most %2")
                  .arg(length, counted(load::plannedPeakUsers(plan), tr("user"), tr("users"))));

    QStringList warnings;
    for (const auto& warning : load::planWarnings(plan)) {
        warnings.append(QStringLiteral("⚠ ") + qtext(warning));
    }
    m_warnings->setText(warnings.join(u'\n'));
    m_warnings->setVisible(!warnings.isEmpty());
    setFault(m_faults,
        m_editor.faults().empty()
            ? m_editor.unreadable()
            : tr("%1 to put right before this plan can run: see the marked fields.")
                  .arg(counted(std::ssize(m_editor.faults()), tr("thing"), tr("things"))));
}

} // namespace assay::loadpage
