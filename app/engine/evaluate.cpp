#include <algorithm>
#include <memory>

#include "config/evaluation_scores.h"
#include "console.h"
#include "core/error.h"
#include "core/log.h"
#include "core/random_hex.h"
#include "core/units.h"
#include "data_options.h"
#include "device.h"
#include "device_plan.h"
#include "evaluation_text.h"
#include "judging_options.h"
#include "judging_processes.h"
#include "make_evaluation.h"
#include "number_range.h"
#include "parse_step.h"
#include "picture_options.h"
#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "run/journal.h"
#include "run/run_folder.h"
#include "session/judge_run.h"

namespace gan::app {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string a;
  std::string b;
  std::vector<std::string> steps;
  std::string weights;
  std::string generator;
  SampleOptions samples;
  std::vector<double> truncations;
  std::int64_t count = 10'000;
  std::int64_t draws = 1;
  JudgingProcesses processes;
  std::string share_step;  ///< The step that latest is to the process that started this one; empty: it does not say.
  JudgingOptions judging;
  ScoreOptions scores;
  std::string
      drawing_option;  ///< The first one on the command line that only means something where pictures are drawn.
};
constexpr const char* kShareStep = "--share-step";

bool isRun(const std::string& word) {
  std::error_code ignored;
  return fs::exists(fs::path(word) / "run.yaml", ignored);
}

bool isWeights(const std::string& word) { return fs::path(word).extension() == ".safetensors"; }

JudgedSide realSide(const Options& options) {
  if (isRun(options.a)) return {.run = options.a};
  return {.set = judgedSet("A", options.a)};
}

JudgedSide generatedSide(const Options& options) {
  const std::string& word = !options.weights.empty() ? options.weights : options.b.empty() ? options.a : options.b;
  if (!options.weights.empty() && !options.b.empty()) {
    throw Error(ErrorCode::kInvalidArgument, "evaluate_two_generated",
                "{b} and the weights {weights} were given, but one side can be judged at a time. Leave one of them "
                "away.",
                {{"b", options.b}, {"weights", options.weights}});
  }
  if (isRun(word) || isWeights(word)) return {.run = word};
  if (options.b.empty()) {
    throw Error(
        ErrorCode::kInvalidArgument, "evaluate_no_other_side",
        "{a} is no run, which would be judged by the images it is trained on: it takes a second set of pictures "
        "to be judged. Name them, or a run's folder, behind it.",
        {{"a", options.a}});
  }
  if (!options.drawing_option.empty()) {
    throw Error(ErrorCode::kInvalidArgument, "evaluate_nothing_drawn",
                "{option} says how pictures are drawn from a run, but {b} holds pictures or moments. Leave it away, or "
                "give a run.",
                {{"option", options.drawing_option}, {"b", word}});
  }
  return {.set = judgedSet("B", word)};
}

/// An in-domain classifier takes pictures as its own training did.
void requireItsOwnSize(const RunJudging& request) {
  constexpr std::int64_t kLeast = 8;
  constexpr std::int64_t kMost = 1024;
  const std::string& resize = request.network.resize;
  const std::int64_t size = request.network.size;
  if (!resize.empty()) {
    throw Error(ErrorCode::kInvalidArgument, "evaluate_resize_in_domain",
                "--resize says {resize}, but an in-domain classifier takes pictures as it was trained on them. Leave "
                "--resize away, or name another network with --features.",
                {{"resize", resize}});
  }
  if (size == 0 || (request.real.set && size >= kLeast && size <= kMost)) return;
  throw Error(
      ErrorCode::kInvalidArgument, "evaluate_size_in_domain",
      "--size says {size}, but an in-domain classifier of a run takes its resolution, and one of other pictures "
      "{least} to {most}. Leave --size away, or give another one.",
      {{"size", std::to_string(size)}, {"least", std::to_string(kLeast)}, {"most", std::to_string(kMost)}});
}

/// The newest step of the run that is judged, which may be training meanwhile; empty of weights alone.
std::string newestStep(const Options& options) {
  const JudgedSide side = generatedSide(options);
  if (side.set || !fs::is_directory(side.run)) return {};
  const RunFolder run = RunFolder::open(side.run);
  const CurrentLine line(journalSoFar(run.journal()));
  return std::to_string(CheckpointStore(run.checkpoints()).select(std::nullopt, line, {}).state.step);
}

