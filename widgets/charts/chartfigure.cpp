// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartfigure.h"

#include "charts/chartmarks.h"

#include <QPainter>

#include <algorithm>

namespace assay::charts {

namespace {

// Ranges end on round numbers whatever the chart's size, so that a window's resizing doesn't change them.
constexpr int ticksOfRange = 5;

Range autoRange(const Axis& axis, const std::optional<Range>& data)
{
    return niceRange(axis, data.value_or(Range{0, 0}), ticksOfRange);
}

} // namespace

Range fullRangeX(const ChartSpec& spec, const std::optional<Range>& shared)
{
    std::optional<Range> data = extentX(spec);
    if (data && shared) {
        data->include(shared->from);
        data->include(shared->to);
    } else if (shared) {
        data = shared;
    }
    return autoRange(spec.x, data);
}

FigureView autoView(const ChartSpec& spec, const HiddenSeries& hidden, std::optional<Range> x)
{
    FigureView view;
    view.hidden = hidden;
    view.x = x && !x->isEmpty() ? *x : fullRangeX(spec);
    const auto rangeOf = [&](const Axis& axis, bool right) {
        std::optional<Range> data = extentY(spec, right, view.x, hidden);
        // What has no logarithm is drawn on the lower edge: no true value may lie there.
        if (data && axis.scale == Scale::Logarithmic && countNotOnLogScale(spec, view.x, hidden) > 0)
            data->from *= 0.8;
        return autoRange(axis, data);
    };
    view.y = rangeOf(spec.y, false);
    if (spec.right)
        view.right = rangeOf(*spec.right, true);
    return view;
}

void applyYWindow(FigureView& view, const ChartSpec& spec, Range window)
{
    if (window == Range{0, 1})
        return;
    const auto narrow = [window](Range whole, Scale scale) {
        const AxisMap map(whole, scale, 1);
        return Range{map.toValue(window.from), map.toValue(window.to)};
    };
    view.y = narrow(view.y, spec.y.scale);
    if (spec.right)
        view.right = narrow(view.right, spec.right->scale);
}

int ticksThatFit(double pixels, bool horizontal)
{
    return std::clamp(static_cast<int>(pixels / (horizontal ? 72 : 32)), 2, horizontal ? 12 : 8);
}

void ChartFigure::update(const ChartSpec& spec, const FigureView& view, QSizeF size, const Options& options)
{
    m_spec = spec;
    m_options = options;
    m_hidden = view.hidden;
    m_size = size;
    m_fonts = ChartFonts::from(options.font);
    prepareTicks(view);
    const QSizeF plot = m_layout.plot.size();
    m_maps = {AxisMap(view.x, spec.x.scale, plot.width()), AxisMap(view.y, spec.y.scale, plot.height()),
        AxisMap(view.right, spec.right ? spec.right->scale : Scale::Linear, plot.height())};
    m_plot.update(spec, view.hidden, {m_maps.x, m_maps.y, m_maps.right}, plot,
        {options.theme, options.lineWidth, options.quick, options.cutAtBorder});
}

/// Labels decide the margins and the margins how many labels fit: lay out with a guess, then for good.
void ChartFigure::prepareTicks(const FigureView& view)
{
    const QLocale& locale = m_options.locale;
    const LayoutRequest request{m_size, m_options.leftMargin, m_options.rightMargin, m_options.heading,
        m_options.legend, view.hidden};
    m_ticks = {};
    m_empty = !extentX(m_spec);
    if (m_empty) {
        m_layout = layOut(m_spec, m_ticks, m_fonts, request);
        return;
    }
    const double height = layOut(m_spec, m_ticks, m_fonts, request).plot.height();
    m_ticks.y = makeTicks(m_spec.y, view.y, ticksThatFit(height, false), locale);
    if (m_spec.right)
        m_ticks.right = makeTicks(*m_spec.right, view.right, ticksThatFit(height, false), locale);
    m_layout = layOut(m_spec, m_ticks, m_fonts, request);
    m_ticks.x = makeTicks(m_spec.x, view.x, ticksThatFit(m_layout.plot.width(), true), locale);
}

Frame ChartFigure::frame() const
{
    return {m_spec, m_options.theme, m_fonts, m_layout, m_ticks, m_maps};
}

void ChartFigure::paint(QPainter& painter)
{
    if (m_options.background)
        painter.fillRect(QRectF(QPointF(), m_size), m_options.theme.background);
    paintBelow(painter, frame());
    if (m_empty)
        paintEmptyText(painter, frame());
    else
        paintData(painter);
    paintAround(painter, frame());
}

void ChartFigure::paintData(QPainter& painter)
{
    paintMarks(painter, frame(), m_hidden);
    m_plot.paint(painter, m_layout.plot.topLeft());
    paintIntervals(painter, frame(), m_hidden);
}

double ChartFigure::leftMarginHint() const
{
    return labelMargin(m_ticks.y, m_fonts);
}

double ChartFigure::rightMarginHint() const
{
    return m_spec.right ? labelMargin(m_ticks.right, m_fonts) : 0;
}

} // namespace assay::charts
