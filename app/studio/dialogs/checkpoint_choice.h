#pragma once

#include <QTableWidget>
#include <optional>
#include <vector>

#include "state/run_store.h"

namespace gan {

/// The checkpoints of a run, one a row, to choose one: step beside a picture of the samples nearest to it, when it was
/// written, its score, what is special about it, its size and whether it belongs to the run's line. Pictures are asked
/// for one after another. The run must outlive it.
class CheckpointChoice : public QTableWidget {
  Q_OBJECT

 public:
  explicit CheckpointChoice(RunStore& run, QWidget* parent = nullptr);

  /// What was chosen stays if it is still there, else nothing is; at first the newest of the run's line is chosen.
  void setCheckpoints(const std::vector<ListedCheckpoint>& checkpoints);
  std::optional<ListedCheckpoint> chosen() const;
  /// False where it is not listed.
  bool choose(qint64 step);
  void showLines(bool shown) { setColumnHidden(kLine, !shown); }

 signals:
  void choiceChanged();

 private:
  enum Column { kStep, kWritten, kScore, kMarks, kSize, kLine, kColumns };
  void setRow(int row);
  int sheetOf(const ListedCheckpoint& checkpoint) const;
  void showPictures();

  RunStore& run_;
  std::vector<ListedCheckpoint> checkpoints_;
  bool filled_ = false;
};

}  // namespace gan
