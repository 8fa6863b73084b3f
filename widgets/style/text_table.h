#pragma once

#include <QTableView>
#include <optional>

namespace gan {

/// A table to be read and copied: rows are chosen whole, Ctrl+C takes the cells of the chosen ones, with tabs between
/// them. Tab leaves it; whenever all its rows are new, its first cell is the place to begin at.
class TextTable : public QTableView {
  Q_OBJECT

 public:
  /// picture_column is drawn by a delegate and holds nothing to copy.
  explicit TextTable(QAbstractItemModel& model, std::optional<int> picture_column = {}, QWidget* parent = nullptr);

  QSize minimumSizeHint() const override;

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  /// As wide as what it holds, but never so wide that nothing else is left.
  void fitColumn(int column);

 private:
  void copy() const;

  std::optional<int> picture_column_;
};

}  // namespace gan
