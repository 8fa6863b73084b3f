#pragma once

#include <QDialog>
#include <optional>

#include "link/engine_access.h"

class QAbstractButton;
class QDialogButtonBox;
class QVBoxLayout;

namespace gan {

/// Something that a person is asked on the way to an engine of another computer. Closed without an answer, it is
/// declined.
class AccessDialog : public QDialog {
  Q_OBJECT

 public:
  ~AccessDialog() override;
  void done(int result) override;

 signals:
  /// Once, when it goes at the latest. Nothing: declined.
  void answered(const std::optional<gan::AccessAnswer>& answer);

 protected:
  AccessDialog(const QString& name, const QString& title, QWidget* parent);
  /// What is answered when the dialog is accepted.
  virtual AccessAnswer answer() const = 0;
  /// What stands in it, above its buttons.
  QVBoxLayout& body() { return *body_; }
  /// An empty title: there is no such button. The first is pressed by Enter where nothing else is said.
  void addButtons(const QString& yes, const QString& no);
  QAbstractButton* yes() const { return yes_; }
  QAbstractButton* no() const { return no_; }

 private:
  QVBoxLayout* body_;
  QDialogButtonBox* buttons_;
  QAbstractButton* yes_ = nullptr;
  QAbstractButton* no_ = nullptr;
  bool is_answered_ = false;
};

}  // namespace gan
