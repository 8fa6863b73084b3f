#pragma once

#include <QFrame>
#include <QPointer>
#include <QStringList>
#include <QVector>

class QLabel;
class QPushButton;

namespace gan {

/// The window in some steps: a card that says what a part of it is for, and a frame around that part. Its buttons are
/// pressed by Enter, Esc ends it, and everything in the window can be used meanwhile. Deletes itself when it is over.
class Tour : public QFrame {
  Q_OBJECT

 public:
  struct Step {
    QStringList parts;  ///< Object names; it is about the first of these that can be seen.
    QString title;
    QString text;
  };
  /// Of this program's window.
  static QVector<Step> ofTheWindow();

  /// Over a window, which owns it. Shows the first step.
  Tour(const QVector<Step>& steps, QWidget* window);
  ~Tour() override;

  int step() const { return step_; }
  /// What is pointed at; null: nothing of it can be seen.
  QWidget* part() const;
  void go(int step);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();
  void end();

  const QVector<Step> steps_;
  QLabel* title_;
  QLabel* text_;
  QPushButton* back_;
  QPushButton* next_;
  QPointer<QFrame> frame_;  ///< Around the part; a child of the window, which may delete it first.
  QPointer<QWidget> focus_before_;
  int step_ = 0;
};

}  // namespace gan
