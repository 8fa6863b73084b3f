#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gan {

class RunConfig;

/// How a checkpoint's pictures are to be judged. A plain value; what is empty or 0 is as the run's own evaluations have
/// it, so that the scores compare with theirs.
struct EvaluationOrder {
  std::string weights = {};               ///< "average", "newest"; empty: those that the run draws its pictures with.
  std::string features = {};              ///< "in-domain", or a file or run folder on the run's host.
  std::string resize = {};                ///< Of resizeNames(). What is open here and in the next is the run's
  std::optional<std::int64_t> size = {};  ///< for features of the run's, else the network's own; 0 is that in any case.
  std::vector<std::string> metrics = {};  ///< Of `gan-engine evaluate --metrics`.
  std::int64_t count = 0;                 ///< Pictures of a draw.
  std::int64_t draws = 1;                 ///< Repetitions with other samples.
  std::vector<double> truncations = {};   ///< A row of scores each, 0 is none; empty: one row, without truncation.
  std::string truncation_kind = {};       ///< Empty: "redraw".
  std::string statistics = {};            ///< "running", "batch", "standing".
  std::string classes = {};               ///< As in "3" or "0,7-9"; empty: all.
  std::uint64_t seed = 0;

  friend bool operator==(const EvaluationOrder&, const EvaluationOrder&) = default;
};

/// What the run's own evaluations would do, see evaluation.* and sampling.*. A usual input of the network is left open,
/// so that engines of versions that know no other one understand the order.
EvaluationOrder evaluationOrder(const RunConfig& config);
/// The order with what it leaves open filled in from that, and at least one draw and one truncation. Throws as
/// checkFeatureInput().
EvaluationOrder completed(EvaluationOrder order, const RunConfig& config);

/// "0.1, 0.4, 1" as numbers from 0; nothing for any other text, more than 100 numbers or one twice.
std::optional<std::vector<double>> truncationList(const std::string& text);

}  // namespace gan
