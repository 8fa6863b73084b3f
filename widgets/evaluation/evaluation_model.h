#pragma once

#include <QAbstractTableModel>
#include <QHash>
#include <QImage>
#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>
#include <string>

#include "evaluation/evaluation_entry.h"
#include "evaluation/score_curve.h"

namespace gan {

/// The scores of a run, of one kind of features at a time: kinds are never mixed. A row for each step and truncation of
/// the kind that is shown, the newest step first; where one was evaluated several times, that of the most draws, and of
/// these the newest. GUI thread.
class EvaluationModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  /// What scores have in common that may be drawn as one.
  struct Kind {
    QString key;
    QString title;  ///< "in-domain 0123abcd · 2,048 pictures", and what tells it from others that would be called so.
    QString facts;  ///< Features, resizing, statistics, weights and counts, what is of fewer, and a doubt of its FID.
    int evaluations = 0;

    friend bool operator==(const Kind& a, const Kind& b) = default;
  };
  /// Behind the columns of the scores that the kind has.
  enum FixedColumn { kStep, kTruncation, kScores };
  static constexpr int kStepRole = Qt::UserRole;  ///< qint64.

  using QAbstractTableModel::QAbstractTableModel;

  void setEntries(const QVector<EvaluationEntry>& entries);
  const QVector<EvaluationEntry>& entries() const { return entries_; }
  /// Steps whose checkpoints stand.
  void setCheckpoints(const QVector<qint64>& steps);
  bool stands(qint64 step) const { return checkpoints_.contains(step); }
  /// Of the run, for legends.
  void setRunName(const QString& name) { run_name_ = name; }
  /// What the run's pictures are drawn with, "average" or "newest"; empty: nobody knows.
  void setOwnWeights(const std::string& weights);
  /// Why pictures of a row's checkpoint are not of the generator that was judged; empty: they are.
  QString whyNotDrawnAlike(int row) const;
  void setOther(const OtherScores& other);
  const OtherScores& other() const { return other_; }
  /// Why the other run has nothing beside what is shown; empty: it has, or there is none.
  QString otherRefusal() const;
  void setPending(const QVector<PendingEvaluation>& pending);
  const QVector<PendingEvaluation>& pending() const { return pending_; }

  /// That of the newest evaluation comes first.
  const QVector<Kind>& kinds() const { return kinds_; }
  /// Null where nothing was evaluated.
  const Kind* kind() const;
  /// It stays until it has no scores any more.
  void chooseKind(const QString& key);

  /// Scores of the kind, in the order in which metrics are listed.
  const QStringList& scores() const { return scores_; }
  /// Those that are drawn; of a new kind the first.
  const QStringList& chosen() const { return chosen_; }
  void choose(const QStringList& scores);

  const EvaluationEntry& entry(int row) const { return rows_[row]; }

  /// The chosen scores over steps, without truncation where there are any without.
  QVector<ScoreLane> overSteps() const;
  /// Over truncations, of the step of a row, beside those of the other run's same step or else of its newest that has
  /// any; what is drawn without truncation stands behind the largest. Empty where that step has one only.
  QVector<ScoreLane> overTruncations(int row) const;
  /// Precision over recall, a point for each row.
  QVector<ScoreLane> precisionOverRecall() const;
  /// Of a row, worst first; empty: they were not compared.
  QVector<EvaluatedClass> classes(int row) const;
  /// Somebody looks at the classes of a row; -1: nobody does. Pictures of its worst and its best are wished for.
  void wantClassPictures(int row);
  int wantedClasses() const { return wanted_classes_; }
  /// Pictures of a class of that row, as they come; empty: none are known.
  void setClassPictures(const QString& name, const QVector<QImage>& pictures);
  QVector<QImage> classPictures(const QString& name) const { return class_pictures_.value(name); }
  /// All that is known of a row, in one sentence.
  QString sentence(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  /// Kinds, rows or what is drawn.
  void changed();
  void pendingChanged();
  void classPicturesWished();
  void classPicturesChanged();

 private:
  void arrange();
  double shownTruncation() const;
  QVector<EvaluationEntry> rowsOf(const QVector<EvaluationEntry>& entries) const;
  QVector<EvaluationEntry> otherRows() const;
  ScorePoint pointOf(const EvaluationEntry& entry, const EvaluatedScore& score, double x, int row) const;
  /// A curve for each way of truncating, and the point without any at `behind`.
  QVector<ScoreCurve> curvesOverTruncations(const QVector<EvaluationEntry>& rows, qint64 step, const QString& score,
                                            double behind, bool other) const;
  QString scoreText(const EvaluationEntry& entry, const QString& score) const;
  QString cellText(int row, int column) const;

  QString run_name_;
  QVector<EvaluationEntry> entries_;
  QVector<qint64> checkpoints_;
  std::string own_weights_;
  OtherScores other_;
  QVector<PendingEvaluation> pending_;
  QVector<Kind> kinds_;
  QString key_;  ///< Of the kind that is shown.
  QStringList scores_;
  QStringList chosen_;
  QVector<EvaluationEntry> rows_;
  int wanted_classes_ = -1;
  QHash<QString, QVector<QImage>> class_pictures_;
};

}  // namespace gan
