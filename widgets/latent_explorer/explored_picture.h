#pragma once

#include <QImage>
#include <QString>

namespace gan {

/// Whether pictures can be had.
enum class PictureSupply {
  kIdle,      ///< Nobody looks: none is asked for.
  kStarting,  ///< Asked for; no answer yet.
  kReady,
  kLost,  ///< None at present; why is told along.
};

/// Of an item: what leaves the window by the clipboard or by dragging, a line of text or a picture at its own size.
constexpr int kLeavingRole = Qt::UserRole;
/// Of an item whose line of text leaves: the picture that is dragged out with it; null: there is none of the line.
constexpr int kPictureOfLineRole = Qt::UserRole + 1;

/// A generator's picture of one point.
struct ExploredPicture {
  QString line;      ///< The point that was asked for, as toText() writes it.
  QImage image;      ///< Null: there is none, for the reason `problem`.
  qint64 step = -1;  ///< Of the weights that made it; -1: they do not say.
  QString problem = {};
  bool is_exact = true;     ///< Pixel for pixel as the generator makes it, where it is not scaled down.
  bool taken_over = false;  ///< The process that made pictures was lost since the one before; another made this one.
};

}  // namespace gan
