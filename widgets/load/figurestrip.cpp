// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/figurestrip.h"

#include "charts/flowlayout.h"
#include "load/fieldform.h"
#include "models/summarymodel.h"
#include "theme/signalcolours.h"

#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

namespace assay::loadpage {

FigureStrip::FigureStrip(QWidget* parent)
    : QWidget(parent)
{
    const QString names[FigureCount] = {
        tr("Throughput"), tr("Requests"), tr("Median"), tr("p95"), tr("p99"), tr("Failed"), tr("Most users")};
    auto* flow = new charts::FlowLayout(fontMetrics().height(), this);
    flow->setContentsMargins(0, 0, 0, 0);
    for (const QString& name : names) {
        auto* tile = new QWidget(this);
        auto* value = new QLabel(tile);
        QFont font = value->font();
        font.setPointSizeF(font.pointSizeF() * 1.45);
        font.setBold(true);
        value->setFont(font);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        auto* caption = makeHint(name, tile);
        caption->setWordWrap(false);
        auto* column = new QVBoxLayout(tile);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(caption);
        column->addWidget(value);
        tile->setMinimumWidth(value->fontMetrics().averageCharWidth() * 9);
        flow->addWidget(tile);
        m_figures.push_back({tile, value, name});
    }
    clear();
}

void FigureStrip::set(Place place, const QString& text)
{
    auto& figure = m_figures[place];
    figure.value->setText(text);
    figure.tile->setAccessibleName(QStringLiteral("%1: %2").arg(figure.name, text));
}

void FigureStrip::showFigures(const models::SummaryRow& all, std::uint32_t usersPeak)
{
    const QLocale locale;
    const bool known = all.latencies > 0;
    const auto latency = [known](
                             std::int64_t ns) { return models::latencyText(static_cast<double>(ns), known); };
    const double rate = all.perSecond();
    set(Throughput, locale.toString(rate, 'f', rate < 100 ? 1 : 0) + tr("/s"));
    set(Requests, locale.toString(static_cast<qulonglong>(all.requests)));
    set(Median, latency(all.p50Ns));
    set(P95, latency(all.p95Ns));
    set(P99, latency(all.p99Ns));
    set(Failed, locale.toString(all.failedPercent(), 'f', all.failures > 0 ? 2 : 0) + tr(" %"));
    set(Users, locale.toString(usersPeak));
    QPalette colours;
    if (all.failures > 0) {
        colours.setColor(QPalette::WindowText, theme::errorColour());
    }
    m_figures[Failed].value->setPalette(colours);
}

void FigureStrip::clear()
{
    for (int place = 0; place < FigureCount; ++place) {
        set(static_cast<Place>(place), QStringLiteral("–"));
    }
    m_figures[Failed].value->setPalette({});
}

} // namespace assay::loadpage
