#pragma once

#include <QSet>

#include "style/text_table.h"

namespace gan {

class ProcessesModel;

/// A row for each process with its bar; a slow one has a sign, words in a column that is there only then, and bold
/// type. Columns are as wide as what they hold, until a person chooses.
class ProcessTable : public TextTable {
  Q_OBJECT

 public:
  explicit ProcessTable(ProcessesModel& model, QWidget* parent = nullptr);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitColumns();
  void fitBar();

  const ProcessesModel& processes_;
  QSet<int> chosen_columns_;  ///< Whose widths a person chose.
  bool fitting_ = false;
};

}  // namespace gan
