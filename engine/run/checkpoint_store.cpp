#include "run/checkpoint_store.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "config/evaluation_scores.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/log.h"
#include "core/message.h"
#include "run/run_folder.h"
#include "run/sha256_sums.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStateName = "state.json";
/// An empty file beside the others. Not a member of state.json, which could not be changed together with its digest.
constexpr const char* kPinName = "pinned";
/// Beside the checkpoints: a line for each that is kept, its name and the reason.
constexpr const char* kKeptName = "kept";
/// Beside the folder of a checkpoint.
constexpr std::string_view kEvaluationSuffix = ".evaluation.json";
constexpr std::string_view kTemporaryPrefix = ".tmp-";
constexpr std::uint64_t kMaxStateBytes = std::uint64_t{1} << 20U;

void pauseForTests() {
  const char* text = std::getenv(kPauseInCheckpointVariable);
  if (text == nullptr) return;
  constexpr int kLongestMs = 60'000;
  std::this_thread::sleep_for(std::chrono::milliseconds(std::clamp(std::atoi(text), 0, kLongestMs)));
}

/// A folder that has a checkpoint's name.
struct Named {
  std::int64_t step = 0;
  std::int32_t segment = 0;
  std::string name;

  friend auto operator<=>(const Named& a, const Named& b) = default;
};

template <typename Number>
bool readNumber(std::string_view text, Number& number) {
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  return result.ec == std::errc() && result.ptr == text.data() + text.size() && number >= 0;
}

std::optional<Named> parseName(std::string name) {
  constexpr std::string_view kPrefix = "step-";
  constexpr std::string_view kSegment = ".s";
  const std::string_view text = name;
  const std::size_t dot = text.find(kSegment);
  if (!text.starts_with(kPrefix) || dot == std::string_view::npos) return std::nullopt;
  Named named;
  const bool numbers = readNumber(text.substr(kPrefix.size(), dot - kPrefix.size()), named.step) &&
                       readNumber(text.substr(dot + kSegment.size()), named.segment);
  if (!numbers || stepName(named.step, named.segment) != name) return std::nullopt;
  named.name = std::move(name);
  return named;
}

/// Folders with a checkpoint's name, by step and then segment.
std::vector<Named> findNamed(const fs::path& folder) {
  std::vector<Named> found;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  if (error == std::errc::no_such_file_or_directory) return found;
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code unknown;
    if (!entry->is_directory(unknown)) continue;
    if (auto named = parseName(entry->path().filename().string())) found.push_back(std::move(*named));
  }
  if (error) throwFileError("read", folder, error.value());
  std::ranges::sort(found);
  return found;
}

std::uint64_t bytesIn(const fs::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    std::error_code unknown;
    const std::uintmax_t size = entry->file_size(unknown);
    if (!unknown) bytes += size;
  }
  return bytes;
}

CheckpointStore::Entry nameOnly(const fs::path& folder, const Named& named) {
  CheckpointStore::Entry entry{.name = named.name, .path = folder / named.name, .state = {}, .bytes = 0};
  entry.state.step = named.step;
  entry.state.segment = named.segment;
  return entry;
}

fs::path evaluationFile(const fs::path& folder, const std::string& name) {
  return folder / (name + std::string(kEvaluationSuffix));
}

/// A file that cannot be used takes nothing from its checkpoint but the scores.
std::optional<Evaluated> readEvaluation(const fs::path& folder, const std::string& name) {
  const fs::path file = evaluationFile(folder, name);
  std::error_code unknown;
  if (!fs::exists(file, unknown)) return std::nullopt;
  try {
    Event event = eventFromJson(readFile(file, kMaxStateBytes), file.string());
    if (auto* evaluated = std::get_if<Evaluated>(&event.what)) return std::move(*evaluated);
  } catch (const Error& error) {
    log::warning(error.message());
  }
  return std::nullopt;
}

