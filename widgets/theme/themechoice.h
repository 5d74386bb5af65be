// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QMenu;

namespace assay::theme {

/// Light, dark, or what the desktop says. Kept in the settings.
enum class ThemeChoice
{
    Desktop,
    Light,
    Dark
};

ThemeChoice themeChoice();
/// Applies to the whole application at once; needs a QApplication.
void applyTheme(ThemeChoice choice);
/// Applies what the settings say.
void applyStoredTheme();
/// What the desktop prefers from now on, where Qt's own palette does not tell. Applies at once if it counts.
void setDesktopPrefersDark(bool dark);
/// Three exclusive entries that apply and keep the choice.
void makeThemeMenu(QMenu* menu);

} // namespace assay::theme
