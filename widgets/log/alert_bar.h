#pragma once

#include <QStringList>
#include <QVector>
#include <QWidget>

#include "log/log_model.h"

namespace gan {

/// Something that wants attention, with what can be done about it.
struct AlertNotice {
  QString id;  ///< Showing another notice with the same id replaces it.
  LogLine::Severity severity = LogLine::Severity::kWarning;
  QString text;
  struct Action {
    QString name;   ///< For who handles it: "rollback".
    QString title;  ///< Translated: "Roll back".
  };
  QVector<Action> actions;
};

/// A strip below everything else with the newest notices, each with its actions and one to dismiss it; hidden when
/// there is none. In place of message boxes.
class AlertBar : public QWidget {
  Q_OBJECT

 public:
  explicit AlertBar(QWidget* parent = nullptr);

  void show(const AlertNotice& notice);
  void dismiss(const QString& id);
  void clear();
  QVector<AlertNotice> notices() const { return notices_; }

 signals:
  void actionChosen(const QString& id, const QString& action);

 private:
  void rebuild();
  QVector<AlertNotice> notices_;
};

}  // namespace gan