/// Throws Error(kDataLoss) when the state cannot be read or is another step's.
CheckpointStore::Entry readEntry(const fs::path& folder, const Named& named) {
  CheckpointStore::Entry entry = nameOnly(folder, named);
  const fs::path path = entry.path / kStateName;
  std::string text;
  try {
    text = readFile(path, kMaxStateBytes);
  } catch (const Error& error) {
    throw Error(ErrorCode::kDataLoss, "checkpoint_bad_state",
                "{path} cannot be read ({reason}). Continue from another checkpoint of the run.",
                {{"path", path.string()}, because(error)});
  }
  entry.state = checkpointStateFromJson(text, path.string());
  if (entry.state.step != named.step || entry.state.segment != named.segment) {
    throw Error(ErrorCode::kDataLoss, "checkpoint_bad_state",
                "{path} belongs to {found}, not to the folder it is in. Continue from another checkpoint of the run.",
                {{"path", path.string()}, {"found", stepName(entry.state.step, entry.state.segment)}});
  }
  std::error_code unknown;
  entry.state.pinned = entry.state.pinned || fs::exists(entry.path / kPinName, unknown);
  entry.bytes = bytesIn(entry.path);
  entry.evaluated = readEvaluation(folder, named.name);
  return entry;
}

/// Where a checkpoint stands among those that compare with it: less is better.
struct Rank {
  std::string kind;
  double value = 0;
};

std::optional<Rank> rankOf(const CheckpointStore::Entry& entry, std::string_view best_by) {
  std::optional<Rank> rank;
  if (entry.state.score) rank = {"", *entry.state.score};
  const EvaluatedScore* const score = entry.evaluated ? entry.evaluated->find(best_by) : nullptr;
  if (score != nullptr) {
    const ScoreFacts* const facts = findScore(best_by);
    const bool higher = facts != nullptr && facts->better == ScoreFacts::Better::kHigher;
    rank = {comparableAs(*entry.evaluated), higher ? -score->value : score->value};
  }
  return rank && std::isfinite(rank->value) ? rank : std::nullopt;
}

void renameFolder(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) throwFileError("rename", from, errno);
}

void makeFolder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throwFileError("create the folder", path, error.value());
}

void removeFolder(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (error) throwFileError("remove", path, error.value());
}

/// Names of the first `count` entries by an order, added to kept.
template <typename Order>
void keepFirst(std::vector<const CheckpointStore::Entry*> entries, std::size_t count, Order order,
               std::set<std::string>& kept) {
  std::ranges::sort(entries, order);
  for (const auto* entry : entries) {
    if (count == 0) return;
    kept.insert(entry->name);
    --count;
  }
}

/// The newest of the current line from before a step; null: there is none.
const CheckpointStore::Entry* newestOf(const std::vector<CheckpointStore::Entry>& entries, std::int64_t before_step,
                                       const CurrentLine& line) {
  const auto counts = [&](const CheckpointStore::Entry& entry) {
    return entry.state.step < before_step && line.contains(entry.state.step, entry.state.segment);
  };
  const auto found = std::find_if(entries.rbegin(), entries.rend(), counts);
  return found == entries.rend() ? nullptr : &*found;
}

std::set<std::string> namesToKeep(const std::vector<CheckpointStore::Entry>& entries, const Retention& retention,
                                  const CurrentLine& line) {
  using Pointer = const CheckpointStore::Entry*;
  std::set<std::string> kept;
  std::vector<Pointer> current;
  std::vector<Pointer> superseded;
  // By whether it is of the current line, and what compares: what was given up takes nobody's place.
  std::map<std::pair<bool, std::string>, std::vector<Pointer>> ranked;
  for (const auto& entry : entries) {
    if (entry.state.pinned || entry.state.step == retention.awaited) kept.insert(entry.name);
    const bool is_current = line.contains(entry.state.step, entry.state.segment);
    (is_current ? current : superseded).push_back(&entry);
    if (const auto rank = rankOf(entry, retention.best_by)) ranked[{is_current, rank->kind}].push_back(&entry);
  }
  if (retention.troubled_since) {
    if (const auto* healthy = newestOf(entries, *retention.troubled_since, line)) kept.insert(healthy->name);
  }
  const auto newest = static_cast<std::size_t>(std::max(1, retention.newest));
  keepFirst(
      current, newest,
      [](Pointer a, Pointer b) {
        return std::pair(a->state.step, a->state.segment) > std::pair(b->state.step, b->state.segment);
      },
      kept);
  keepFirst(
      superseded, newest,
      [](Pointer a, Pointer b) {
        return std::pair(a->state.segment, a->state.step) > std::pair(b->state.segment, b->state.step);
      },
      kept);
  const auto better = [&retention](Pointer a, Pointer b) {
    return rankOf(*a, retention.best_by)->value < rankOf(*b, retention.best_by)->value;
  };
  for (const auto& [kind, of_kind] : ranked) {
    keepFirst(of_kind, static_cast<std::size_t>(std::max(0, retention.best)), better, kept);
  }
  return kept;
}

}  // namespace

