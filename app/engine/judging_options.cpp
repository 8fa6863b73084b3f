#include "judging_options.h"

#include "config/data_consistency.h"
#include "data_options.h"
#include "device.h"
#include "run/checkpoint_store.h"
#include "run/current_line.h"
#include "run/journal.h"
#include "run/run_folder.h"
#include "session/environment.h"

namespace gan::app {

void addJudgingOptions(CLI::App& command, JudgingOptions& options) {
  command.add_option(
      "--features", options.features,
      "Network that turns pictures into features: Inception v3 in safetensors under torchvision's names "
      "(1008 outputs: FID's, others: torchvision's), any network in TorchScript, as "
      "inception-2015-12-05.pt, or the run folder of a classifier; in-domain: a classifier that is trained "
      "on the pictures of A first, once, and kept in the user's cache. Without it in-domain where a run "
      "is judged");
  command
      .add_option("--resize", options.resize,
                  "How pictures are brought to the network's size, by the program that does it so: pytorch-fid, "
                  "stylegan or clean-fid; biggan for torchvision's Inception. auto: what is usual for the network, "
                  "pytorch-fid of FID's Inception, stylegan of TorchScript")
      ->capture_default_str()
      ->check(CLI::IsMember(resizeNames()));
  command
      .add_option("--size", options.size,
                  "Height and width that a network in TorchScript takes, 0: 299; and that in-domain takes of pictures "
                  "that are no run's, "
                  "0: the shorter side of the first, 128 at most")
      ->capture_default_str()
      ->check(CLI::Range(std::int64_t{0}, kLargestInput));
  command.add_option("--device", options.device, "cpu, a GPU's number or auto")->capture_default_str();
  command.add_option("--threads", options.threads, "Threads that read and compute; 0 takes every core")
      ->capture_default_str()
      ->check(CLI::Range(0, 1024));
  command.add_option("--batch", options.batch, "Pictures that pass the network together")
      ->capture_default_str()
      ->check(CLI::Range(1, 1024));
}

namespace {

/// A run folder stands for the newest classifier in it.
void takeRun(JudgingNetwork& network) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(network.file, ignored)) return;
  const RunFolder run = RunFolder::open(network.file);
  network.classifier = run.config();
  const CurrentLine line(journalSoFar(run.journal()));
  network.file = CheckpointStore(run.checkpoints()).select(std::nullopt, line, {}).path / "classifier.safetensors";
}

}  // namespace

JudgingNetwork judgingNetwork(const JudgingOptions& options, const World& world) {
  const int threads = threadCount(options.threads, world.local_size);
  setThreads(threads);
  JudgingNetwork network{.file = options.features == kInDomainFeatures ? "" : options.features,
                         .resize = options.resize == kUsualResize ? std::string() : options.resize,
                         .classifier = {},
                         .size = options.size,
                         .device = chooseDevice(parseDevices(options.device), world, gpuAccess()).name,
                         .threads = threads,
                         .batch = options.batch};
  takeRun(network);
  return network;
}

JudgedSet judgedSet(const std::string& option, const std::string& word) {
  requireName(option, word);
  if (holdsMoments(word)) return {.name = word, .pictures = {}, .moments = word};
  RunConfig config;
  chooseData(config, word);
  checkImageConsistency(config);
  return {.name = word, .pictures = std::move(config), .moments = {}};
}

nlohmann::json kindFacts(const FeatureKind& kind) {
  return {{"network", kind.network},
          {"sha256", kind.sha256},
          {"resize", kind.resize},
          {"size", kind.size},
          {"count", kind.features}};
}

}  // namespace gan::app
