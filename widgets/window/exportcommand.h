// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "document/instrument.h"

#include <QString>
#include <QStringList>

namespace assay::window {

/// `assay export SESSION …`: draws charts of a run into files without showing a window. Needs a QApplication.
/// Gives the files that were written.
Result<QStringList> runExportCommand(
    const QStringList& arguments, const std::vector<document::Instrument>& instruments);

QString exportCommandHelp(const std::vector<document::Instrument>& instruments);

} // namespace assay::window