/// Each evaluation of the command line: steps, and truncations of each. They leave their shares, so that after a kill
/// those which were done are not made anew.
std::vector<RunJudging> requests(const Options& options, const World& world) {
  requireName("A", options.a);
  RunJudging request{.real = realSide(options),
                     .generated = generatedSide(options),
                     .alike = drawnAlike(options.samples),
                     .count = options.count,
                     .draws = options.draws,
                     .network = judgingNetwork(options.judging, world),
                     .scores = options.scores,
                     .cache = featuresCache(),
                     .leaves_shares = true};
  if (request.generated.set) {
    requireOneDevice(options.judging.device);
  } else {
    request.generated.stages = chooseGroup(parseDevices(options.judging.device), world, gpuAccess());
  }
  const bool run = !request.real.set || !request.generated.set;
  if (run) request.generated.weights = options.generator;
  request.in_domain = options.judging.features == kInDomainFeatures || (options.judging.features.empty() && run);
  if (request.in_domain) requireItsOwnSize(request);
  request.alike.seed = options.scores.seed;
  // A run that trains meanwhile has a newer one for each row.
  const bool one_for_all = options.share_step.empty() && options.truncations.size() > 1;
  const std::string newest = one_for_all ? newestStep(options) : options.share_step;
  std::vector<RunJudging> all;
  for (const std::string& step : options.steps.empty() ? std::vector<std::string>{"latest"} : options.steps) {
    request.generated.step = parseStep(step);
    if (!request.generated.step && !newest.empty()) request.generated.step = parseStep(newest);
    for (const double truncation :
         options.truncations.empty() ? std::vector<double>{request.alike.truncation.threshold} : options.truncations) {
      request.alike.truncation.threshold = truncation;
      all.push_back(request);
    }
  }
  return all;
}

/// Beside what the training found of its run, unless other images judged it or nobody may write there.
void keep(const RunEvaluation& found, const RunJudging& request) {
  std::error_code ignored;
  const fs::path& run = request.generated.run;
  const bool own = !request.real.set && !request.generated.set && fs::is_directory(run, ignored) &&
                   fs::equivalent(run, request.real.run, ignored);
  if (!own) return;
  if (!found.evaluation.features) {
    return log::warning("cas alone is not kept in " + run.string() +
                        ", where scores are kept by their features: ask "
                        "for another one beside it, as in --metrics fid,cas");
  }
  std::string time = formatUtc(unixSeconds());
  std::erase_if(time, [](char c) { return c == '-' || c == ':'; });
  try {
    keepInRun(run, time + "-" + randomHex(4), found, request);
  } catch (const std::exception& error) {
    log::warning("the scores are not kept in " + run.string() + ": " + error.what());
  }
}

Result judge(const Options& options, const World& world, ProgressMonitor& monitor) {
  std::vector<RunEvaluation> found;
  const std::vector<RunJudging> all = requests(options, world);
  for (const RunJudging& request : all) {
    if (options.processes.share || world.rank != 0) {
      shareJudging(request, monitor);
    } else {
      found.push_back(judgeRun(request, monitor));
      keep(found.back(), request);
    }
  }
  if (found.empty()) return {};
  if (world.alone()) {  // else other ranks still look for them
    for (RunEvaluation& each : found) removeShares(each.evaluation);
  }
  return {.text = textOf(found, all.front()), .facts = factsOf(found, all.front())};
}

Message judgingLost() {
  return Message{"evaluate_rank_lost",
                 "Evaluating on {size} processes has ended because {what}. Evaluate again when the cause is gone: what "
                 "they have computed is kept.",
                 {}};
}

/// The features come from processes that this one starts, the scores from this one.
Result start(Options options) {
  chooseDeviceOfAll(options.processes, options.judging);
  options.share_step = newestStep(options);
  std::vector<std::string> more;
  if (!options.share_step.empty()) more = {kShareStep, options.share_step};
  if (auto failed = shareAmongProcesses(options.processes, options.judging, more, judgingLost())) return *failed;
  return withMonitor([&](ProgressMonitor& monitor) { return judge(options, World(), monitor); });
}

