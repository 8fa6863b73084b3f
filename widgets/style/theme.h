#pragma once

#include <QPalette>

namespace gan {

enum class Theme { kSystem, kLight, kDark };

/// Sets ControlStyle and one of our two palettes for the whole application; may be called again at any time.
/// kSystem: dark when the desktop's own palette, as it was at the start, is dark. GUI thread.
void applyTheme(Theme theme);

/// True when text is lighter than its background.
bool isDark(const QPalette& palette);

}  // namespace gan
