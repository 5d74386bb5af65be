// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartrenderer.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImageWriter>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <cmath>

namespace assay::charts {

namespace {

constexpr double logicalDpi = 96;
constexpr double millimetresPerInch = 25.4;
constexpr double mostPixels = 400e6;
constexpr int pdfDpi = 1200;

QString creator()
{
    return QStringLiteral("Assay " ASSAY_VERSION);
}

/// The size in which a figure is laid out, 96 to the inch.
QSizeF logicalSize(const RenderOptions& options)
{
    const double factor = options.unit == RenderOptions::Unit::Millimetres ? logicalDpi / millimetresPerInch
                                                                           : logicalDpi / options.dpi;
    return options.size * factor;
}

QSize pixelSize(const RenderOptions& options)
{
    if (options.unit == RenderOptions::Unit::Pixels)
        return options.size.toSize();
    return (options.size * (options.dpi / millimetresPerInch)).toSize();
}

std::string text(const QString& string)
{
    return string.toStdString();
}

std::optional<Error> fault(const RenderOptions& options)
{
    const bool dpiGood = std::isfinite(options.dpi) && options.dpi >= 20 && options.dpi <= 4800;
    if (!dpiGood)
        return usageError("The resolution of the image must lie between 20 and 4800 dots an inch.");
    const QSizeF size = logicalSize(options);
    const QSize pixels = pixelSize(options);
    if (!(size.width() >= 40) || !(size.height() >= 40) || pixels.isEmpty())
        return usageError(
            "The image is too small to hold a chart. Ask for at least 12 mm in each direction.");
    if (!(options.size.width() < 1e6) || !(options.size.height() < 1e6)
        || double(pixels.width()) * pixels.height() > mostPixels)
        return usageError(
            "The image would have more than 400 million pixels. Ask for a smaller size or fewer "
            "dots an inch.");
    return {};
}

Theme themeOf(const RenderOptions& options)
{
    if (options.theme)
        return *options.theme;
    switch (options.paper) {
    case Paper::Dark:
        return Theme::night();
    case Paper::Print:
        return Theme::print();
    case Paper::Light:
    case Paper::Transparent:
        break;
    }
    return Theme::day();
}

void prepare(ChartFigure& figure, const ChartSpec& spec, const RenderOptions& options, bool deviceClips)
{
    ChartFigure::Options look;
    look.theme = themeOf(options);
    look.font = options.font;
    look.font.setPixelSize(13);
    look.locale = options.locale;
    look.heading = true;
    look.legend = true;
    look.background = options.paper != Paper::Transparent;
    look.cutAtBorder = !deviceClips;
    FigureView view = autoView(spec, options.hidden, options.visible);
    applyYWindow(view, spec, options.yWindow);
    figure.update(spec, view, logicalSize(options), look);
}

QString describe(const ChartSpec& spec)
{
    return spec.note.isEmpty() ? spec.title : spec.title + QStringLiteral(". ") + spec.note;
}

} // namespace

namespace render {

Result<QImage> image(const ChartSpec& spec, const RenderOptions& options)
{
    if (std::optional<Error> error = fault(options))
        return *error;
    QImage image(pixelSize(options), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return environmentError("There isn't enough memory for an image of this size.");
    image.fill(Qt::transparent);
    image.setDevicePixelRatio(options.dpi / logicalDpi);
    ChartFigure figure;
    prepare(figure, spec, options, true);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    figure.paint(painter);
    painter.end();
    const int dotsPerMetre = qRound(options.dpi / millimetresPerInch * 1000);
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    image.setText(QStringLiteral("Title"), spec.title);
    image.setText(QStringLiteral("Description"), describe(spec));
    image.setText(QStringLiteral("Software"), creator());
    return image;
}

Result<QByteArray> png(const ChartSpec& spec, const RenderOptions& options)
{
    Result<QImage> picture = image(spec, options);
    if (!picture)
        return picture.error();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, "png");
    if (!writer.write(*picture))
        return environmentError("The image couldn't be encoded as PNG: " + text(writer.errorString()) + ".");
    return bytes;
}

Result<QByteArray> svg(const ChartSpec& spec, const RenderOptions& options)
{
    if (std::optional<Error> error = fault(options))
        return *error;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    const QSizeF size = logicalSize(options);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(static_cast<int>(logicalDpi));
    generator.setSize(size.toSize());
    generator.setViewBox(QRectF(QPointF(), size));
    generator.setTitle(spec.title);
    generator.setDescription(describe(spec) + QStringLiteral(" (") + creator() + QLatin1Char(')'));
    ChartFigure figure;
    prepare(figure, spec, options, false);
    QPainter painter;
    if (!painter.begin(&generator))
        return environmentError("The chart couldn't be drawn as SVG.");
    figure.paint(painter);
    painter.end();
    return bytes;
}

Result<QByteArray> pdf(const ChartSpec& spec, const RenderOptions& options)
{
    if (std::optional<Error> error = fault(options))
        return *error;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    const QSizeF millimetres = logicalSize(options) * (millimetresPerInch / logicalDpi);
    writer.setResolution(pdfDpi);
    writer.setPageSize(QPageSize(millimetres, QPageSize::Millimeter, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(spec.title);
    writer.setCreator(creator());
    ChartFigure figure;
    prepare(figure, spec, options, true);
    QPainter painter;
    if (!painter.begin(&writer))
        return environmentError("The chart couldn't be drawn as PDF.");
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(pdfDpi / logicalDpi, pdfDpi / logicalDpi);
    figure.paint(painter);
    painter.end();
    return bytes;
}

Result<void> save(const ChartSpec& spec, const RenderOptions& options, const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    Result<QByteArray> bytes = usageError("\"" + text(path)
        + "\" doesn't end in .png, .svg or .pdf, so the format of the image isn't known. Add one of these.");
    if (suffix == QLatin1String("png"))
        bytes = png(spec, options);
    else if (suffix == QLatin1String("svg"))
        bytes = svg(spec, options);
    else if (suffix == QLatin1String("pdf"))
        bytes = pdf(spec, options);
    if (!bytes)
        return bytes.error();
    return saveFile(path, *bytes);
}

} // namespace render

Result<void> saveFile(const QString& path, const QByteArray& content)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() || !file.commit())
        return environmentError("\"" + text(path) + "\" couldn't be written: " + text(file.errorString())
            + ". Choose another place, or make room there.");
    return {};
}

} // namespace assay::charts
