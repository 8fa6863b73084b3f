#pragma once

#include "dialogs/access_dialog.h"

namespace gan {

/// Whether a host, or an engine that listens on a network, is the one that it should be: shown is by what it is known.
/// Who is in doubt refuses; Enter does, too.
class TrustDialog : public AccessDialog {
  Q_OBJECT

 public:
  explicit TrustDialog(const AccessQuestion& question, QWidget* parent = nullptr);

 protected:
  AccessAnswer answer() const override { return {}; }

 private:
  void sayWhatSshSays(const AccessQuestion& question);
  void showCertificate(const AccessQuestion& question);
  void addFingerprint(const char* name, const QString& title, const QString& fingerprint);
};

}  // namespace gan
