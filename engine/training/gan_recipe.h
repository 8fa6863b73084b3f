#pragma once

#include <optional>

#include "training/ema.h"
#include "training/gan_update.h"
#include "training/iteration_graph.h"
#include "training/iteration_inputs.h"
#include "training/recipe.h"

namespace gan {

/// Two networks that play against each other (Goodfellow et al., 2014), in the order that the schedule says, and the
/// average of the generator's weights. On a GPU an iteration may be handed over as a captured graph.
class GanRecipe final : public Recipe {
 public:
  GanRecipe(const TrainerOptions& options, BatchSource& data, c10::Device device, PhaseClock& clock,
            Collective* collective);

  std::vector<std::string> series() const override { return ganSeries(*options_.objective); }
  std::vector<std::string> hostSeries() const override;
  at::Tensor iterate(std::int64_t step, const LiveValues& live) override;
  std::int64_t imagesTaken() const override { return inputs_.imagesTaken(); }
  void tell(StepRecord& record) const override;
  std::vector<NamedNetwork> networks() const override;
  std::vector<RecipePart> parts() const override;
  std::vector<RecipeCounter> counters() override;
  const Generator* generator() const override;

 private:
  at::Tensor discriminatorFirst(const LiveValues& live, const Labels& labels);
  at::Tensor alternating(const LiveValues& live, const Labels& labels);
  /// Updates both networks and the average. Returns float [...] on the device: ganSeries().
  at::Tensor compute(const CapturedValues& values);

  TrainerOptions options_;
  PhaseClock& clock_;
  Networks networks_;
  GanUpdate update_;
  std::optional<Ema> ema_;
  IterationInputs inputs_;
  std::optional<IterationGraph> graph_;
  double discriminator_ms_ = 0;  // of the last iteration
  double generator_ms_ = 0;
};

}  // namespace gan
