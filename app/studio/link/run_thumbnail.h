#pragma once

#include <QDateTime>
#include <QHash>
#include <QImage>
#include <QObject>
#include <QSize>
#include <QString>
#include <QStringList>
#include <memory>

#include "link/background.h"

namespace gan {

/// The newest sheet of a run's samples, its middle scaled to this size; null where there is none that can be read, or
/// where it is larger than a sheet is. Reads the disk.
QImage thumbnailOf(const QString& run, QSize size);

/// The thumbnails of many runs, asked for again and again: read on a thread of its own, and only where samples came
/// since. GUI thread.
class RunThumbnails : public QObject {
  Q_OBJECT

 public:
  explicit RunThumbnails(QObject* parent = nullptr);

  /// In pixels of the screen; empty: none are wanted. Those of another size are read anew.
  void setSize(QSize size);
  void look(const QStringList& runs);

 signals:
  /// One that is new; null where there is none any more.
  void found(const QString& run, const QImage& picture);

 private:
  /// When a run's samples changed last, as its picture was read; the thread's own.
  using Seen = QHash<QString, QDateTime>;

  QSize size_;
  std::shared_ptr<Seen> seen_;
  Background reading_{QStringLiteral("run thumbnails")};
};

}  // namespace gan
