#include "data/stage.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_set>
#include <vector>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/file_descriptor.h"
#include "core/sha256.h"
#include "core/units.h"
#include "data/staged_file.h"
#include "interop/imagenet_devkit.h"

namespace gan {

namespace {

namespace fs = std::filesystem;

constexpr const char* kDoneFile = ".staged";
constexpr const char* kClassesFile = "LOC_val_solution.csv";
constexpr int kClassesAbove = 4;                                 // as ImageFolder::list() looks for it
constexpr const char* kDevkit = "ILSVRC2012_devkit_t12.tar.gz";  // as TarImages and ImageFolder look for it

std::string digest(const std::string& text) {
  Sha256 hash;
  hash.update(std::as_bytes(std::span(text)));
  return hash.finish();
}

StagedFile describe(const fs::path& path, fs::path name) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) throwFileError("read", path, errno);
  return {.name = std::move(name),
          .bytes = static_cast<std::uint64_t>(found.st_size),
          .modified_ns = found.st_mtim.tv_sec * 1'000'000'000 + found.st_mtim.tv_nsec};
}

/// The files of one source. Names are relative to the folder that holds it.
struct Listing {
  fs::path source;  ///< Absolute, without links.
  std::vector<StagedFile> files;
  std::optional<fs::path> classes_file;  ///< Names the classes; its copy lies beside that of the source.
  std::uint64_t bytes = 0;
  std::string fingerprint;
};

std::optional<fs::path> classesFileAbove(const fs::path& folder) {
  fs::path above = folder;
  for (int i = 0; i < kClassesAbove; ++i) {
    above = above.parent_path();
    std::error_code ignored;
    if (fs::is_regular_file(above / kClassesFile, ignored)) return above / kClassesFile;
  }
  return std::nullopt;
}

std::optional<fs::path> devkitBeside(const fs::path& images) {
  const fs::path devkit = images.parent_path() / kDevkit;
  std::error_code ignored;
  return fs::is_regular_file(devkit, ignored) ? std::optional(devkit) : std::nullopt;
}

/// As IdxDataset looks for them.
std::optional<fs::path> labelsBeside(const fs::path& images) {
  constexpr std::string_view kImagesPart = "images-idx3";
  std::string name = images.filename().string();
  const std::size_t place = name.find(kImagesPart);
  if (place == std::string::npos) return std::nullopt;
  name.replace(place, kImagesPart.size(), "labels-idx1");
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  for (const char* ending : {"", ".gz"}) {
    const fs::path labels = images.parent_path() / (name + ending);
    std::error_code ignored;
    if (fs::is_regular_file(labels, ignored)) return labels;
  }
  return std::nullopt;
}

bool isHidden(const fs::path& name) { return name.string().starts_with('.'); }

void listFolder(Listing& listing) {
  const fs::path base = listing.source.parent_path();
  std::error_code failure;
  fs::recursive_directory_iterator entry(listing.source, fs::directory_options::follow_directory_symlink, failure);
  for (; !failure && entry != fs::recursive_directory_iterator(); entry.increment(failure)) {
    std::error_code ignored;
    if (isHidden(entry->path().filename())) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file(ignored)) {
      listing.files.push_back(describe(entry->path(), entry->path().lexically_relative(base)));
    }
  }
  if (failure) throwFileError("read", listing.source, failure.value());
  listing.classes_file = classesFileAbove(listing.source);
  const auto validates = [](const StagedFile& file) { return namedAsValidationImage(file.name.filename().string()); };
  if (!listing.classes_file && std::ranges::any_of(listing.files, validates)) {
    listing.classes_file = devkitBeside(listing.source);
  }
}

Listing list(const fs::path& source) {
  Listing listing{.source = source, .files = {}, .classes_file = {}, .bytes = 0, .fingerprint = {}};
  if (fs::is_directory(source)) {
    listFolder(listing);
  } else {
    listing.files.push_back(describe(source, source.filename()));
    if (source.extension() == ".tar") listing.classes_file = devkitBeside(source);
    if (!listing.classes_file) listing.classes_file = labelsBeside(source);
  }
  if (listing.classes_file) {
    listing.files.push_back(describe(*listing.classes_file, listing.classes_file->filename()));
  }
  std::ranges::sort(listing.files, {}, &StagedFile::name);
  std::string all;
  for (const StagedFile& file : listing.files) {
    listing.bytes += file.bytes;
    all += file.name.string() + '\0' + std::to_string(file.bytes) + ' ' + std::to_string(file.modified_ns) + '\n';
  }
  listing.fingerprint = digest(all);
  return listing;
}

