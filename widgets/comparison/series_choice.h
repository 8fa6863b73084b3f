#pragma once

#include <QHash>
#include <QStringList>
#include <QWidget>

class QLineEdit;
class QListWidget;

namespace gan {

/// All series that any of the compared runs has, to check those that are drawn. Before somebody chose, the losses are;
/// where there are none, the first score.
class SeriesChoice : public QWidget {
  Q_OBJECT

 public:
  explicit SeriesChoice(QWidget* parent = nullptr);

  /// Those that are there already keep their checks.
  void setNames(const QStringList& names);
  const QStringList& names() const { return names_; }
  /// In the order of the list.
  QStringList shown() const;
  void setShown(const QStringList& names);

 signals:
  void shownChanged();

 private:
  bool isShown(const QString& name) const;
  void fill();
  void search(const QString& words);

  QLineEdit* search_;
  QListWidget* list_;
  QStringList names_;
  QStringList first_;              ///< Shown before anybody chose.
  QHash<QString, bool> switched_;  ///< By the person.
};

/// Of these series those that one looks at first: losses, but no parts of a loss that is there itself; else the first
/// score.
QStringList shownAtFirst(const QStringList& names);

}  // namespace gan
