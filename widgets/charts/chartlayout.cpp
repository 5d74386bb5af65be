// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartlayout.h"

#include <QFontInfo>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace assay::charts {

namespace {

constexpr double outerMargin = 8;
constexpr double labelGap = 6; ///< between the plot and its tick labels
constexpr double leastMargin = 20;
constexpr double swatchWidth = 22;
constexpr double entryGap = 18;
constexpr double tallestLabel = 110; ///< of those that stand upright

QList<LegendEntry> legendRows(const ChartSpec& spec, const QFontMetricsF& metrics, const HiddenSeries& hidden,
    double left, double width)
{
    QList<LegendEntry> entries;
    QPointF at(left, 0);
    const double rowHeight = std::ceil(metrics.height()) + 4;
    for (qsizetype i = 0; i < spec.series.size(); ++i) {
        const Series& series = spec.series.at(i);
        if (hidden.contains(series.id) || series.shape == Shape::Heat)
            continue;
        const double entryWidth = std::min(swatchWidth + metrics.horizontalAdvance(series.name) + 2, width);
        if (at.x() > left && at.x() + entryWidth > left + width)
            at = {left, at.y() + rowHeight};
        entries.append({QRectF(at, QSizeF(entryWidth, rowHeight)), i});
        at.rx() += entryWidth + entryGap;
    }
    return entries;
}

double heightOfBandNames(const ChartSpec& spec, const ChartFonts& fonts)
{
    const bool any = std::any_of(
        spec.bands.begin(), spec.bands.end(), [](const Band& band) { return !band.label.isEmpty(); });
    return any ? std::ceil(QFontMetricsF(fonts.tick).height()) + 2 : 0;
}

double heightOfNote(const ChartSpec& spec, const QFontMetricsF& metrics, double width)
{
    const QRectF bounds = metrics.boundingRect(QRectF(0, 0, width, 1000), Qt::TextWordWrap, spec.note);
    return std::ceil(bounds.height()) + 2;
}

/// Decides how the labels under the plot lie, which has the width of the axis' title.
double heightOfXLabels(ChartLayout& layout, const ChartSpec& spec, const ChartFonts& fonts)
{
    const QFontMetricsF metrics(fonts.tick);
    double widest = 0;
    for (const QString& name : spec.x.categories) {
        const QStringList lines = categoryLines(name);
        layout.xLabelLines = std::max(layout.xLabelLines, lines.size());
        for (const QString& line : lines)
            widest = std::max(widest, metrics.horizontalAdvance(line));
    }
    const auto lines = static_cast<double>(layout.xLabelLines);
    const double place =
        layout.xTitle.width() / static_cast<double>(std::max<qsizetype>(spec.x.categories.size(), 1));
    layout.xLabelsUpright = widest > place - 4 && metrics.ascent() * lines <= place;
    return layout.xLabelsUpright ? std::ceil(std::min(widest, tallestLabel)) + 2
                                 : std::ceil(QFontMetricsF(fonts.label).height()) * lines;
}

} // namespace

ChartFonts ChartFonts::from(const QFont& base)
{
    const int pixels = QFontInfo(base).pixelSize();
    ChartFonts fonts{base, base, base};
    fonts.tick.setPixelSize(std::max(pixels - 1, 9));
    fonts.label.setPixelSize(std::max(pixels - 1, 9));
    fonts.title.setPixelSize(pixels + 2);
    fonts.title.setWeight(QFont::DemiBold);
    return fonts;
}

QStringList categoryLines(const QString& name)
{
    return name.split(QStringLiteral(" · "));
}

double labelMargin(const TickSet& ticks, const ChartFonts& fonts)
{
    const QFontMetricsF metrics(fonts.tick);
    double widest = 0;
    for (const Tick& tick : ticks.ticks)
        widest = std::max(widest, metrics.horizontalAdvance(tick.label));
    return std::max(std::ceil(std::min(widest, widestLabel)) + labelGap, leastMargin);
}

ChartLayout layOut(
    const ChartSpec& spec, const ChartTicks& ticks, const ChartFonts& fonts, const LayoutRequest& request)
{
    const QFontMetricsF label(fonts.label);
    const double lineHeight = std::ceil(label.height());
    const double width = request.size.width();
    const double inner = std::max(width - 2 * outerMargin, 1.0);
    ChartLayout layout;

    double top = request.heading ? outerMargin : 2;
    if (request.heading && !spec.title.isEmpty()) {
        layout.title = QRectF(outerMargin, top, inner, std::ceil(QFontMetricsF(fonts.title).height()));
        top = layout.title.bottom() + 2;
    }
    if (request.heading && !spec.note.isEmpty()) {
        layout.note = QRectF(outerMargin, top, inner, heightOfNote(spec, label, inner));
        top = layout.note.bottom();
    }
    if (request.heading)
        top += 6;

    double bottom = request.size.height() - (request.legend ? outerMargin : 2);
    if (request.legend) {
        layout.legend = legendRows(spec, label, request.hidden, outerMargin, inner);
        const double height = layout.legend.isEmpty() ? 0 : layout.legend.last().rect.bottom();
        bottom -= height;
        for (LegendEntry& entry : layout.legend)
            entry.rect.translate(0, bottom);
        bottom -= height > 0 ? 6 : 0;
    }

    const double left = outerMargin + std::max(labelMargin(ticks.y, fonts), request.leftMargin);
    const double right = spec.right ? std::max(labelMargin(ticks.right, fonts), request.rightMargin)
                                    : std::max(request.rightMargin, outerMargin);
    const double namesHeight = heightOfBandNames(spec, fonts);
    const double plotTop = std::ceil(top + lineHeight + (namesHeight > 0 ? 3 : 6) + namesHeight);
    layout.xTitle =
        QRectF(left, bottom - lineHeight, std::max(width - left - right - outerMargin, 1.0), lineHeight);
    const double labelHeight = heightOfXLabels(layout, spec, fonts);
    layout.xLabels = QRectF(0, layout.xTitle.top() - labelHeight - 1, width, labelHeight);
    const double plotBottom = std::floor(layout.xLabels.top() - 5);
    layout.plot = QRectF(QPointF(std::round(left), plotTop),
        QPointF(std::round(width - right - outerMargin), std::max(plotBottom, plotTop + 1)));
    if (layout.plot.width() < 1)
        layout.plot.setWidth(1);
    if (namesHeight > 0) {
        layout.bandNames =
            QRectF(layout.plot.left(), plotTop - namesHeight, layout.plot.width(), namesHeight);
    }
    const double half = spec.right ? inner / 2 - 4 : inner;
    layout.yTitle = QRectF(outerMargin, top, half, lineHeight);
    layout.rightTitle = QRectF(width - outerMargin - half, top, half, lineHeight);
    return layout;
}

} // namespace assay::charts
