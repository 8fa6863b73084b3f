#include "config/evaluation_scores.h"
#include "config/feature_input.h"
#include "config/field_lists.h"
#include "config/field_makers.h"

namespace gan::fields {
namespace {

std::vector<std::string> scoreNames() {
  std::vector<std::string> names;
  for (const ScoreFacts& score : scoreFacts()) {
    if (score.asked == ScoreFacts::Asked::kByTrainings) names.emplace_back(score.name);
  }
  return names;
}

}  // namespace

std::vector<Field> evaluationFields() {
  return {
      common(live(integer({"evaluation.every_steps", "Evaluate every",
                           "Steps between two evaluations, which score pictures of the averaged generator by the "
                           "training images in a process of its own; 0 makes none."},
                          0, {0, kMaxSteps}, "steps"))),
      live(integer({"evaluation.count", "Pictures",
                    "How many pictures an evaluation draws and scores; its time grows with them. FID needs at least "
                    "2048, and only scores of as many pictures compare."},
                   2048, {2, 1'000'000}, "images")),
      live(field({"evaluation.features", "Features",
                  "What turns pictures into features: in-domain trains a classifier on the data once, when the first "
                  "evaluation needs it, and keeps it; or a file or run folder as evaluate --features takes it, which "
                  "clients of other machines cannot choose."},
                 FieldType::kPath, std::string(kInDomainFeatures))),
      live(choice({"evaluation.resize", "Resized as",
                   "How pictures are brought to the size of a network that evaluation.features names, by the program "
                   "that does it so: auto takes what is usual for the network, biggan goes with torchvision's "
                   "Inception alone. Only scores of one way compare."},
                  resizeNames())),
      live(integer({"evaluation.size", "Input size",
                    "Height and width that a network in TorchScript takes; 0 is 299. Only scores of one size compare."},
                   0, {0, kLargestInput}, "px")),
      live(field({"evaluation.metrics", "Metrics",
                  "What an evaluation computes, between commas: fid, fid-infinity, kid, prdc (precision, recall, "
                  "density, coverage), swd, intra-fid, is."},
                 FieldType::kText, std::string("fid,kid,prdc"))),
      live(choice({"evaluation.best_by", "Best by",
                   "The score that says which weights are better: checkpoint.keep_best and the rules go by it."},
                  scoreNames())),
      live(choice({"evaluation.while", "Meanwhile",
                   "Whether training goes on beside an evaluation or waits until it has ended. Where it waits, the "
                   "same steps are evaluated on any machine; beside it, one that falls due too early is left out."},
                  {"beside", "paused"})),
      live(integer({"evaluation.processes", "Processes",
                    "How many processes on rank 0's machine share the pictures of an evaluation; on the CPU its "
                    "scores have the same bits from any number. 0: one for each GPU that evaluation.device names, "
                    "else as many as train there."},
                   1, {0, 256}, "processes")),
      live(integer({"evaluation.threads", "Threads", "Of each process of an evaluation, on the CPU."}, 1, {1, 256},
                   "threads")),
      live(field({"evaluation.device", "Device",
                  "Where an evaluation computes: cpu, auto or the number of a GPU; of several processes one for each, "
                  "as in 0,1. auto takes a GPU for each, or for all of them the CPU where there are fewer."},
                 FieldType::kText, std::string("cpu"))),
      live(integer({"evaluation.patience", "Patience",
                    "So many evaluations in a row without a better score by evaluation.best_by are told, and answered "
                    "as evaluation.on_no_better says; 0: never."},
                   10, {0, 100'000}, "evaluations")),
      live(real({"evaluation.better_by", "Better by",
                 "The share of the best score by which another one has to be better to count as better."},
                0.01, {0, 1})),
      live(choice({"evaluation.on_no_better", "On no better score",
                   "What happens when the score has not become better for evaluation.patience evaluations: alert only "
                   "tells it, lower_rates multiplies both learning rates by evaluation.lower_rates_to, stop ends the "
                   "training with a checkpoint."},
                  {"alert", "lower_rates", "stop"})),
      live(real(
          {"evaluation.lower_rates_to", "Lower rates to", "The share of both learning rates that lower_rates leaves."},
          0.5, {0.001, 1})),
      live(real({"evaluation.collapse_ratio", "Collapse ratio",
                 "A score by evaluation.best_by, recall or coverage that is so many times worse than its best is told "
                 "as a collapse; 0: never."},
                2, {0, 1000}, "times")),
  };
}

}  // namespace gan::fields
