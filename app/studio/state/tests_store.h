#pragma once

#include <QImage>
#include <QObject>
#include <QTimer>

#include "evaluation/confusion_model.h"
#include "link/background.h"

namespace gan {

class RunStore;

/// The tests of the open run, a classifier's, as its folder has them, read again while somebody looks. GUI thread.
class TestsStore : public QObject {
  Q_OBJECT

 public:
  explicit TestsStore(RunStore& run, QObject* parent = nullptr);

  ConfusionModel& model() { return model_; }
  void setWatched(bool watched);
  void loadSheet(const QString& test, const QString& sheet);

 signals:
  /// That which was asked for last; null: it cannot be read.
  void sheetLoaded(const QImage& sheet);

 private:
  void read();

  RunStore& run_;
  ConfusionModel model_;
  QTimer again_;
  Background reading_{QStringLiteral("tests")};
  Background pictures_{QStringLiteral("pictures of tests")};
};

}  // namespace gan
