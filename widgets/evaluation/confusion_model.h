#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QVector>

#include "evaluation/evaluation_entry.h"
#include "run/kept_tests.h"

namespace gan {

/// How a classifier did on images that it was not trained on: a row for each class, a column for each name that its
/// images were called by. One of several tests at a time, the newest first. GUI thread.
class ConfusionModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  /// Of the row's images, from 0 to 1.
  static constexpr int kShareRole = Qt::UserRole;
  /// Whether it is a class that was named rightly.
  static constexpr int kRightRole = Qt::UserRole + 1;

  using QAbstractTableModel::QAbstractTableModel;

  /// Oldest first, as keptTests() has them; that which was chosen stays.
  void setTests(const std::vector<KeptTest>& tests);
  /// The newest first.
  const QVector<KeptTest>& tests() const { return tests_; }
  void choose(const QString& id);
  /// Null: there is none.
  const KeptTest* test() const;
  /// Steps whose checkpoints stand and may be tested, oldest first.
  void setCheckpoints(const QVector<qint64>& steps);
  const QVector<qint64>& checkpoints() const { return checkpoints_; }
  /// Tests that are asked for.
  void setPending(const QVector<PendingEvaluation>& pending);
  const QVector<PendingEvaluation>& pending() const { return pending_; }
  /// "Step 1,200 · test images of fashion · top-1 91.25 %, top-5 99.8 %, loss 0.25".
  QString facts() const;
  /// "17 of 1,000 images of cat were called dog (1.7 %)".
  QString sentence(const QModelIndex& cell) const;
  /// Name of the picture of some of them; empty: there is none.
  QString sheet(const QModelIndex& cell) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  void checkpointsChanged();
  void pendingChanged();

 private:
  qint64 count(int row, int column) const;
  qint64 imagesOf(int row) const;

  QVector<KeptTest> tests_;
  QString chosen_;
  QVector<qint64> checkpoints_;
  QVector<PendingEvaluation> pending_;
};

/// Of which part of the images: "test images".
QString splitText(const QString& split);

}  // namespace gan
