#pragma once

#include <QDialog>
#include <optional>
#include <vector>

#include "link/background.h"
#include "state/run_store.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace gan {

/// Chooses a checkpoint of the current line to roll back to, or any to branch from into a new run folder: of several of
/// one step the newest segment's, which is what an engine takes. Answers by chosen(); not modal for the rest of the
/// desktop, and the run goes on meanwhile.
class CheckpointDialog : public QDialog {
  Q_OBJECT

 public:
  enum class Purpose { kRollBack, kBranch };

  /// Without checkpoints it looks for some until setCheckpoints() brings them. proposed_out: of a branch; with a number
  /// where that is taken.
  CheckpointDialog(Purpose purpose, const std::vector<ListedCheckpoint>& checkpoints, const QString& proposed_out,
                   QWidget* parent = nullptr);

  /// The newest list, while the dialog is open; the choice stays if it is still there, else nothing is chosen.
  void setCheckpoints(const std::vector<ListedCheckpoint>& checkpoints);

 signals:
  void chosen(qint64 step, const QString& out);

 private:
  void setRow(int row, const ListedCheckpoint& checkpoint);
  std::optional<qint64> step() const;
  void look();
  void refresh();
  void finish();

  const Purpose purpose_;
  QTableWidget* table_;
  QLineEdit* out_ = nullptr;
  QLabel* complaint_;
  QPushButton* go_;
  QStringList listed_;
  bool looks_ = true;         ///< It is not known yet which checkpoints there are.
  std::optional<bool> free_;  ///< Whether a run may be made in out_; nothing while the disk is asked.
  Background task_{QStringLiteral("checkpoint dialog")};
};

}  // namespace gan
