#pragma once

#include <QAction>
#include <QDialog>
#include <QHash>
#include <QLineEdit>
#include <QListWidget>
#include <QObject>
#include <QVector>

namespace gan {

/// Everything a person can do in the window, once: menus, buttons, the palette and the list of shortcuts are made from
/// it. An action's tool tip is its description together with its shortcut.
class Actions : public QObject {
  Q_OBJECT

 public:
  enum class Group { kRun, kListedRun, kView, kSteer, kSamples, kData, kHelp };
  struct Text {
    QString title;        ///< For menus, with a mnemonic: "&Pause".
    QString description;  ///< One sentence.
  };

  explicit Actions(QObject* parent = nullptr);

  /// An id twice is a defect. icon_name may be empty.
  QAction* add(Group group, const QString& id, const Text& text, const QKeySequence& shortcut = {},
               const QString& icon_name = {});
  QAction* addCheckable(Group group, const QString& id, const Text& text, const QKeySequence& shortcut = {});
  /// Asking for an id that was not added is a defect.
  QAction* operator[](const QString& id) const;
  QVector<QAction*> in(Group group) const;
  Group groupOf(const QAction& action) const { return facts_.value(&action).group; }
  /// Those that it was added with.
  QKeySequence defaultKeys(const QAction& action) const { return facts_.value(&action).keys; }
  void setKeys(QAction& action, const QKeySequence& keys);
  /// Why it cannot be done, in its tool tip; empty: what it does, again.
  void setRefusal(QAction& action, const QString& why);
  const QVector<QAction*>& all() const { return all_; }

  /// A line to type in takes Ctrl+E, Ctrl+K and others for moves of its cursor, as terminals do. In the window they are
  /// the actions'; the line keeps copy, cut, paste, select all and the undoing of what was typed.
  bool eventFilter(QObject* watched, QEvent* event) override;

  static QString groupTitle(Group group);

 private:
  QVector<QAction*> all_;
  QHash<QString, QAction*> by_id_;
  struct Facts {
    Group group = Group::kRun;
    QKeySequence keys;
  };
  QHash<const QAction*, Facts> facts_;
};

/// A title without its mnemonic and dots, as lists show it.
QString plainTitle(const QAction& action);

/// Finds any action by a few letters of its title, of other words for it or of its description, misspelt ones too, and
/// triggers it; each stands with its shortcut, so it is the list of shortcuts, too. What cannot be done now is grey.
class CommandPalette : public QDialog {
  Q_OBJECT

 public:
  explicit CommandPalette(const Actions& actions, QWidget* parent = nullptr);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill(const QString& typed);
  QVector<QAction*> found(const QString& typed) const;
  void trigger(QListWidgetItem* item);

  const Actions& actions_;
  QLineEdit* search_;
  QListWidget* list_;
};

}  // namespace gan
