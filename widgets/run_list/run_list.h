#pragma once

#include <QTreeView>

namespace gan {

class RunListModel;

/// Shows a RunListModel; a state is told by sign and word, not by colour alone.
class RunList : public QTreeView {
  Q_OBJECT

 public:
  explicit RunList(RunListModel& model, QWidget* parent = nullptr);

  void select(const QString& path);
  void setEmptyText(const QString& text);

 signals:
  void runActivated(const QString& path);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

 private:
  RunListModel& runs_;
  QString empty_text_;
};

}  // namespace gan