CheckpointStore::CheckpointStore(fs::path folder) : folder_(std::move(folder)) {}

std::vector<CheckpointStore::Entry> CheckpointStore::list() const {
  std::vector<Entry> entries;
  for (const Named& named : findNamed(folder_)) {
    try {
      entries.push_back(readEntry(folder_, named));
    } catch (const Error& error) {
      if (error.code() != ErrorCode::kDataLoss) throw;
    }
  }
  return entries;
}

bool CheckpointStore::hasAny() const { return !findNamed(folder_).empty(); }

CheckpointStore::Entry CheckpointStore::write(const CheckpointState& state,
                                              const std::function<void(const fs::path&)>& write_tensors) {
  const Named named{state.step, state.segment, stepName(state.step, state.segment)};
  const fs::path final_path = folder_ / named.name;
  std::error_code unknown;
  if (fs::exists(final_path, unknown)) {
    Entry entry = readEntry(folder_, named);
    if (state.pinned && !entry.state.pinned) {
      pin(entry);
      entry.state.pinned = true;
    }
    return entry;
  }
  const fs::path temporary = folder_ / (std::string(kTemporaryPrefix) + named.name + "-" + std::to_string(::getpid()));
  removeFolder(temporary);  // of a dead process that had our process id
  makeFolder(temporary);
  try {
    write_tensors(temporary);
    pauseForTests();
    writeFileAtomically(temporary / kStateName, toJson(state));
    writeSha256Sums(temporary);
    flushToDisk(temporary);
    verifySha256Sums(temporary, kPinName);
    pauseForTests();
    renameFolder(temporary, final_path);
    flushToDisk(folder_);
    return readEntry(folder_, named);
  } catch (...) {
    fs::remove_all(temporary, unknown);
    fs::remove_all(final_path, unknown);
    throw;
  }
}

void CheckpointStore::verify(const Entry& entry) { verifySha256Sums(entry.path, kPinName); }

void CheckpointStore::verify(const Entry& entry, std::vector<std::string> files) {
  files.emplace_back(kStateName);
  verifySha256Sums(entry.path, files, [] {});
}

CheckpointStore::Entry CheckpointStore::select(std::optional<std::int64_t> step, const CurrentLine& line,
                                               const OnDamaged& on_damaged) const {
  return select(step, line, on_damaged, [](const Entry& entry) { verify(entry); });
}

CheckpointStore::Entry CheckpointStore::select(std::optional<std::int64_t> step, const CurrentLine& line,
                                               const OnDamaged& on_damaged, const Verify& verify) const {
  std::vector<Named> candidates = findNamed(folder_);
  std::ranges::reverse(candidates);
  bool superseded = false;
  std::optional<Error> damage;
  for (const Named& named : candidates) {
    if (step && named.step != *step) continue;
    if (!line.contains(named.step, named.segment)) {
      superseded = true;
      continue;
    }
    try {
      Entry entry = readEntry(folder_, named);
      verify(entry);
      return entry;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::kDataLoss) throw;
      if (!damage) damage = error;
      if (on_damaged) on_damaged(nameOnly(folder_, named), error);
    }
  }
  if (damage) throw Error(*damage);
  if (superseded && step) {
    throw Error(
        ErrorCode::kNotFound, "checkpoint_superseded",
        "The checkpoint of step {step} in {folder} belongs to a part of the run that a later roll back or resume "
        "superseded. Branch from it into a new run to continue from there.",
        {{"step", std::to_string(*step)}, {"folder", folder_.string()}});
  }
  throw Error(ErrorCode::kNotFound, "checkpoint_not_found",
              step ? "There is no checkpoint of step {step} in {folder}. List them, and choose one of those."
                   : "There is no checkpoint in {folder} yet.",
              {{"step", step ? std::to_string(*step) : "-1"}, {"folder", folder_.string()}});
}

