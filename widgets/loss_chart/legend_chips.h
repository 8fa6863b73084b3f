#pragma once

#include <QVector>
#include <QWidget>

namespace gan {

class SeriesModel;

/// What is drawn, each as a chip: a piece of its curve, its title, its value at the cursor. Two lines of chips at most,
/// and how many more there are. For the eye and the mouse: the tree of all series says the same to the keyboard.
class LegendChips : public QWidget {
  Q_OBJECT

 public:
  explicit LegendChips(SeriesModel& series, QWidget* parent = nullptr);

  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  /// A series' name or a group's prefix; empty: those that have no chip.
  void chosen(const QString& name);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  struct Chip {
    QString name;  ///< Empty: of those that have no room.
    QString title;
    QString value;
    QColor colour;
    Qt::PenStyle dash = Qt::SolidLine;
    QRect place;
  };
  QVector<Chip> chips() const;
  /// The chips that have room, placed; returns the height they take.
  int place(QVector<Chip>& chips, int width) const;
  void seriesChanged();

  SeriesModel& series_;
  int lines_ = 1;  ///< That the chips took when they were counted last.
};

}  // namespace gan
