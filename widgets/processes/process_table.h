#pragma once

#include <QSet>
#include <QTableView>

namespace gan {

class ProcessesModel;

/// A row for each process with its bar; a slow one has a sign, words in a column that is there only then, and bold
/// type. Columns are as wide as what they hold, until a person chooses. Ctrl+C copies the chosen rows.
class ProcessTable : public QTableView {
  Q_OBJECT

 public:
  explicit ProcessTable(ProcessesModel& model, QWidget* parent = nullptr);

  QSize minimumSizeHint() const override;

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitColumns();
  void fitBar();
  void copy() const;

  const ProcessesModel& processes_;
  QSet<int> chosen_columns_;  ///< Whose widths a person chose.
  bool fitting_ = false;
};

}  // namespace gan
