#include "run/kept_evaluations.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <system_error>
#include <tuple>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/log.h"
#include "run/evaluated_json.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKeptPrefix = "kept-";
constexpr std::size_t kMost = 10'000;  // of a folder that anybody may write into

fs::path folderOf(const fs::path& run) { return run / "evaluation"; }

json::Json objectOf(const KeptEvaluation& kept) {
  json::Json out = {{"step", kept.step}, {"segment", kept.segment}, {"unix_seconds", json::real(kept.unix_seconds)}};
  json::writeEvaluated(out, kept.evaluated);
  return out;
}

std::optional<KeptEvaluation> read(const fs::path& file) {
  try {
    return keptEvaluationFromJson(readFile(file, json::kMaxBytes), file.string());
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kNotFound) log::warning(error.what());  // it may have gone meanwhile
    return std::nullopt;
  }
}

}  // namespace

void keepEvaluation(const fs::path& run, const std::string& id, const KeptEvaluation& kept) {
  const fs::path folder = folderOf(run);
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) throwFileError("make", folder, failure.value());
  writeFileAtomically(folder / (kKeptPrefix + id + ".json"), json::pretty(objectOf(kept)));
}

std::vector<KeptEvaluation> keptEvaluations(const fs::path& run) {
  std::vector<KeptEvaluation> all;
  std::error_code none;
  for (fs::directory_iterator entry(folderOf(run), none), end; !none && entry != end; entry.increment(none)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(kKeptPrefix) || entry->path().extension() != ".json") continue;
    if (auto kept = read(entry->path())) all.push_back(std::move(*kept));
    if (all.size() == kMost) break;
  }
  std::ranges::sort(all, {}, [](const KeptEvaluation& kept) {
    return std::tuple(kept.unix_seconds, kept.step, kept.evaluated.truncation);
  });
  return all;
}

std::string keptEvaluationsMark(const fs::path& run) {
  constexpr std::chrono::seconds kCoarsest(2);  // file systems' clocks
  std::error_code none;
  const fs::file_time_type changed = fs::last_write_time(folderOf(run), none);
  if (none) return "none";
  if (changed + kCoarsest >= fs::file_time_type::clock::now()) return {};
  return std::to_string(changed.time_since_epoch().count());
}

std::string toJson(const KeptEvaluation& kept) { return json::line(objectOf(kept)); }

KeptEvaluation keptEvaluationFromJson(std::string_view text, const std::string& source) {
  const json::Origin origin{"evaluation_bad_file", source, "Remove it, and evaluate that step again."};
  const json::Json object = json::parseObject(text, origin);
  const json::Members in(object, origin);
  KeptEvaluation kept;
  kept.step = in.integer("step");
  kept.segment = in.segment("segment");
  kept.unix_seconds = in.real("unix_seconds");
  json::readEvaluated(in, kept.evaluated);
  return kept;
}

}  // namespace gan
