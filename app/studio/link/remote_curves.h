#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "loss_chart/chart_data.h"

namespace ganstudio::v1 {
class SeriesReply;
class SeriesRequest;
}  // namespace ganstudio::v1

namespace gan {

/// Curves of a run whose engine may be far: raw and smoothed values come in one answer, and what has come is kept while
/// it is wanted, so that a question that stands costs only what is new. One thread.
class RemoteCurves {
 public:
  /// QuerySeries. What it throws, answer() does.
  using Ask = std::function<ganstudio::v1::SeriesReply(const ganstudio::v1::SeriesRequest& request)>;
  explicit RemoteCurves(Ask ask) : ask_(std::move(ask)) {}

  /// How the run stands.
  struct Line {
    std::vector<std::string> series;  ///< That it records.
    std::int32_t segment = 0;         ///< When another one goes on, what was kept is superseded, or may be.
    std::int64_t step = 0;
    bool together = true;  ///< Its engine sends raw and smoothed values in one answer.
    /// The step at which it branched off, where its engine tells what was recorded before; 0: there is nothing.
    std::int64_t branch_step = 0;
  };
  /// Adds what the query asks for to the reply; series that are not recorded are left out.
  void answer(const ChartQuery& query, const Line& line, ChartReply& reply);

 private:
  struct Series {
    ChartColumns asked;
    ChartColumns raw;  ///< Of smoothed ones, where they were asked for together; of the same steps.
    std::vector<ChartColumns> superseded;
    std::vector<ChartColumns> before;  ///< Of the runs that it descends from.
  };
  using Answer = std::map<std::string, Series>;  ///< By name.
  struct Kept {
    Answer answer;
    bool is_whole = false;      ///< Nothing can be added: its steps are over.
    double steps_a_column = 1;  ///< As it was asked for first.
    std::uint64_t round = 0;    ///< In which it was used last.
  };

  /// Of the runs that this one descends from, what lies in the query's range.
  void addAncestors(const ChartQuery& query, const Line& line, std::vector<Curve>& curves);
  std::vector<Curve> curves(const std::vector<std::string>& names, const ChartQuery& query, const Line& line);
  Band band(const BandQuery& wanted, const ChartQuery& query, const Line& line);
  /// With what is known already.
  const Answer& ask(const std::vector<std::string>& names, const ganstudio::v1::SeriesRequest& wanted,
                    const Line& line);
  /// The same from the engine.
  Answer fetch(const std::vector<std::string>& names, ganstudio::v1::SeriesRequest request);
  bool extend(Kept& kept, const std::vector<std::string>& names, const ganstudio::v1::SeriesRequest& wanted,
              const Line& line);

  const Ask ask_;
  std::optional<std::int32_t> segment_;             ///< That what is kept is of.
  std::optional<std::int64_t> history_first_step_;  ///< Nothing: it was not asked for yet.
  std::uint64_t round_ = 0;
  std::map<std::string, Kept> kept_;  ///< By what was asked.
};

}  // namespace gan
