#pragma once

#include <QDialog>

#include "run_list/run_place.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace gan {

class EngineField;
class Preferences;

/// Where a run of another computer is, what it is to be called here, and over ssh which gan-engine that computer has.
class AttachDialog : public QDialog {
  Q_OBJECT

 public:
  /// preferences know the places that were reached before, which are offered while one types, and where the engines of
  /// their computers are; they must outlive it.
  explicit AttachDialog(const Preferences& preferences, QWidget* parent = nullptr);

 signals:
  /// engine: there, as a person left it; empty: the one that a login finds, or the place needs no login.
  void chosen(const gan::RunPlace& place, const QString& engine);

 private:
  QString address() const;
  void refresh();
  void finish();

  const Preferences& preferences_;
  QLineEdit* address_;
  EngineField* engine_;
  bool is_engine_typed_ = false;  ///< Then it stays, whatever is known of the address.
  QLineEdit* name_;
  QLabel* complaint_;
  QPushButton* go_;
};

}  // namespace gan
