#pragma once

#include <QHash>
#include <QTreeView>
#include <QWidget>

class QLineEdit;
class QToolButton;

namespace gan {

class SeriesModel;

/// The tree of a run's series: which are shown, how each is drawn, what it says at the cursor. Small groups are open
/// until somebody closes them, and while a search is on, all that it found.
class LegendView : public QTreeView {
  Q_OBJECT

 public:
  explicit LegendView(SeriesModel& series, QWidget* parent = nullptr);

  QSize sizeHint() const override;
  /// Empty: everything is seen.
  void search(const QString& words);
  /// The current group, or that of the current series; invalid where there is none of enough series for a band.
  QModelIndex currentGroup() const;
  void setBand(const QModelIndex& group, bool on);

 signals:
  /// The current row is another, or its group is drawn in another way.
  void currentGroupChanged();

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void setTexts();
  void fitColumns();
  void arrangeRows(const QModelIndex& parent);
  void keepOpen(const QModelIndex& group, bool open);
  void showOnly(const QStringList& names);

  SeriesModel& series_;
  QHash<QString, bool> open_;  ///< By groups' prefixes, where somebody opened or closed one.
  bool searching_ = false;
  bool arranging_ = false;
  QString current_;  ///< Name of the current row, which a reset forgets.
};

/// The tree under a line to search in.
class LegendPanel : public QWidget {
  Q_OBJECT

 public:
  explicit LegendPanel(SeriesModel& series, QWidget* parent = nullptr);

  /// A series' name or a group's prefix, brought into view; empty: nothing in particular.
  void lookAt(const QString& name);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void setTexts();
  void refreshBand();

  SeriesModel& series_;
  QLineEdit* search_;
  QToolButton* band_;
  LegendView* view_;
};

}  // namespace gan
