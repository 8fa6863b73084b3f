#pragma once

#include <QWidget>
#include <memory>

namespace gan {

class LogModel;

/// A run's log with a search and a choice of severity; follows the end while the end is in view; lines can be copied.
class LogView : public QWidget {
  Q_OBJECT

 public:
  explicit LogView(LogModel& model, QWidget* parent = nullptr);
  ~LogView() override;
  void setEmptyText(const QString& text);

 signals:
  /// The person activated a line.
  void stepActivated(qint64 step);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
