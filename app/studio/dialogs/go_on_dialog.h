#pragma once

#include <QDialog>
#include <optional>
#include <vector>

#include "dialogs/go_on_plan.h"
#include "link/background.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace gan {

class CheckpointChoice;
class ForecastField;
class SettingsForm;

/// Goes on from a checkpoint of the open run: one chooses it by its picture, what to do with it, which settings change
/// there, and how long it is trained; some iterations can be tried to learn what that will take. Offers what the run
/// lists from now on, as what was listed before may be gone. Answers by chosen(); not modal for the rest of the
/// desktop. The run must outlive it.
class GoOnDialog : public QDialog {
  Q_OBJECT

 public:
  /// What is proposed for that: a branch's folder, with a number where it is taken; changes that wait for the next
  /// start.
  struct Proposal {
    std::optional<GoOn> what = {};  ///< Nothing: as the run's state suggests.
    QString out = {};
    QString host = {};  ///< The computer of the run's folder, which alone knows what is taken there; empty: this one.
    std::vector<Assignment> changes = {};
    double device_price = 0;  ///< An hour, for the forecast; 0: nobody said.
  };

  GoOnDialog(RunStore& run, const Proposal& proposal, QWidget* parent = nullptr);
  ~GoOnDialog() override;

  /// The checkpoint of a step, now or as soon as it is listed.
  void choose(qint64 step);
  /// It is to be trained so many steps more, unless something else is chosen.
  void proposeMoreSteps(qint64 steps);

 signals:
  void chosen(const gan::GoOnWish& wish);
  /// By a person: worth keeping.
  void devicePriceChosen(double price);

 private:
  QWidget* makePurposes();
  QWidget* makeSettings();
  QWidget* makeLength();
  QWidget* makeOut(const QString& proposed);
  void setWhat(GoOn what);
  void refill();
  void takeLength();
  void look();
  QString out() const;
  void refresh();
  QString complaint() const;
  void finish();

  RunStore& run_;
  GoOnPlan plan_;
  const QString host_;
  QLabel* explanation_;
  std::vector<std::pair<GoOn, QRadioButton*>> purposes_;
  CheckpointChoice* checkpoints_;
  QLineEdit* search_;
  QCheckBox* all_;
  SettingsForm* form_;
  QLabel* changes_;
  QWidget* length_;
  QComboBox* length_kind_;
  QDoubleSpinBox* length_amount_;
  QLabel* length_text_;
  QWidget* out_row_;
  QLineEdit* out_;
  ForecastField* forecast_;
  QLabel* complaint_;
  QPushButton* go_;
  std::optional<qint64> wished_step_;
  bool listed_ = false;       ///< It is known by now which checkpoints there are.
  std::optional<bool> free_;  ///< Whether a run may be made in out_; nothing while the disk is asked.
  Background task_{QStringLiteral("go on dialog")};
};

}  // namespace gan
