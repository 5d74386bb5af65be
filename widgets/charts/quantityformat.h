// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chartspec.h"

#include <QLocale>
#include <QString>

/// How numbers read on the screen: one unit prefix an axis, three significant digits a value, in the user's
/// locale. Exported data don't come from here.
namespace assay::charts {

/// What is shown is value / factor, followed by the suffix.
struct DisplayUnit
{
    double factor = 1;
    QString suffix; ///< "ms", "k/s", "KiB", "%"; empty for a plain count
};

/// The unit in which numbers up to `magnitude` read best.
DisplayUnit unitFor(Quantity quantity, double magnitude);

/// "12.3 ms", "1.24 k/s", "34.5 %", "1:05.2" for a time past two minutes.
QString valueText(Quantity quantity, double value, const QLocale& locale);

/// A time since the start, with enough decimals to tell two instants apart that are `resolutionNs` apart:
/// "12.4 s", "1:05.2", "1:02:03".
QString timeText(double ns, double resolutionNs, const QLocale& locale);

/// The title of an axis with its unit: "Response time (ms)".
QString titleWithUnit(const QString& title, const QString& unit);

} // namespace assay::charts
