#pragma once

#include <QObject>
#include <QStringList>
#include <QVector>
#include <optional>

#include "link/local_server.h"
#include "link/picture_row_link.h"

namespace gan {

class EvaluationModel;
class ExplorerModel;

/// Draws pictures of the worst and the best class of the evaluation that somebody looks at, where they are of the
/// generator that was judged. GUI thread.
class ClassPictures : public QObject {
  Q_OBJECT

 public:
  /// explorer says what classes are called.
  ClassPictures(EvaluationModel& evaluations, const ExplorerModel& explorer, PictureRowLink& pictures,
                LocalServer& server, QObject* parent = nullptr);

  static constexpr int kOfAClass = 8;
  static constexpr int kSide = 96;  ///< In pixels.

 private:
  void onWish();
  void draw();
  std::optional<qint64> labelOf(const QString& name) const;

  EvaluationModel& evaluations_;
  const ExplorerModel& explorer_;
  PictureRowLink& pictures_;
  LocalServer& server_;
  bool waits_for_server_ = false;
  QStringList names_;  ///< Of the classes that are drawn, kOfAClass pictures each.
  QVector<QVector<QImage>> drawn_;
};

}  // namespace gan