std::optional<CheckpointStore::Entry> CheckpointStore::best(const CurrentLine& line, std::string_view best_by) const {
  const std::vector<Entry> entries = list();
  const Entry* const found = bestOf(entries, line, best_by);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

const CheckpointStore::Entry* bestOf(std::span<const CheckpointStore::Entry> entries, const CurrentLine& line,
                                     std::string_view best_by) {
  const CheckpointStore::Entry* best = nullptr;
  std::optional<Rank> of_best;
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {  // the newest says what compares
    const std::optional<Rank> rank = rankOf(*entry, best_by);
    if (!rank || !line.contains(entry->state.step, entry->state.segment)) continue;
    if (of_best && (rank->kind != of_best->kind || rank->value > of_best->value)) continue;
    of_best = rank;
    best = &*entry;
  }
  return best;
}

void CheckpointStore::note(const Event& evaluated) {
  const std::string name = stepName(evaluated.step, evaluated.segment);
  std::error_code unknown;
  if (!fs::exists(folder_ / name, unknown)) return;
  writeFileAtomically(evaluationFile(folder_, name), toJson(evaluated) + "\n");
}

std::optional<CheckpointStore::Entry> CheckpointStore::newestBefore(std::int64_t step, const CurrentLine& line) const {
  const std::vector<Entry> entries = list();
  const Entry* const found = newestOf(entries, step, line);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

std::vector<CheckpointStore::Kept> CheckpointStore::kept() const {
  std::error_code unknown;
  if (!fs::exists(folder_ / kKeptName, unknown)) return {};
  std::vector<Kept> all;
  std::istringstream lines(readFile(folder_ / kKeptName, kMaxStateBytes));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = std::min(line.find(' '), line.size());
    all.push_back({line.substr(0, space), line.substr(std::min(space + 1, line.size()))});
  }
  return all;
}

void CheckpointStore::writeKept(const std::vector<Kept>& kept) {
  std::string text;
  for (const Kept& one : kept) text += one.name + ' ' + one.reason + '\n';
  writeFileAtomically(folder_ / kKeptName, text);
}

void CheckpointStore::keep(const Entry& entry, std::string_view reason) {
  std::vector<Kept> all = kept();
  std::erase_if(all, [reason](const Kept& one) { return one.reason == reason || one.reason.empty(); });
  all.push_back({entry.name, std::string(reason)});
  writeKept(all);
}

void CheckpointStore::release(std::string_view reason) {
  std::vector<Kept> all = kept();
  if (std::erase_if(all, [reason](const Kept& one) { return one.reason == reason; }) > 0) writeKept(all);
}

void CheckpointStore::releaseFrom(std::int64_t step) {
  const auto is_before = [step](const Kept& one) {
    const auto named = parseName(one.name);
    return named && named->step < step;
  };
  std::vector<Kept> all = kept();
  if (std::erase_if(all, std::not_fn(is_before)) > 0) writeKept(all);
}

void CheckpointStore::prune(const Retention& retention, const CurrentLine& line) {
  const std::vector<Entry> entries = list();
  std::set<std::string> stays = namesToKeep(entries, retention, line);
  for (Kept& one : kept()) stays.insert(std::move(one.name));
  for (const Entry& entry : entries) {
    if (stays.contains(entry.name)) continue;
    // Renamed first: a kill in the middle of removing must not leave a damaged checkpoint.
    const fs::path doomed = folder_ / (std::string(kTemporaryPrefix) + "removed-" + entry.name);
    removeFolder(doomed);
    renameFolder(entry.path, doomed);
  }
  std::vector<fs::path> leftovers;
  std::error_code error;
  for (fs::directory_iterator entry(folder_, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const bool alone =
        name.ends_with(kEvaluationSuffix) && !stays.contains(name.substr(0, name.size() - kEvaluationSuffix.size()));
    if (name.starts_with(kTemporaryPrefix) || alone) leftovers.push_back(entry->path());
  }
  for (const fs::path& path : leftovers) removeFolder(path);
}

std::optional<EvaluatedScore> shownScore(const CheckpointStore::Entry& entry, std::string_view best_by) {
  const EvaluatedScore* const score = entry.evaluated ? entry.evaluated->find(best_by) : nullptr;
  if (score != nullptr) return *score;
  return entry.state.score ? std::optional(EvaluatedScore{"", *entry.state.score, {}}) : std::nullopt;
}

void CheckpointStore::pin(const Entry& entry) { writeFileAtomically(entry.path / kPinName, ""); }

CheckpointStore::Entry CheckpointStore::pin(std::int64_t step) {
  const CurrentLine everything;
  Entry entry = select(step, everything, {}, [](const Entry&) {});
  if (!entry.state.pinned) pin(entry);
  entry.state.pinned = true;
  return entry;
}

}  // namespace gan
