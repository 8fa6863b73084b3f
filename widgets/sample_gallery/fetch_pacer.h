#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace gan {

class SampleModel;

/// Asks a model for pictures one after another: while a slider moves, the next one is asked for when the last one came,
/// or when it took too long.
class FetchPacer : public QObject {
  Q_OBJECT

 public:
  explicit FetchPacer(SampleModel& model, QObject* parent = nullptr);

  /// Asks for the picture of this row now, or lets due() say when to come again.
  void request(int row);

 signals:
  void due();

 private:
  SampleModel& model_;
  QString waiting_for_;  ///< Name of the picture asked for last.
  QElapsedTimer waiting_since_;
  QTimer patience_;
};

}  // namespace gan
