#pragma once

#include <QSplitter>
#include <QSplitterHandle>
#include <QString>
#include <optional>

namespace gan {

/// Parts beside or above each other that share the room, and a Divider between each two of them. GUI thread.
class DividedParts : public QSplitter {
  Q_OBJECT

 public:
  explicit DividedParts(QWidget* parent = nullptr);

  /// After the parts that are there. title: what it is called to those who do not see it. Tab comes to the divider
  /// after what the part before has, and before what this one has by now.
  void addPart(QWidget* part, const QString& title);
  void addWidget(QWidget* widget) = delete;  ///< Its divider would have no name.

 protected:
  QSplitterHandle* createHandle() override;

 private:
  QString last_title_;
};

/// What shares the room between two parts: it is dragged, or reached with Tab and moved by keys: an arrow moves it by a
/// line, Page Up, Page Down and Ctrl with an arrow by kFarLines, Home and End as far as it goes. A screen reader has
/// its place as a value.
class Divider : public QSplitterHandle {
  Q_OBJECT

 public:
  static constexpr int kFarLines = 8;

  Divider(Qt::Orientation orientation, DividedParts& parts);

  void setTitles(const QString& before, const QString& after);
  /// What lies on both sides, and how it is moved.
  QString description() const;
  /// How far it is on its way from Home to End, in per cent.
  int percent();
  void setPercent(int percent);

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Range {
    int least;
    int most;
  };

  Range range();
  int position() const;
  /// Where a key is to bring it; nothing: the key is none of its.
  std::optional<int> wishedBy(const QKeyEvent& key);
  int after(int distance);

  QString before_;
  QString after_;
};

}  // namespace gan
