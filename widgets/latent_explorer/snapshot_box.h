#pragma once

#include <QComboBox>
#include <QVector>
#include <optional>

namespace gan {

/// A choice among the weights of a run: the newest, or a checkpoint's.
class SnapshotBox : public QComboBox {
  Q_OBJECT

 public:
  /// nothing: the first choice, which is none of them; empty: there is no such choice.
  explicit SnapshotBox(const QString& nothing = {}, QWidget* parent = nullptr);

  /// Ascending.
  void setSteps(const QVector<qint64>& steps);
  /// Of a step, which needs not be listed; nothing: the newest.
  void choose(std::optional<qint64> step);
  void chooseNothing();
  /// The step that is chosen; nothing: the newest one, or none of them.
  std::optional<qint64> chosen() const;

 signals:
  void stepChosen(std::optional<qint64> step);
  void nothingChosen();

 private:
  const QString nothing_;
};

}  // namespace gan
