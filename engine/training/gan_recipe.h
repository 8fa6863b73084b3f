#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>

#include "training/ema.h"
#include "training/gan_update.h"
#include "training/iteration_graph.h"
#include "training/iteration_inputs.h"
#include "training/recipe.h"

namespace gan {

/// What schedules made of the values that are set; series where there is a schedule.
namespace schedule_series {
inline constexpr std::string_view kGeneratorRate = "learning_rate/g";
inline constexpr std::string_view kDiscriminatorRate = "learning_rate/d";
inline constexpr std::string_view kEmaDecay = "ema/decay";
inline constexpr std::string_view kWeightPrefix = "penalty_weight/";  ///< Of a regulariser's name.
}  // namespace schedule_series

/// Two networks that play against each other (Goodfellow et al., 2014), in the order that the schedule says, and the
/// average of the generator's weights. On a GPU an iteration may be handed over as a captured graph.
class GanRecipe final : public Recipe {
 public:
  GanRecipe(const TrainerOptions& options, BatchSource& data, c10::Device device, PhaseClock& clock,
            const TrainingProcesses& processes);
  static void take(const RunConfig& config, TrainerOptions& options);

  std::vector<std::string> series() const override { return update_.series(); }
  std::vector<std::string> hostSeries() const override;
  std::vector<std::string> occasionalSeries() const override;
  at::Tensor iterate(std::int64_t step, const LiveValues& live) override;
  std::int64_t imagesTaken() const override { return inputs_.imagesTaken(); }
  void tell(StepRecord& record) const override;
  std::vector<NamedNetwork> networks() const override;
  std::vector<RecipePart> parts() const override;
  std::vector<RecipeCounter> counters() override;
  const Generator* generator() const override;

 private:
  at::Tensor discriminatorFirst(const LiveValues& live, const Labels& labels);
  at::Tensor alternating(const Labels& labels);
  /// Updates both networks and the average. Returns float [...] on the device: series().
  at::Tensor compute(const LiveValues& live);
  /// The real images of micro-batch `micro` of draw `draw`, and generated ones.
  MicroBatch microBatch(std::int64_t draw, std::int64_t micro, const std::function<GeneratedBatch()>& generate);
  /// Sets what schedules and intervals make of the live values in the iteration that follows `step` completed ones.
  /// Returns which regularisers have a part in it, and which only watch, a bit each.
  std::uint64_t prepare(std::int64_t step, const LiveValues& live);
  RegulariserOptions optionsOf(const RegulariserKind& kind) const;

  TrainerOptions options_;
  PhaseClock& clock_;
  Networks networks_;
  GanUpdate update_;
  std::optional<Ema> ema_;
  IterationInputs inputs_;
  std::optional<IterationGraph> graph_;
  std::vector<std::size_t> layer_places_;  // among the series
  // Of the last iteration:
  double discriminator_ms_ = 0;
  double generator_ms_ = 0;
  double generator_rate_ = 0;
  double discriminator_rate_ = 0;
  double ema_decay_ = 0;
  bool draws_shares_ = false;  // whatever is due: an iteration's inputs are the same ones in all variants of its graph
  std::map<std::string_view, double> weights_;  // of regularisers, as scheduled, whether or not they had a part
};

}  // namespace gan
