#pragma once

#include <QTreeView>

namespace gan {

class SeriesModel;

/// The list of a run's series: which are shown, how each is drawn, what it says at the cursor.
class LegendView : public QTreeView {
  Q_OBJECT

 public:
  explicit LegendView(SeriesModel& series, QWidget* parent = nullptr);

  QSize sizeHint() const override;

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void setTexts();
  void fitColumns();
  void showOnly(const QStringList& names);

  SeriesModel& series_;
};

}  // namespace gan
