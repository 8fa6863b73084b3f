#pragma once

#include <QString>

namespace gan {

/// RUNS/2026-11-20-PRESET, with -2, -3 ... where that is taken. May wait for the disk; any thread.
QString freeRunFolder(const QString& runs, const QString& preset);

/// The folder itself, or with -2, -3 ... where that is taken, also by the script of a Slurm job for it. May wait for
/// the disk; any thread.
QString freeFolder(const QString& folder);

/// True when a new run may be made there: nothing is there, or an empty folder. May wait for the disk; any thread.
bool isFreeForRun(const QString& folder);

}  // namespace gan
