// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "charts/chartfigure.h"

#include <QFont>
#include <QImage>
#include <QLocale>

namespace assay::charts {

enum class Paper
{
    Light,
    Dark,
    Print, ///< white, with dashes that tell the lines apart without colour
    Transparent, ///< the light colours on nothing
};

/// How a chart becomes a file.
struct RenderOptions
{
    enum class Unit
    {
        Pixels,
        Millimetres
    };

    QSizeF size{160, 90};
    Unit unit = Unit::Millimetres;
    double dpi = 192; ///< dots an inch; decides how large text is when the size is in pixels
    Paper paper = Paper::Light;
    std::optional<Theme> theme; ///< instead of the paper's colours
    std::optional<Range> visible; ///< part of the x axis; all of it when absent
    Range yWindow{0, 1}; ///< part of the vertical axes, in positions
    HiddenSeries hidden; ///< series that are left out, also from the legend
    QLocale locale;
    QFont font;
};

/// Turns a spec into a picture at any size, without a window and without touching a chart on the screen.
/// GUI thread; needs a QApplication (the platform "offscreen" will do).
namespace render {

/// The picture with its density, title and program version set. A size that no picture can have (nothing,
/// more than 400 million pixels) is an error.
Result<QImage> image(const ChartSpec& spec, const RenderOptions& options);

Result<QByteArray> png(const ChartSpec& spec, const RenderOptions& options);
Result<QByteArray> svg(const ChartSpec& spec, const RenderOptions& options);
Result<QByteArray> pdf(const ChartSpec& spec, const RenderOptions& options);

/// Writes the file in the format of its suffix: .png, .svg or .pdf. An existing file is replaced only once
/// the new one is complete.
Result<void> save(const ChartSpec& spec, const RenderOptions& options, const QString& path);

} // namespace render

/// Writes a file that appears only complete; the error names it and says why it couldn't be written.
Result<void> saveFile(const QString& path, const QByteArray& content);

} // namespace assay::charts
