#pragma once

#include "dialogs/access_dialog.h"

class QLineEdit;

namespace gan {

/// What ssh asks while it logs in, in its own words: a password, a passphrase, a second factor, whether a key may be
/// used; or what it wants done elsewhere.
class LoginDialog : public AccessDialog {
  Q_OBJECT

 public:
  explicit LoginDialog(const AccessQuestion& question, QWidget* parent = nullptr);

 protected:
  AccessAnswer answer() const override;

 private:
  void addLine(const QString& question);

  QLineEdit* line_ = nullptr;
};

}  // namespace gan
