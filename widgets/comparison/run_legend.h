#pragma once

#include <QStringList>
#include <QWidget>

namespace gan {

/// The compared runs, each with a piece of its line and its name, cut where it tells it from no other. Two lines at
/// most.
class RunLegend : public QWidget {
  Q_OBJECT

 public:
  explicit RunLegend(QWidget* parent = nullptr);

  void setNames(const QStringList& names);
  /// As they stand here.
  QStringList shortNames() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QString shortName(int run) const;
  int runsPerLine() const;
  /// Of the run of this number.
  QRect place(int run) const;

  QStringList names_;
};

}  // namespace gan
