// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/exportdialog.h"

#include "document/qtext.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace assay::dialogs {

using charts::ChartSpec;
using charts::Paper;
using charts::RenderOptions;
using document::Notice;

namespace {

constexpr double mmPerInch = 25.4;
constexpr double previewDpi = 96;
constexpr double mostPreviewPixels = 4e6;
constexpr int previewDelayMs = 150;
// The window stands still while a picture is drawn and compressed. So many pixels took 3.2 to 3.7 s of
// processor time on the machine that README's figures are from, and 300 MiB; half as many half of that.
constexpr double mostMegapixels = 64;

QSizeF pixelsOf(const RenderOptions& options)
{
    return options.size * (options.unit == RenderOptions::Unit::Pixels ? 1 : options.dpi / mmPerInch);
}

} // namespace

ExportDialog::ExportDialog(QList<ChartSpec> specs, const QString& chartId,
    std::optional<charts::Band> visible, Dialogs& dialogs, QWidget* parent)
    : QDialog(parent)
    , m_specs(std::move(specs))
    , m_visible(visible)
    , m_dialogs(dialogs)
    , m_preview(new QLabel(this))
    , m_facts(new QLabel(this))
{
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(tr("Export charts"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* form = makeForm();
    m_preview->setAccessibleName(tr("Preview of the chart"));
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setMinimumSize(fontMetrics().averageCharWidth() * 56, fontMetrics().lineSpacing() * 16);
    m_facts->setWordWrap(true);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_go = buttons->addButton(tr("&Export …"), QDialogButtonBox::ActionRole);
    auto* copy = buttons->addButton(tr("&Copy to clipboard"), QDialogButtonBox::ActionRole);
    m_cancel = buttons->addButton(tr("C&ancel export"), QDialogButtonBox::ActionRole);
    m_cancel->hide();
    m_progress = new QProgressBar(this);
    m_progress->setAccessibleName(tr("Progress of the export"));
    m_progress->hide();
    connect(m_cancel, &QPushButton::clicked, this, &ExportDialog::cancelExport);
    m_previewTimer.setSingleShot(true);
    m_previewTimer.setInterval(previewDelayMs);
    connect(&m_previewTimer, &QTimer::timeout, this, &ExportDialog::showPreview);
    m_go->setDefault(true);
    connect(m_go, &QPushButton::clicked, this, &ExportDialog::chooseAndExport);
    connect(copy, &QPushButton::clicked, this, [this] {
        const QList<ChartSpec> some = chosen();
        copyChartToClipboard(
            some, some.front().id, m_range->currentIndex() == 1 ? m_visible : std::nullopt, palette());
        m_facts->setText(tr("Copied as image and data."));
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);

    auto* row = new QHBoxLayout;
    row->addWidget(form);
    row->addWidget(m_preview, 1);
    auto* column = new QVBoxLayout(this);
    column->addLayout(row, 1);
    column->addWidget(m_facts);
    column->addWidget(m_progress);
    column->addWidget(buttons);

    const int index = m_chart->findData(chartId);
    m_chart->setCurrentIndex(std::max(index, 0));
    refresh();
}

void ExportDialog::addRow(QFormLayout* form, const QString& label, QWidget* field)
{
    auto* name = new QLabel(label, this);
    name->setBuddy(field);
    field->setAccessibleName(QString(label).remove(u'&').remove(u':'));
    form->addRow(name, field);
}

QWidget* ExportDialog::makeForm()
{
    auto* box = new QWidget(this);
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    m_chart = new QComboBox(box);
    m_chart->setObjectName(QStringLiteral("chartBox"));
    for (const auto& spec : m_specs) {
        m_chart->addItem(spec.title, spec.id);
    }
    m_chart->addItem(tr("All charts, a file each"), QString());
    addRow(form, tr("C&hart:"), m_chart);
    m_format = new QComboBox(box);
    m_format->addItem(tr("PNG image"), QStringLiteral("png"));
    m_format->addItem(tr("SVG drawing"), QStringLiteral("svg"));
    m_format->addItem(tr("PDF page"), QStringLiteral("pdf"));
    m_format->addItem(tr("CSV data"), QStringLiteral("csv"));
    addRow(form, tr("&Format:"), m_format);
    m_range = new QComboBox(box);
    m_range->addItem(tr("Whole run"));
    if (m_visible) {
        m_range->addItem(tr("As zoomed on the screen"));
        m_range->setCurrentIndex(1);
    }
    addRow(form, tr("&Range:"), m_range);
    addSizeRows(form, box);
    m_paper = new QComboBox(box);
    m_paper->addItems({tr("Light"), tr("Dark"), tr("Print (dashes)"), tr("Light, no background")});
    addRow(form, tr("C&olours:"), m_paper);
    for (auto* choice : {m_chart, m_format, m_range, m_paper}) {
        connect(choice, &QComboBox::currentIndexChanged, this, &ExportDialog::refresh);
    }
    return box;
}

void ExportDialog::addSizeRows(QFormLayout* form, QWidget* box)
{
    m_width = new QDoubleSpinBox(box);
    m_height = new QDoubleSpinBox(box);
    m_unit = new QComboBox(box);
    m_unit->addItems({tr("mm"), tr("pixels")});
    for (auto* side : {m_width, m_height}) {
        side->setRange(10, 20'000);
        side->setDecimals(0);
    }
    m_width->setValue(160);
    m_height->setValue(90);
    addRow(form, tr("&Width:"), m_width);
    addRow(form, tr("H&eight:"), m_height);
    addRow(form, tr("&Unit:"), m_unit);
    m_dpi = new QSpinBox(box);
    m_dpi->setRange(30, 2400);
    m_dpi->setValue(300);
    m_dpi->setSuffix(tr(" dpi"));
    addRow(form, tr("&Density:"), m_dpi);
    connect(m_unit, &QComboBox::currentIndexChanged, this, &ExportDialog::changeUnit);
    connect(m_width, &QDoubleSpinBox::valueChanged, this, &ExportDialog::refresh);
    connect(m_height, &QDoubleSpinBox::valueChanged, this, &ExportDialog::refresh);
    connect(m_dpi, &QSpinBox::valueChanged, this, &ExportDialog::refresh);
}

void ExportDialog::changeUnit()
{
    // The picture stays as large as it was.
    const double dotsPerMm = m_dpi->value() / mmPerInch;
    const double factor = m_unit->currentIndex() == 1 ? dotsPerMm : 1 / dotsPerMm;
    m_width->setValue(m_width->value() * factor);
    m_height->setValue(m_height->value() * factor);
    refresh();
}

RenderOptions ExportDialog::options() const
{
    RenderOptions options;
    options.size = {m_width->value(), m_height->value()};
    options.unit =
        m_unit->currentIndex() == 1 ? RenderOptions::Unit::Pixels : RenderOptions::Unit::Millimetres;
    options.dpi = m_dpi->value();
    options.paper = static_cast<Paper>(m_paper->currentIndex());
    if (m_range->currentIndex() == 1 && m_visible) {
        options.visible = charts::Range{m_visible->from, m_visible->to};
    }
    options.font = font();
    return options;
}

QList<ChartSpec> ExportDialog::chosen() const
{
    const int index = m_chart->currentIndex();
    return index >= 0 && index < m_specs.size() ? QList<ChartSpec>{m_specs[index]} : m_specs;
}

void ExportDialog::refresh()
{
    const bool rowsOnly = m_format->currentData() == QStringLiteral("csv");
    for (auto* field : std::initializer_list<QWidget*>{m_width, m_height, m_unit, m_dpi, m_paper}) {
        field->setEnabled(!rowsOnly);
    }
    const QSizeF pixels = pixelsOf(options());
    const QString why = obstacle();
    m_go->setEnabled(why.isEmpty() && !isExporting());
    m_facts->setText(rowsOnly ? tr("Every value as it was recorded, with decimal points, times in seconds.")
            : !why.isEmpty()  ? why
                             : tr("%1 × %2 pixels").arg(qRound(pixels.width())).arg(qRound(pixels.height())));
    m_previewTimer.start();
}

/// Why there can be no such picture; empty if there can.
QString ExportDialog::obstacle() const
{
    const QSizeF pixels = pixelsOf(options());
    const double megapixels = pixels.width() * pixels.height() / 1e6;
    if (m_format->currentData() != QStringLiteral("png") || megapixels <= mostMegapixels) {
        return {};
    }
    return tr("That would be %1 million pixels, and %2 million are the most that the window can draw without "
              "standing still. Choose a lower density, a smaller size, or SVG or PDF, which have no pixels.")
        .arg(qRound(megapixels))
        .arg(mostMegapixels);
}

void ExportDialog::showPreview()
{
    RenderOptions shown = options();
    // The same picture at the density of a screen.
    shown.size *= shown.unit == RenderOptions::Unit::Pixels ? previewDpi / shown.dpi : previewDpi / mmPerInch;
    shown.unit = RenderOptions::Unit::Pixels;
    shown.dpi = previewDpi;
    if (shown.size.width() * shown.size.height() > mostPreviewPixels) {
        m_preview->setText(tr("Too large to be shown here."));
        return;
    }
    const ChartSpec spec = chosen().front();
    if (spec.x.quantity != charts::Quantity::Time) {
        shown.visible.reset();
    }
    auto image = charts::render::image(spec, shown);
    if (!image) {
        m_preview->setText(qtext(image.error().message));
        return;
    }
    image->setDevicePixelRatio(1);
    const QSize room = m_preview->size().expandedTo(m_preview->minimumSize()) * devicePixelRatioF();
    QPixmap picture = QPixmap::fromImage(image->scaled(
        room.boundedTo(image->size() * devicePixelRatioF()), Qt::KeepAspectRatio, Qt::SmoothTransformation));
    picture.setDevicePixelRatio(devicePixelRatioF());
    m_preview->setPixmap(picture);
}

void ExportDialog::chooseAndExport()
{
    const QString format = m_format->currentData().toString();
    const QList<ChartSpec> specs = chosen();
    const QString suggestion =
        (specs.size() == 1 ? specs.front().id : QStringLiteral("charts")) + u'.' + format;
    const QString path = m_dialogs.chooseFileToSave(
        this, tr("Export charts"), suggestion, QStringLiteral("%1 (*.%1)").arg(format));
    if (!path.isEmpty()) {
        exportTo(path);
    }
}

void ExportDialog::exportTo(const QString& path)
{
    const auto known = checkFormat(path);
    const QString why = known ? obstacle() : qtext(known.error().message);
    if (!why.isEmpty() || isExporting()) {
        m_facts->setText(why);
        return;
    }
    m_waiting = chosen();
    m_written.clear();
    m_target = path;
    m_frozen = options();
    m_several = m_waiting.size() > 1;
    m_go->setEnabled(false);
    m_cancel->show();
    m_progress->setRange(0, static_cast<int>(m_waiting.size()));
    m_progress->setValue(0);
    m_progress->show();
    m_facts->setText(tr("Writing %1 …").arg(path));
    QTimer::singleShot(0, this, &ExportDialog::exportNext);
}

void ExportDialog::exportNext()
{
    if (m_waiting.isEmpty()) {
        return; // cancelled
    }
    const QString target = exportPath(m_target, m_waiting.front().id, m_several);
    const auto written = exportChart(m_waiting.front(), m_frozen, target);
    if (!written) {
        endExport(qtext(written.error().message));
        Q_EMIT noticed({Notice::Kind::Error, qtext(written.error().message)});
        return;
    }
    m_written.append(target);
    m_waiting.removeFirst();
    m_progress->setValue(static_cast<int>(m_written.size()));
    if (!m_waiting.isEmpty()) {
        // After what has piled up meanwhile, a click on "Cancel" included.
        QTimer::singleShot(0, this, &ExportDialog::exportNext);
        return;
    }
    const QString sentence = m_written.size() == 1
        ? tr("The chart was written to %1.").arg(m_written.front())
        : tr("%1 charts were written beside %2.").arg(m_written.size()).arg(m_written.front());
    endExport(sentence);
    Q_EMIT exported(sentence);
}

void ExportDialog::cancelExport()
{
    if (isExporting()) {
        endExport(tr("Cancelled. %1 charts had been written.").arg(m_written.size()));
    }
}

void ExportDialog::endExport(const QString& sentence)
{
    m_waiting.clear();
    m_cancel->hide();
    m_progress->hide();
    m_go->setEnabled(obstacle().isEmpty());
    m_facts->setText(sentence);
}

} // namespace assay::dialogs
