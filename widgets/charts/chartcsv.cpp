// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartcsv.h"

#include "base/csv.h"
#include "base/units.h"
#include "charts/seriesrows.h"

#include <QSaveFile>

namespace assay::charts {

namespace {

constexpr size_t chunkSize = 1 << 16;

enum class Separator : char
{
    Comma = ',',
    Tab = '\t'
};

class TableText
{
public:
    TableText(const ChartSpec& spec, Separator separator)
        : m_separator(separator)
        , m_axis(spec.x)
        , m_x(dataUnit(spec.x.quantity).factor)
    {
        for (const Series& series : spec.series)
            m_factors.push_back(dataUnit(axisOf(spec, series).quantity).factor);
    }

    void appendHeading(std::string& out, const ChartSpec& spec) const
    {
        appendText(out, columnTitle(spec, nullptr));
        for (const Series& series : spec.series) {
            out += static_cast<char>(m_separator);
            appendText(out, columnTitle(spec, &series));
        }
        out += '\n';
    }

    void appendRow(std::string& out, const SeriesRows::Row& row) const
    {
        if (m_axis.categories.isEmpty())
            out += formatNumber(row.x / m_x);
        else
            appendText(out, categoryName(m_axis, row.x));
        for (size_t i = 0; i < row.values.size(); ++i) {
            out += static_cast<char>(m_separator);
            if (row.values[i])
                out += formatNumber(*row.values[i] / m_factors[i]);
        }
        out += '\n';
    }

private:
    void appendText(std::string& out, const QString& text) const
    {
        if (m_separator == Separator::Comma)
            appendCsvField(out, text.toStdString());
        else
            out += text.simplified().toStdString();
    }

    Separator m_separator;
    Axis m_axis;
    double m_x;
    std::vector<double> m_factors;
};

} // namespace

Result<qint64> writeCsv(const ChartSpec& chart, std::optional<Range> part, QIODevice& device)
{
    const ChartSpec spec = withIntervals(chart);
    const auto failed = [&device] {
        return environmentError("The table couldn't be written: " + device.errorString().toStdString()
            + ". Choose another place, or make room there.");
    };
    const TableText table(spec, Separator::Comma);
    std::string text;
    table.appendHeading(text, spec);
    SeriesRows rows(spec, part);
    SeriesRows::Row row;
    qint64 count = 0;
    const auto flush = [&] {
        const auto size = static_cast<qint64>(text.size());
        const bool good = device.write(text.data(), size) == size;
        text.clear();
        return good;
    };
    while (rows.next(row)) {
        table.appendRow(text, row);
        ++count;
        if (text.size() >= chunkSize && !flush())
            return failed();
    }
    if (!flush())
        return failed();
    return count;
}

Result<qint64> saveCsv(const ChartSpec& spec, std::optional<Range> part, const QString& path)
{
    QSaveFile file(path);
    const auto failed = [&file, &path] {
        return environmentError("\"" + path.toStdString() + "\" couldn't be written: "
            + file.errorString().toStdString() + ". Choose another place, or make room there.");
    };
    if (!file.open(QIODevice::WriteOnly))
        return failed();
    const Result<qint64> rows = writeCsv(spec, part, file);
    if (!rows || !file.commit())
        return failed();
    return rows;
}

QString tabSeparated(const ChartSpec& chart, std::optional<Range> part)
{
    const ChartSpec spec = withIntervals(chart);
    const TableText table(spec, Separator::Tab);
    std::string text;
    table.appendHeading(text, spec);
    SeriesRows rows(spec, part);
    SeriesRows::Row row;
    while (rows.next(row))
        table.appendRow(text, row);
    return QString::fromStdString(text);
}

} // namespace assay::charts
