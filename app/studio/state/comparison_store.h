#pragma once

#include <QObject>
#include <QStringList>
#include <QVector>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "comparison/alignment.h"
#include "comparison/configuration_model.h"
#include "link/run_link.h"
#include "run/scored_images.h"
#include "state/run_store.h"

namespace gan {

/// What is known of several runs that are compared, each over a link of its own as the open run is. They are opened a
/// few at a time, so that something is seen of the first ones soon. GUI thread.
class ComparisonStore : public QObject {
  Q_OBJECT

 public:
  /// Makes what opens the run of a place.
  using Opener = std::function<RunLink::Open(const RunPlace& place)>;
  static constexpr int kMostRuns = 12;

  /// At most kMostRuns, which no name stands for two of. Opens nothing yet.
  ComparisonStore(const QVector<RunPlace>& runs, const Opener& opener, QObject* parent = nullptr);
  ~ComparisonStore() override;

  void start();
  void setVisible(bool visible);

  int count() const { return static_cast<int>(runs_.size()); }
  const QStringList& names() const { return names_; }
  RunStore& run(int number) { return runs_.at(static_cast<std::size_t>(number))->store; }
  /// Before which nothing was recorded by the run itself.
  qint64 firstStep(int number) const;
  /// Stands until the next; charted() answers.
  void query(int number, const ChartQuery& query) { runs_.at(static_cast<std::size_t>(number))->link.query(query); }
  /// Opens a run once more, to read all of it.
  RunLink::Open opener(int number) const { return runs_.at(static_cast<std::size_t>(number))->link.opener(); }
  QVector<SampleModel*> samples();
  /// Its series, as far as they may be drawn beside those of the others: without the scores of a run that is measured
  /// by other images than scoredRun().
  QStringList comparableSeries(int number);
  /// Runs that have such.
  QVector<int> scoredByOtherImages();
  /// The first run that is known to have scores; -1: none is.
  int scoredRun();
  /// As far as the runs are known.
  std::vector<qint64> branchPoints() const;
  ConfigurationModel& configuration() { return configuration_; }

 signals:
  void branchPointsChanged();
  /// Its series are known, and how far it has come.
  void progressed(int number);
  void charted(int number, const gan::ChartReply& reply);
  /// It cannot be read.
  void failed(int number, const gan::Message& why);

 private:
  struct Compared {
    explicit Compared(RunLink::Open open) : link(std::move(open)), store(link) {}
    RunLink link;
    RunStore store;
    std::map<std::string, Value> live;   ///< As the configuration shows it.
    std::optional<ScoredImages> images;  ///< None while it is not open, or says nothing of them.
    bool is_read = false;                ///< Or cannot be.
    bool has_failed = false;
  };
  void follow(int number);
  void startNext();
  void onRead(int number);
  void updateConfiguration();

  QVector<RunPlace> places_;
  QStringList names_;
  std::vector<std::unique_ptr<Compared>> runs_;
  ConfigurationModel configuration_;
  int started_ = 0;
};

}  // namespace gan
