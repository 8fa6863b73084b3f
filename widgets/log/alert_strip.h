#pragma once

#include <QFrame>

#include "log/alert_bar.h"

class QBoxLayout;

namespace gan {

/// One notice of an AlertBar: sign and word of its severity, text, actions, close.
class AlertStrip : public QFrame {
  Q_OBJECT

 public:
  AlertStrip(const AlertNotice& notice, QWidget* parent);

  const AlertNotice& notice() const { return notice_; }
  /// Tells screen readers, which otherwise would not know that something appeared.
  void announce();

 signals:
  void actionChosen(const QString& id, const QString& action);
  void dismissed(const QString& id);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  AlertNotice notice_;
  QBoxLayout* body_;  ///< Text, and the actions beside or below it.
  int actions_width_ = 0;
};

}  // namespace gan
