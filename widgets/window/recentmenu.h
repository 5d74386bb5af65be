// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

#include <functional>

namespace assay::window {

/// Fills `menu` with the recent files each time it opens: missing ones greyed, and a way to clear it.
void makeRecentMenu(QMenu* menu, std::function<void(const QString& path)> open);

} // namespace assay::window
