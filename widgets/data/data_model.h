#pragma once

#include <QImage>
#include <QObject>
#include <QStringList>
#include <optional>

#include "data/data_facts.h"
#include "data/data_tables.h"

namespace gan {

/// What the data panel shows: of which images, what is being done with them, and what is known of them. Texts are
/// translated already. Needs no window.
class DataModel : public QObject {
  Q_OBJECT

 public:
  enum class Work { kNone, kInspecting, kTuning };
  struct Source {
    QString title;         ///< A path, or words for built-in images; empty: none is chosen.
    bool of_run = false;   ///< They are what the open run trains on.
    bool has_run = false;  ///< A run is open whose images could be shown.
    friend bool operator==(const Source&, const Source&) = default;
  };
  struct Progress {
    QString text;  ///< What is being done.
    qint64 done = 0;
    qint64 total = 0;  ///< 0 while unknown.
  };

  explicit DataModel(QObject* parent = nullptr);

  const Source& source() const { return source_; }
  Work work() const { return work_; }
  const Progress& progress() const { return progress_; }
  const QString& failure() const { return failure_; }
  const std::optional<DataFacts>& facts() const { return facts_; }
  const QStringList& warnings() const { return warnings_; }
  const QString& offer() const { return offer_; }
  const QImage& sheet() const { return sheet_; }
  CountsModel& classes() { return classes_; }
  CountsModel& sizes() { return sizes_; }
  FaultsModel& damaged() { return damaged_; }
  FaultsModel& duplicates() { return duplicates_; }
  SpeedsModel& speeds() { return speeds_; }

  void setSource(const Source& source);
  void setWork(Work work);
  void setProgress(const Progress& progress);
  /// Why the last work came to nothing; empty: it did not.
  void setFailure(const QString& failure);
  /// warnings say what would spoil a run, and what to do; offer which preset fits.
  void setFacts(const DataFacts& facts, const QStringList& warnings, const QString& offer);
  void setSheet(const QImage& sheet);
  void setSpeeds(const QVector<WorkerSpeed>& speeds, std::optional<int> best);
  /// Nothing is known of other images.
  void forget();

 signals:
  void sourceChanged();
  void workChanged();
  void progressChanged();
  void failureChanged();
  void factsChanged();
  void sheetChanged();
  void speedsChanged();

 private:
  Source source_;
  Work work_ = Work::kNone;
  Progress progress_;
  QString failure_;
  std::optional<DataFacts> facts_;
  QStringList warnings_;
  QString offer_;
  QImage sheet_;
  CountsModel classes_;
  CountsModel sizes_;
  FaultsModel damaged_;
  FaultsModel duplicates_;
  SpeedsModel speeds_;
};

}  // namespace gan
