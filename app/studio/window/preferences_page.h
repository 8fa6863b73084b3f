#pragma once

#include <QFormLayout>
#include <QVector>
#include <QWidget>

class QAction;
class QCheckBox;
class QComboBox;

namespace gan {

/// A page of the preferences, whose parts are found by words.
class PreferencesPage : public QWidget {
  Q_OBJECT

 public:
  PreferencesPage(const char* name, const QString& title, QWidget* parent = nullptr);

  QString title() const { return title_; }
  /// Shows what has all these words in its label, its tip, other words for it or the page's title; without words,
  /// everything. Whether there is any.
  virtual bool showOnly(const QString& words) = 0;

 private:
  QString title_;
};

/// Lines of a label and what one chooses beside it. What an action of the window chooses follows the action, and the
/// action follows it: both are one choice.
class PreferencesForm : public PreferencesPage {
  Q_OBJECT

 public:
  PreferencesForm(const char* name, const QString& title, QWidget* parent = nullptr);

  /// The label has the mnemonic; empty: the editor says itself what it is.
  void add(const char* name, const QString& label, const QString& tip, QWidget* editor);
  QCheckBox* addSwitch(QAction& action);
  /// Of actions of one group.
  QComboBox* addChoice(const char* name, const QString& label, const QString& tip, const QVector<QAction*>& actions);

  bool showOnly(const QString& words) override;

 private:
  struct Line {
    QString words;
    QWidget* editor;
  };

  QFormLayout* form_;
  QVector<Line> lines_;
};

}  // namespace gan
