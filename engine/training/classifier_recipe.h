#pragma once

#include "distributed/gradient_reducer.h"
#include "training/classification.h"
#include "training/iteration_inputs.h"
#include "training/recipe.h"

namespace gan {

/// What a classifier's training measures: on the device at each iteration, and of validation images at the end of each
/// epoch.
namespace classifier_series {
inline constexpr std::string_view kTrainLoss = "train/loss";  ///< Mean cross-entropy.
inline constexpr std::string_view kTrainTop1 = "train/top1";  ///< Share of the batch, 0 to 1.
inline constexpr std::string_view kTrainTop5 = "train/top5";
inline constexpr std::string_view kGradientNorm = "gradient_norm/classifier";  ///< 2-norm over all weights.
inline constexpr std::string_view kScale = "loss_scale/classifier";            ///< With training.precision float16.
/// Of a weight's name: its share in the norm over all weights.
inline constexpr std::string_view kNormPrefix = "gradient_norm/classifier/";
inline constexpr std::string_view kLearningRate = "learning_rate/classifier";
inline constexpr std::string_view kValidationLoss = "validation/loss";
inline constexpr std::string_view kValidationTop1 = "validation/top1";
inline constexpr std::string_view kValidationTop5 = "validation/top5";
}  // namespace classifier_series

/// A network that learns to name the class of an image: cross-entropy, by default SGD with momentum, a rate that falls
/// in steps of whole epochs (He et al., 2016, section 3.4; pytorch/examples imagenet/main.py).
class ClassifierRecipe final : public Recipe {
 public:
  /// options.classifier must be set, as take() does.
  ClassifierRecipe(const TrainerOptions& options, BatchSource& data, c10::Device device, PhaseClock& clock,
                   const TrainingProcesses& processes);
  static void take(const RunConfig& config, TrainerOptions& options);

  std::vector<std::string> series() const override;
  std::vector<std::string> hostSeries() const override;
  std::vector<std::string> occasionalSeries() const override;
  at::Tensor iterate(std::int64_t step, const LiveValues& live) override;
  std::int64_t imagesTaken() const override { return inputs_.imagesTaken(); }
  void tell(StepRecord& record) const override;
  bool endEpoch(StepRecord& record) override;
  /// The share of validation images that are named wrong, as pytorch/examples imagenet/main.py chooses its best.
  std::optional<double> score(const StepRecord& record) const override;
  std::vector<NamedNetwork> networks() const override { return {{"classifier", network_}}; }
  std::vector<RecipePart> parts() const override;
  std::vector<RecipeCounter> counters() override;

 private:
  std::vector<std::string> layerSeries() const;
  /// The rate of the epoch that the next batch is of.
  double learningRate(std::int64_t step, const LiveValues& live) const;

  ClassifierOptions options_;
  BatchSource& data_;
  c10::Device device_;
  PhaseClock& clock_;
  Collective* collective_;
  std::shared_ptr<Classifier> network_;
  const NormalisesImages normalised_;
  std::unique_ptr<Optimizer> optimizer_;
  IterationInputs inputs_;
  std::unique_ptr<GradientReducer> reducer_;  // null: one process
  std::int64_t layers_interval_steps_;        // 0: never
  Precision precision_;
  LossScale scale_;
  double learning_rate_ = 0;  // of the last iteration
};

}  // namespace gan
