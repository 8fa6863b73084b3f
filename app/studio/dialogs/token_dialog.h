#pragma once

#include "dialogs/access_dialog.h"

class QCheckBox;
class QLineEdit;

namespace gan {

/// The token that an engine on a network wants to be shown, as `gan-engine token` printed it.
class TokenDialog : public AccessDialog {
  Q_OBJECT

 public:
  explicit TokenDialog(const AccessQuestion& question, QWidget* parent = nullptr);

 protected:
  AccessAnswer answer() const override;

 private:
  void refresh();

  QLineEdit* token_;
  QCheckBox* remembered_;
};

}  // namespace gan
