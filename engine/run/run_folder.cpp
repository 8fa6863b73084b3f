#include "run/run_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <string_view>
#include <utility>

#include "config/yaml.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/message.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxManifestBytes = std::uint64_t{1} << 20U;
constexpr const char* kConfigName = "run.yaml";
constexpr const char* kManifestName = "manifest.json";

/// Absolute and without a trailing slash, so that the run's name is the last part.
fs::path normalised(const fs::path& path) {
  refuseAddress(path);
  fs::path absolute = fs::absolute(path).lexically_normal();
  return absolute.has_filename() ? absolute : absolute.parent_path();
}

/// Removes what was made unless the work was completed.
class Undo {
 public:
  Undo() = default;
  ~Undo() {
    std::error_code ignored;
    for (const fs::path& path : filled_) fs::remove_all(path, ignored);
    for (auto path = made_.rbegin(); path != made_.rend(); ++path) fs::remove(*path, ignored);
  }
  Undo(const Undo&) = delete;
  Undo& operator=(const Undo&) = delete;

  void add(fs::path path) { made_.push_back(std::move(path)); }
  /// A folder that goes with whatever is in it.
  void addFilled(fs::path path) { filled_.push_back(std::move(path)); }
  void keepAll() {
    made_.clear();
    filled_.clear();
  }

 private:
  std::vector<fs::path> made_;
  std::vector<fs::path> filled_;
};

/// Makes the folder and those above it that are missing.
void makeFolders(const fs::path& path, Undo& undo) {
  std::error_code unknown;
  if (path.has_relative_path() && !fs::exists(path.parent_path(), unknown)) makeFolders(path.parent_path(), undo);
  if (::mkdir(path.c_str(), 0777) == 0) {
    undo.add(path);
  } else if (errno != EEXIST) {
    throwFileError("create the folder", path, errno);
  }
}

[[noreturn]] void throwExists(const fs::path& path, std::string_view what) {
  throw Error(ErrorCode::kAlreadyExists, "run_exists",
              "A new run cannot be made at {path}: {what}. Choose another folder, or remove this one first.",
              {{"path", path.string()}, {"what", std::string(what)}});
}

void checkEmpty(const fs::path& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) throwExists(path, "it is not a folder");
  if (fs::exists(path / kConfigName, error)) throwExists(path, "it holds a run already");
  if (fs::exists(path / kManifestName, error)) {
    throwExists(path, "it holds what is left of a run whose making was interrupted, or is still going on");
  }
  const bool empty = fs::is_empty(path, error);
  if (error) throwFileError("read", path, error.value());
  if (!empty) throwExists(path, "it is not empty");
}

void makeSubfolder(const fs::path& path, unsigned mode, Undo& undo) {
  if (::mkdir(path.c_str(), mode) != 0) {
    if (errno == EEXIST) throwExists(path.parent_path(), "another process is making one there");
    throwFileError("create the folder", path, errno);
  }
  undo.addFilled(path);
}

void makeFile(const fs::path& path, std::string_view content, Undo& undo) {
  undo.add(path);
  writeFileAtomically(path, content);
}

std::string readManifest(const fs::path& path) {
  try {
    return readFile(path, kMaxManifestBytes);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kNotFound && error.code() != ErrorCode::kInvalidArgument) throw;
    throw Error(
        ErrorCode::kDataLoss, "run_bad_manifest",
        "{path} cannot be used: {reason} It says what the run was made with; restore it from a copy of the run.",
        {{"path", path.string()}, because(error)});
  }
}

bool isRun(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path / kConfigName, error) && fs::is_regular_file(path / kManifestName, error);
}

}  // namespace

RunFolder::RunFolder(fs::path path, RunConfig config, RunManifest manifest)
    : path_(std::move(path)), config_(std::move(config)), manifest_(std::move(manifest)) {}

RunFolder RunFolder::create(const fs::path& path, const RunConfig& config, const RunManifest& manifest,
                            const Fill& fill) {
  RunFolder folder(normalised(path), config, manifest);
  const std::string manifest_json = toJson(manifest);
  manifestFromJson(manifest_json, "The manifest of the new run");  // what open() would refuse is refused now
  Undo undo;
  makeFolders(folder.path_, undo);
  checkEmpty(folder.path_);
  // Of two processes that found the folder empty, one makes this first subfolder.
  makeSubfolder(folder.checkpoints(), 0777, undo);
  makeSubfolder(folder.metrics(), 0777, undo);
  makeSubfolder(folder.samples(), 0777, undo);
  makeSubfolder(folder.access(), 0700, undo);
  makeFile(folder.path_ / kManifestName, manifest_json, undo);
  if (fill) fill(folder);
  // The last one: without it the folder is not a run.
  makeFile(folder.path_ / kConfigName, toYaml(config), undo);
  flushToDisk(folder.path_.parent_path());
  undo.keepAll();
  return folder;
}

RunFolder RunFolder::open(const fs::path& path) { return open(path, applyYamlFile); }

RunFolder RunFolder::openForDisplay(const fs::path& path) { return open(path, applyKnownYamlFile); }

RunFolder RunFolder::open(const fs::path& path, ReadConfig read) {
  const fs::path folder = normalised(path);
  std::error_code error;
  if (!fs::is_regular_file(folder / kConfigName, error)) {
    throw Error(ErrorCode::kNotFound, "run_not_found",
                "{path} is not a run folder: it has no {file}. Name the folder that a training wrote.",
                {{"path", folder.string()}, {"file", kConfigName}});
  }
  const fs::path manifest = folder / kManifestName;
  RunManifest read_manifest = manifestFromJson(readManifest(manifest), manifest.string());
  RunConfig config;
  read(config, folder / kConfigName);
  return {folder, std::move(config), std::move(read_manifest)};
}

std::string stepName(std::int64_t step, std::int32_t segment) {
  constexpr std::size_t kDigits = 8;
  std::string digits = std::to_string(step);
  if (digits.size() < kDigits) digits.insert(0, kDigits - digits.size(), '0');
  return "step-" + digits + ".s" + std::to_string(segment);
}

void refuseAddress(const fs::path& path) {
  constexpr std::array<std::string_view, 4> kBeginnings = {"ssh://", "tls://", "tcp:", "unix:/"};
  const std::string& text = path.native();
  if (std::ranges::none_of(kBeginnings, [&text](std::string_view beginning) { return text.starts_with(beginning); })) {
    return;
  }
  throw Error(
      ErrorCode::kInvalidArgument, "run_elsewhere",
      "{path} is the address of a run, and here its folder is needed. Give this command on the machine that has "
      "the folder; runs, status, watch, log, steer and export reach it from here.",
      {{"path", text}});
}

std::vector<fs::path> findRuns(const fs::path& folder) {
  refuseAddress(folder);
  if (isRun(folder)) return {folder};
  std::vector<fs::path> runs;
  std::error_code error;
  fs::directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
  if (error) throwFileError("read", folder, error.value());
  for (; entry != fs::directory_iterator(); entry.increment(error)) {
    if (isRun(entry->path())) runs.push_back(entry->path());
  }
  std::ranges::sort(runs);
  return runs;
}

}  // namespace gan
