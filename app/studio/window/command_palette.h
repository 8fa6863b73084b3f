#pragma once

#include <QDialog>
#include <QLineEdit>
#include <QListWidget>

namespace gan {

class Actions;

/// Finds any action by a few letters of its title or description and triggers it; each stands with its shortcut, so it
/// is the list of shortcuts, too. What cannot be done now is grey.
class CommandPalette : public QDialog {
  Q_OBJECT

 public:
  explicit CommandPalette(const Actions& actions, QWidget* parent = nullptr);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill(const QString& words);
  void trigger(QListWidgetItem* item);

  const Actions& actions_;
  QLineEdit* search_;
  QListWidget* list_;
};

}  // namespace gan
