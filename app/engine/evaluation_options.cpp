#include "config/evaluation_scores.h"
#include "config/feature_input.h"
#include "make_evaluation.h"
#include "number_range.h"
#include "picture_options.h"

namespace gan::app {

void addEvaluationOptions(CLI::App& command, EvaluationOrder& order) {
  command
      .add_option(
          "--generator", order.weights,
          "Which weights of the checkpoint: average or newest; without it those that the run draws its pictures "
          "with")
      ->check(CLI::IsMember({"average", "newest"}));
  command.add_option("--features", order.features,
                     "in-domain, or a file or a classifier's run folder on the run's host, as `gan-engine evaluate` "
                     "takes it; without it evaluation.features");
  command
      .add_option("--resize", order.resize,
                  "How pictures are brought to the network's size: pytorch-fid, stylegan, clean-fid, biggan, or auto, "
                  "what is usual for the network; without it evaluation.resize, of other --features auto")
      ->check(CLI::IsMember(resizeNames()));
  command
      .add_option("--size", order.size,
                  "Height and width that a network in TorchScript takes, 0: 299; without it evaluation.size, of other "
                  "--features 0")
      ->check(CLI::Range(std::int64_t{0}, kLargestInput));
  command.add_option("--metrics", order.metrics, "In a list, as in fid,prdc; without it evaluation.metrics")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(judgingMetrics()));
  command.add_option("--count", order.count, "Pictures of a draw; without it evaluation.count")
      ->check(CLI::Range(std::int64_t{2}, std::int64_t{1'000'000}));
  command.add_option("--draws", order.draws, "Repetitions with other samples: means, beside their standard deviations")
      ->capture_default_str()
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1000}));
  command
      .add_option("--truncations", order.truncations,
                  "In a list, as in 0.1,0.4,1: a row of scores for each; 0 is none, and what is used otherwise")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(numberRange(0, kMostTruncation));
  command
      .add_option("--truncation-kind", order.truncation_kind, "redraw (what is used otherwise), scaled_redraw or scale")
      ->check(CLI::IsMember({"redraw", "scaled_redraw", "scale"}));
  command.add_option("--statistics", order.statistics, "running, batch or standing; without it sampling.statistics")
      ->check(CLI::IsMember({"running", "batch", "standing"}));
  command.add_option("--class", order.classes, "Classes that the pictures get in turn, as in 3 or 0,7-9");
  command.add_option("--seed", order.seed, "Of the samples")->capture_default_str()->check(numberRange(0, kLastSeed));
}

}  // namespace gan::app
