// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/tourdialog.h"

namespace assay::window {

/// The pages of the in-program tour: the way to an answer, then what each chart means.
QList<dialogs::TourPage> tourPages();

} // namespace assay::window
