#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "config/run_config.h"

namespace gan {

/// manifest.json: what a run was made with.
struct RunManifest {
  std::string id;  ///< Random, 16 hexadecimal digits: names sockets, survives a move of the folder.
  std::string engine_version;
  std::string torch_version;
  std::string preset;  ///< Empty when there was none.
  int world_size = 1;
  int replicas = 1;  ///< Copies of the networks, each of as many processes as there are stages.
  int stages = 1;    ///< Of networks whose parts are held by a process each.
  /// Block and device of each stage of the networks, as distributed.placement names them, where stages is above 1 block
  /// and stage; of a branch or replay as the configuration has it. Empty: the networks are in one piece, and in older
  /// runs.
  std::string placement;
  /// How micro-batches go through the stages: "1f1b", "gpipe"; "auto" of a branch or replay that chooses where it
  /// trains. Empty: the networks are in one piece, and in older runs.
  std::string pipeline;
  std::vector<std::string> devices;  ///< Where each rank began, for people; empty in older runs and branches.
  /// In which they began to compute: training.float32_precision, "ieee" on CPUs; empty in older runs and branches.
  std::string float32_precision;
  /// Of Slurm's job and the launcher that began it, as launchesOf() says; empty in older runs.
  std::vector<std::string> launches;
  int threads = 0;              ///< Intra-op threads; restored on resume.
  std::string instruction_set;  ///< What ATen dispatches to, "AVX512".
  std::string data_fingerprint;
  std::string parent_path;  ///< A branch's or replay's origin, relative to this folder where possible.
  std::int64_t parent_step = -1;
  double created_unix_seconds = 0;
};

/// Paths inside a run folder, and the creation and opening of one. Holds no file open and no lock.
class RunFolder {
 public:
  /// Makes the folder with run.yaml, manifest.json and empty subfolders, and missing folders above it. The folder may
  /// exist if it is empty. fill: puts in what the run is to begin with, before run.yaml makes the folder a run.
  /// On an exception, fill's too, nothing of it is left; after a crash the folder has no run.yaml, so it is not a run,
  /// and whoever makes another one there is told what is in its place. Throws Error(kAlreadyExists, "run_exists"),
  /// Error(kPermissionDenied | kResourceExhausted), Error(kInvalidArgument, "run_elsewhere"), and manifestFromJson()'s
  /// for a manifest that could not be read again.
  using Fill = std::function<void(const RunFolder&)>;
  static RunFolder create(const std::filesystem::path& path, const RunConfig& config, const RunManifest& manifest,
                          const Fill& fill = {});
  /// Throws Error(kNotFound, "run_not_found"), Error(kDataLoss, "run_bad_manifest"), Error(kInvalidArgument,
  /// "run_elsewhere"), and applyYaml()'s errors.
  static RunFolder open(const std::filesystem::path& path);
  /// For showing a run, which another build may have made: as open(), but what this build does not know of run.yaml is
  /// left out of config().
  static RunFolder openForDisplay(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }
  const RunConfig& config() const { return config_; }
  const RunManifest& manifest() const { return manifest_; }
  std::string name() const { return path_.filename().string(); }

  std::filesystem::path journal() const { return path_ / "journal.log"; }
  std::filesystem::path metrics() const { return path_ / "metrics"; }
  std::filesystem::path samples() const { return path_ / "samples"; }
  std::filesystem::path checkpoints() const { return path_ / "checkpoints"; }
  /// Weights while they are judged; made when that is wanted first.
  std::filesystem::path evaluation() const { return path_ / "evaluation"; }
  std::filesystem::path access() const { return path_ / "access"; }
  std::filesystem::path endpoint() const { return path_ / "endpoint.json"; }
  std::filesystem::path engineLog() const { return path_ / "engine.log"; }
  /// Made by the first rank other than 0 that has something to say.
  std::filesystem::path rankReports() const { return path_ / "ranks"; }

 private:
  using ReadConfig = void (*)(RunConfig& config, const std::filesystem::path& file);
  static RunFolder open(const std::filesystem::path& path, ReadConfig read);
  RunFolder(std::filesystem::path path, RunConfig config, RunManifest manifest);
  std::filesystem::path path_;
  RunConfig config_;
  RunManifest manifest_;
};

/// "step-00001500.s1": names of checkpoints and samples.
std::string stepName(std::int64_t step, std::int32_t segment);

std::string toJson(const RunManifest& manifest);
/// Throws Error(kDataLoss, "run_bad_manifest"): the id must be 16 hexadecimal digits, numbers in sensible ranges.
/// source names the text in messages.
RunManifest manifestFromJson(std::string_view json, std::string_view source);

/// Throws Error(kInvalidArgument, "run_elsewhere") for the address of a run ("ssh://host/path", "tls://host:port"): as
/// the path of a folder it would be one of that name on this machine.
void refuseAddress(const std::filesystem::path& path);

/// Run folders directly inside folder (or folder itself), by name. Folders without readable run.yaml and manifest.json
/// are left out. Throws Error(kNotFound | kPermissionDenied) when folder itself cannot be read, and what
/// refuseAddress() throws.
std::vector<std::filesystem::path> findRuns(const std::filesystem::path& folder);

}  // namespace gan
