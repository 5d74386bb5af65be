// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/chartexport.h"

#include "charts/chartcsv.h"
#include "document/qtext.h"

#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>

namespace assay::dialogs {

using charts::ChartSpec;
using charts::RenderOptions;

namespace {

std::optional<charts::Range> visibleOf(const ChartSpec& spec, const std::optional<charts::Range>& visible)
{
    return spec.x.quantity == charts::Quantity::Time ? visible : std::nullopt;
}

} // namespace

QStringList exportFormats()
{
    return {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf"), QStringLiteral("csv")};
}

QString exportPath(const QString& path, const QString& chartId, bool several)
{
    if (!several) {
        return path;
    }
    const QFileInfo file(path);
    return file.dir().filePath(
        QStringLiteral("%1-%2.%3").arg(file.completeBaseName(), chartId, file.suffix().toLower()));
}

Result<void> checkFormat(const QString& path)
{
    if (!exportFormats().contains(QFileInfo(path).suffix().toLower())) {
        return usageError("The format of " + utf8(path)
            + " is not known. Give the file a name that ends with .png, .svg, .pdf or .csv.");
    }
    return {};
}

Result<void> exportChart(const ChartSpec& spec, const RenderOptions& wanted, const QString& path)
{
    RenderOptions options = wanted;
    options.visible = visibleOf(spec, options.visible);
    if (QFileInfo(path).suffix().toLower() != u"csv") {
        return charts::render::save(spec, options, path);
    }
    auto rows = charts::saveCsv(spec, options.visible, path);
    if (!rows) {
        return rows.error();
    }
    return {};
}

Result<QStringList> exportCharts(
    const QList<ChartSpec>& specs, const RenderOptions& options, const QString& path)
{
    if (auto known = checkFormat(path); !known) {
        return known.error();
    }
    QStringList written;
    for (const auto& spec : specs) {
        const QString target = exportPath(path, spec.id, specs.size() > 1);
        if (auto done = exportChart(spec, options, target); !done) {
            return done.error();
        }
        written.append(target);
    }
    return written;
}

void copyChartToClipboard(const QList<ChartSpec>& specs, const QString& chartId,
    const std::optional<charts::Band>& visible, const QPalette& palette)
{
    for (const auto& spec : specs) {
        if (spec.id != chartId && !(chartId.isEmpty() && &spec == &specs.front())) {
            continue;
        }
        RenderOptions options;
        options.theme = charts::Theme::fromPalette(palette);
        options.font = QGuiApplication::font();
        const auto part = visible ? std::optional(charts::Range{visible->from, visible->to}) : std::nullopt;
        options.visible = visibleOf(spec, part);
        auto* data = new QMimeData;
        if (auto image = charts::render::image(spec, options)) {
            data->setImageData(*image);
        }
        data->setText(charts::tabSeparated(spec, options.visible));
        QGuiApplication::clipboard()->setMimeData(data);
        return;
    }
}

} // namespace assay::dialogs
