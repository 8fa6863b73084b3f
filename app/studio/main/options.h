#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>

#include "style/theme.h"

namespace gan {

/// What was asked for on the command line.
struct StudioOptions {
  QStringList paths;      ///< Run folders, remote targets, folders of runs, or weights; compared: of runs alone.
  bool compares = false;  ///< The runs of paths, in a window of their own.
  QString screenshot;     ///< Draw the window, or the dialog over it, into this file and exit; empty: no.
  QString action;         ///< Object name of what the window does first, as soon as it can; empty: nothing.
  int after_ms = 2000;
  std::optional<QSize> size;
  std::optional<Theme> theme;
  QString language;  ///< Empty: as preferred.
};

/// Either options, or a text to print and the exit code: 0 for help and version, 2 for wrong usage.
struct ParsedOptions {
  std::optional<StudioOptions> options;
  QString text;
  int exit_code = 0;
};

/// arguments: with the program's name first, without what Qt took for itself. Needs a QCoreApplication for its name and
/// version. Paths are checked to exist, targets to be ones, and what is to be compared to be different runs.
ParsedOptions parseOptions(const QStringList& arguments);

}  // namespace gan
