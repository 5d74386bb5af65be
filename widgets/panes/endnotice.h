// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/records.h"

#include <QStringList>

namespace assay::panes {

/// How a run ended, if that was not as planned: a sentence, or nothing.
QStringList endNotice(const session::Run& run);

} // namespace assay::panes
