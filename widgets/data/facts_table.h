#pragma once

#include <QTableView>

namespace gan {

/// A table to be read and copied: Ctrl+C takes the selected cells, with tabs between them. Cells with kBarRole have a
/// bar behind their text. While it is empty it says why.
class FactsTable : public QTableView {
  Q_OBJECT

 public:
  /// wide_column takes the room that the others leave.
  FactsTable(QAbstractItemModel& model, int wide_column, QWidget* parent = nullptr);

  void setEmptyText(const QString& text);

  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void fitColumns();
  void fitRows();
  void copy() const;

  int wide_column_;
  QString empty_text_;
};

}  // namespace gan
