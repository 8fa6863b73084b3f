#pragma once

#include <QString>
#include <QStringList>

namespace gan {

/// What people noted of a run, for themselves: it changes nothing of what the run is.
struct RunMarks {
  QString name;           ///< Shown in place of the folder's; empty: the folder's.
  QString note;           ///< Lines end with \n.
  QStringList tags;       ///< Each once.
  bool starred = false;   ///< Stands before the others.
  bool archived = false;  ///< Is listed only where archived runs are asked for.

  friend bool operator==(const RunMarks& a, const RunMarks& b) = default;
};

}  // namespace gan
