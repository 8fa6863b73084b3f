#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <cstdint>
#include <deque>
#include <memory>

#include "dialogs/access_dialog.h"
#include "link/engine_access.h"

namespace gan {

/// Asks a person what access to engines of other computers needs, in one dialog after the other over a window. What
/// waits for an answer when it goes is declined. GUI thread.
class AccessQuestions : public QObject {
  Q_OBJECT

 public:
  /// The window must outlive it. access: may outlive both, with the logins that it has.
  AccessQuestions(QWidget& window, std::shared_ptr<EngineAccess> access);
  ~AccessQuestions() override;

  const std::shared_ptr<EngineAccess>& access() const { return access_; }

 signals:
  /// A dialog is about to be shown.
  void asking(QDialog* dialog);

 private:
  struct Asked {
    std::uint64_t number = 0;
    AccessQuestion question;
  };
  void add(std::uint64_t number, const AccessQuestion& question);
  void showNext();
  void dropWhatIsOver();

  QWidget& window_;
  const std::shared_ptr<EngineAccess> access_;
  std::deque<Asked> waiting_;
  Asked shown_;
  QPointer<AccessDialog> dialog_;  ///< Of shown_; null: nothing is asked.
  QTimer look_;                    ///< Whether what is shown is still wanted.
};

}  // namespace gan