void addDrawingOptions(CLI::App& command, Options& options) {
  CLI::Option* step =
      command.add_option("--step", options.steps, "Step of the run's checkpoint, or latest; repeatable");
  command
      .add_option("--weights", options.weights,
                  "A file of weights of the run's generator (.safetensors), instead of a checkpoint")
      ->excludes(step);
  command
      .add_option(
          "--generator", options.generator,
          "Which weights of a checkpoint: average or newest; without it those that the run draws its pictures with")
      ->check(CLI::IsMember({"average", "newest"}))
      ->excludes("--weights");
  command.add_option("--count", options.count, "Pictures that are drawn")
      ->capture_default_str()
      ->check(CLI::Range(std::int64_t{2}, kMostSamples));
  addSampleOptions(command, options.samples);
  command
      .add_option("--truncations", options.truncations,
                  "Several truncations in a list, as in 0.1,0.4,1: a row of scores for each")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(numberRange(0, kMostTruncation))
      ->excludes("--truncation");
  command
      .add_option("--draws", options.draws,
                  "Repeat with other samples so many times: each score is the mean, beside its standard deviation")
      ->capture_default_str()
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1000}));
  addJudgingProcesses(
      command, options.processes,
      "Share the pictures among so many processes on this machine, each on a GPU of its own where --device "
      "names as many, as in 0,1, or auto finds them; srun, torchrun and mpirun do likewise. On the CPU "
      "scores have the same bits on any number of them, and after a kill any number goes on");
  command.add_option(kShareStep, options.share_step)->group("");
}

void addMetricOptions(CLI::App& command, ScoreOptions& scores) {
  command
      .add_option(
          "--metrics", scores.metrics,
          "What to compute, in a list: fid; fid-infinity, with less of the bias of few samples; kid; prdc: precision, "
          "recall, density and coverage; swd: sliced Wasserstein distance; is: Inception Score of B; intra-fid: FID "
          "within each class; cas: how well a classifier that is trained on B names the classes of A. Without it "
          "fid,kid,prdc, of moments fid")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(judgingMetrics()));
  command
      .add_option("--keep", scores.kept,
                  "Pictures of each side, drawn at random, whose features are kept for fid-infinity, kid, prdc, swd "
                  "and intra-fid")
      ->capture_default_str()
      ->check(CLI::Range(2, 1'000'000));
  command.add_option("--neighbours", scores.neighbours, "Of prdc")->capture_default_str()->check(CLI::Range(1, 1000));
  command.add_option("--subsets", scores.kid_subsets, "Of kid")->capture_default_str()->check(CLI::Range(1, 100'000));
  command.add_option("--subset-size", scores.kid_subset_size, "Of kid, pictures of each side")
      ->capture_default_str()
      ->check(CLI::Range(2, 100'000));
  command.add_option("--splits", scores.inception_splits, "Of is")->capture_default_str()->check(CLI::Range(1, 10'000));
}

}  // namespace

void addEvaluate(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = addCommand(
      app, invocation, "evaluate",
      "Scores a run by the images it is trained on, or pictures by other ones: FID, KID, precision, recall and others. "
      "Scores of a run by its own images are kept in its folder, where the window finds them. What was killed goes on "
      "where it was when the same command is given again",
      [options] {
        options->scores.seed = options->samples.seed;
        const JudgingProcesses& processes = options->processes;
        if (!processes.share_device.empty()) options->judging.device = processes.share_device;
        const World world = findWorld(processEnvironment());
        if (processes.processes > 1 && world.alone()) return start(*options);
        return withMonitor([&](ProgressMonitor& monitor) { return judge(*options, world, monitor); });
      });
  command
      ->add_option("A", options->a,
                   "A run's folder, for the images it is trained on; or real pictures: a folder, a file or "
                   "s3://bucket/folder as --data of train takes them, or their moments in a .npz file")
      ->required();
  command->add_option("B", options->b,
                      "What is judged: a run's folder or weights (.safetensors), from which pictures are drawn; or "
                      "pictures or moments. Without it the run A");
  addDrawingOptions(*command, *options);
  addJudgingOptions(*command, options->judging);
  command->get_option("--device")
      ->description(
          "cpu, a GPU's number or auto; where pictures are drawn from a generator that one GPU cannot hold several, as "
          "in 0+1, each with a part of its blocks, of which the first computes all else");
  addMetricOptions(*command, options->scores);
  command->parse_complete_callback([command, options] {
    for (const char* name : {"--step", "--count", "--class", "--truncation", "--truncation-kind", "--truncations",
                             "--statistics", "--draws", "--generator"}) {
      if (command->count(name) > 0 && options->drawing_option.empty()) options->drawing_option = name;
    }
  });
}

}  // namespace gan::app
