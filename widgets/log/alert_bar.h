#pragma once

#include <QFrame>
#include <QStringList>
#include <QVector>
#include <QWidget>

#include "log/log_model.h"

class QLabel;
class QToolButton;
class QVBoxLayout;
class QBoxLayout;

namespace gan {

class AlertStrip;

/// Something that wants attention, with what can be done about it.
struct AlertNotice {
  QString id;  ///< Showing another notice with the same id replaces it.
  Severity severity = Severity::kWarning;
  QString text;
  struct Action {
    QString name;   ///< For who handles it: "rollback".
    QString title;  ///< Translated: "Roll back".
    friend bool operator==(const Action&, const Action&) = default;
  };
  QVector<Action> actions;
  friend bool operator==(const AlertNotice&, const AlertNotice&) = default;
};

/// A strip below everything else with the newest notices, each with its actions and one to dismiss it; hidden when
/// there is none. In place of message boxes. The three newest are shown, and how many more there are.
class AlertBar : public QWidget {
  Q_OBJECT

 public:
  static constexpr int kShown = 3;

  explicit AlertBar(QWidget* parent = nullptr);

  void show(const AlertNotice& notice);
  void dismiss(const QString& id);
  void clear();
  /// Newest first.
  QVector<AlertNotice> notices() const { return notices_; }

 signals:
  void actionChosen(const QString& id, const QString& action);

 private:
  void rebuild();
  AlertStrip* stripOf(const QString& id) const;

  QVector<AlertNotice> notices_;
  QVector<AlertStrip*> strips_;  ///< Of the first notices, in their order.
  QVBoxLayout* layout_;
  QWidget* rest_;
  QLabel* rest_label_;
  QToolButton* clear_button_;
};

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
