// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace assay::theme {

/// One of the program's own icons (resources/icons/NAME.svg), drawn in the text colour of the palette each
/// time it is painted: sharp at any scale, right in light and dark.
QIcon icon(const char* name);

/// Assay's own, in its own colours.
QIcon programIcon();

} // namespace assay::theme