fs::path placeOf(const Listing& listing, const StagedFile& file) {
  const bool beside = listing.classes_file && file.name == listing.classes_file->filename();
  return beside ? *listing.classes_file : listing.source.parent_path() / file.name;
}

/// What the last call that finished left in kDoneFile.
struct Done {
  std::string fingerprint;
  std::int64_t files = 0;
  std::uint64_t bytes = 0;
};

std::optional<Done> readDone(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return std::nullopt;
  std::istringstream text(readFile(path, 4096));
  Done done;
  if (text >> done.fingerprint >> done.files >> done.bytes) return done;
  return std::nullopt;
}

/// Waits for its turn; true when another process had it first.
bool takeTurn(const FileDescriptor& lock, const fs::path& path, ProgressMonitor& monitor) {
  for (bool waited = false;; waited = true) {
    if (::flock(lock.get(), LOCK_EX | LOCK_NB) == 0) return waited;
    if (errno != EWOULDBLOCK && errno != EINTR) throwFileError("lock", path, errno);
    monitor.throwIfCancelled();
    monitor.report({.stage = "waiting for another process that stages", .done = 0, .total = 0, .unit = "files"});
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

/// What the source has no more would change the data set.
void removeOthers(const Listing& listing, const fs::path& place) {
  std::unordered_set<std::string> kept;
  for (const StagedFile& file : listing.files) {
    for (const char* ending : {"", ".part", ".part.sums"}) kept.insert((place / file.name).string() + ending);
  }
  std::vector<fs::path> others;
  for (const auto& entry : fs::recursive_directory_iterator(place)) {
    if (!entry.is_directory() && !kept.contains(entry.path().string())) others.push_back(entry.path());
  }
  for (const fs::path& other : others) fs::remove(other);
}

void requireSpace(const Listing& listing, const std::vector<const StagedFile*>& missing, const fs::path& place) {
  std::uint64_t needed = 0;
  for (const StagedFile* file : missing) {
    std::error_code absent;
    const std::uint64_t there = fs::file_size((place / file->name).string() + ".part", absent);
    needed += file->bytes - (absent ? 0 : std::min(there, file->bytes));
  }
  const std::uint64_t available = fs::space(place).available;
  if (needed <= available) return;
  throw Error(ErrorCode::kResourceExhausted, "stage_no_space",
              "{source} needs {needed} more in {folder}, where {free} are free. Free some, or choose another folder "
              "with --to or data.stage_to.",
              {{"source", listing.source.string()},
               {"needed", formatBytes(needed)},
               {"folder", place.parent_path().string()},
               {"free", formatBytes(available)}});
}

/// Copies files with several threads while the caller's thread reports.
class Copying {
 public:
  Copying(const Listing& listing, const std::vector<const StagedFile*>& missing, const fs::path& place)
      : listing_(listing), missing_(missing), place_(place) {}

  void run(int thread_count, ProgressMonitor& monitor) {
    std::uint64_t total = 0;
    for (const StagedFile* file : missing_) total += file->bytes;
    running_ = std::clamp(thread_count, 1, static_cast<int>(std::clamp<std::size_t>(missing_.size(), 1, 64)));
    {
      std::vector<std::jthread> threads;
      for (int i = running_; i > 0; --i) threads.emplace_back([this] { work(); });
      while (running_ > 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (monitor.cancelled()) abandoned_ = true;
        monitor.report({.stage = "staging",
                        .done = static_cast<std::int64_t>(bytes_.load()),
                        .total = static_cast<std::int64_t>(total),
                        .unit = "bytes"});
      }
    }
    if (failure_) std::rethrow_exception(failure_);
    monitor.throwIfCancelled();
  }

 private:
  void work() {
    try {
      for (std::size_t i = next_++; i < missing_.size() && !abandoned_; i = next_++) {
        const StagedFile& file = *missing_[i];
        const fs::path copy = place_ / file.name;
        fs::create_directories(copy.parent_path());
        stageFile(file, placeOf(listing_, file), copy, bytes_, abandoned_);
      }
    } catch (...) {
      abandoned_ = true;
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
    --running_;
  }

  const Listing& listing_;
  const std::vector<const StagedFile*>& missing_;
  const fs::path& place_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<bool> abandoned_{false};
  std::atomic<int> running_{0};
  std::mutex mutex_;
  std::exception_ptr failure_;
};

/// Everything that was copied, so that a crash of the machine leaves no kDoneFile over empty files.
void flushAll(const fs::path& place) {
  const FileDescriptor folder(::open(place.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder || ::syncfs(folder.get()) != 0) throwFileError("write", place, errno);
}

/// Some clusters delete what nobody read for a while.
bool isComplete(const Listing& listing, const fs::path& place) {
  return std::ranges::all_of(listing.files, [&](const StagedFile& file) {
    std::error_code absent;
    return fs::file_size(place / file.name, absent) == file.bytes && !absent;
  });
}

std::int64_t copyMissing(const Listing& listing, const fs::path& place, int threads, ProgressMonitor& monitor) {
  removeOthers(listing, place);
  std::vector<const StagedFile*> missing;
  for (const StagedFile& file : listing.files) {
    if (!isStaged(file, place / file.name)) missing.push_back(&file);
  }
  requireSpace(listing, missing, place);
  Copying(listing, missing, place).run(threads, monitor);
  flushAll(place);
  return static_cast<std::int64_t>(missing.size());
}

fs::path sourceAt(const fs::path& path) {
  if (path.string().starts_with("s3:")) {
    throw Error(ErrorCode::kInvalidArgument, "stage_remote",
                "{path} lies in S3 and is not staged: images from there keep copies of their own. Set data.cache_path "
                "to a folder on this machine's disk instead of staging.",
                {{"path", path.string()}});
  }
  std::error_code failure;
  const fs::path source = fs::canonical(path, failure);
  if (!failure) return source;
  throw Error(ErrorCode::kNotFound, "stage_not_there",
              "There is no {path} to stage. Choose a folder or a file that exists.", {{"path", path.string()}});
}

void requireFiles(const Listing& listing) {
  const auto images = static_cast<std::ptrdiff_t>(listing.files.size()) - (listing.classes_file ? 1 : 0);
  if (images > 0) return;
  throw Error(ErrorCode::kNotFound, "stage_empty",
              "{source} holds no files to stage. Choose the folder that the images lie in.",
              {{"source", listing.source.string()}});
}

void requireApart(const fs::path& source, const fs::path& to) {
  const fs::path place = fs::weakly_canonical(to);
  const auto [end, ignored] = std::mismatch(source.begin(), source.end(), place.begin(), place.end());
  if (end != source.end()) return;
  throw Error(ErrorCode::kInvalidArgument, "stage_inside",
              "{to} lies inside {source}, which is to be copied there. Choose a folder on another disk.",
              {{"to", place.string()}, {"source", source.string()}});
}

}  // namespace

Staged stageData(const fs::path& path, const StageOptions& options, ProgressMonitor& monitor) {
  if (options.to.empty()) {
    throw Error(ErrorCode::kInvalidArgument, "stage_no_folder",
                "There is no folder to copy {source} to. Say which with --to or data.stage_to.",
                {{"source", path.string()}});
  }
  const fs::path source = sourceAt(path);
  requireApart(source, options.to);
  const fs::path place =
      fs::absolute(options.to) / (source.filename().string() + "-" + digest(source.string()).substr(0, 12));
  std::error_code failure;
  fs::create_directories(place, failure);
  if (failure) throwFileError("make", place, failure.value());
  const fs::path lock_path = place.string() + ".lock";
  const FileDescriptor lock = openRegularFile(lock_path, O_RDWR | O_CREAT);
  const bool waited = takeTurn(lock, lock_path, monitor);
  Staged staged{.path = place / source.filename(), .files = 0, .bytes = 0, .copied = 0};
  auto done = readDone(place / kDoneFile);
  if (!done || !waited) {  // a process that was waited for has looked at the source just now
    const Listing listing = list(source);
    requireFiles(listing);
    if (!done || done->fingerprint != listing.fingerprint || !isComplete(listing, place)) {
      fs::remove(place / kDoneFile);
      staged.copied = copyMissing(listing, place, options.threads, monitor);
      done = {.fingerprint = listing.fingerprint,
              .files = static_cast<std::int64_t>(listing.files.size()),
              .bytes = listing.bytes};
      writeFileAtomically(place / kDoneFile, done->fingerprint + " " + std::to_string(done->files) + " " +
                                                 std::to_string(done->bytes) + "\n");
    }
  }
  staged.files = done->files;
  staged.bytes = done->bytes;
  return staged;
}

}  // namespace gan
