// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/loadfigures.h"

#include "models/summarymodel.h"

#include <QLocale>

namespace assay::loadpage {

namespace {

enum Place
{
    Throughput,
    Requests,
    Median,
    P95,
    P99,
    Failed,
    Users
};

} // namespace

LoadFigures::LoadFigures(QWidget* parent)
    : FigureStrip({tr("Throughput"), tr("Requests"), tr("Median"), tr("p95"), tr("p99"), tr("Failed"),
                      tr("Most users")},
        parent)
{ }

void LoadFigures::showFigures(const models::SummaryRow& all, std::uint32_t usersPeak)
{
    const QLocale locale;
    const bool known = all.latencies > 0;
    const auto latency = [known](
                             std::int64_t ns) { return models::latencyText(static_cast<double>(ns), known); };
    const double rate = all.perSecond();
    setFigure(Throughput, locale.toString(rate, 'f', rate < 100 ? 1 : 0) + tr("/s"));
    setFigure(Requests, locale.toString(static_cast<qulonglong>(all.requests)));
    setFigure(Median, latency(all.p50Ns));
    setFigure(P95, latency(all.p95Ns));
    setFigure(P99, latency(all.p99Ns));
    setFigure(Failed, locale.toString(all.failedPercent(), 'f', all.failures > 0 ? 2 : 0) + tr(" %"),
        all.failures > 0);
    setFigure(Users, locale.toString(usersPeak));
}

} // namespace assay::loadpage
