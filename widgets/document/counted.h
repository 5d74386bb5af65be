// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

namespace assay {

/// "1 run", "12,000 runs": `one` and `many` are the whole words.
inline QString counted(qint64 count, const QString& one, const QString& many)
{
    return QLocale().toString(count) + QChar(u' ') + (count == 1 ? one : many);
}

} // namespace assay
