#include "session/shared_accuracy.h"

#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/log.h"
#include "session/judge_run.h"

namespace gan {

namespace fs = std::filesystem;

SharedAccuracy::SharedAccuracy(fs::path folder, Compute compute)
    : folder_(std::move(folder)), compute_(std::move(compute)) {
  std::error_code failure;
  if (folder_.empty()) return;
  fs::create_directories(folder_, failure);
  if (!failure) return;
  log::warning("an accuracy score is not kept in " + folder_.string() + ": " + failure.message());
  folder_.clear();
}

std::optional<AccuracyScore> SharedAccuracy::kept() const {
  constexpr std::uint64_t kMostBytes = 1U << 12U;
  std::error_code ignored;
  if (!fs::exists(file(), ignored)) return std::nullopt;
  try {
    const auto facts = nlohmann::json::parse(readFile(file(), kMostBytes));
    return AccuracyScore{.top1 = facts.at("top1").get<double>(),
                         .top5 = facts.at("top5").get<double>(),
                         .real = facts.at("real").get<std::int64_t>(),
                         .generated = facts.at("generated").get<std::int64_t>()};
  } catch (const std::exception& error) {
    log::warning(file().string() + " is made again: " + error.what());
    return std::nullopt;
  }
}

AccuracyScore SharedAccuracy::computed() {
  const fs::path states = folder_.empty() ? fs::path() : folder_ / "classifier";
  const AccuracyScore score = compute_(states);
  if (folder_.empty() || score.replaced > 0) return score;  // it is not of the images that were asked for
  const nlohmann::json facts = {
      {"top1", score.top1}, {"top5", score.top5}, {"real", score.real}, {"generated", score.generated}};
  std::error_code ignored;
  try {
    writeFileAtomically(file(), facts.dump() + "\n");
    fs::remove_all(states, ignored);
  } catch (const Error& error) {
    log::warning(std::string("an accuracy score is not kept: ") + error.message());
  }
  return score;
}

std::optional<FileTurn> SharedAccuracy::turn(const Take& take) {
  if (folder_.empty()) return std::nullopt;
  try {
    return take(fs::path(file()) += ".lock");
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
    log::warning(std::string("an accuracy score is not kept: ") + error.message());
    folder_.clear();
    return std::nullopt;
  }
}

void SharedAccuracy::computeFree() {
  const std::optional<FileTurn> turn = this->turn([](const fs::path& lock) { return FileTurn::tryTake(lock); });
  if (turn && !kept()) computed();
}

AccuracyScore SharedAccuracy::score(ProgressMonitor& monitor) {
  const std::optional<FileTurn> turn = this->turn([&](const fs::path& lock) {
    return FileTurn::take(lock, [&] {
      monitor.throwIfCancelled();
      monitor.report(
          {.stage = "waiting for another process that makes the classifier of generated pictures", .unit = "steps"});
    });
  });
  if (const auto found = turn ? kept() : std::nullopt) return *found;
  return computed();
}

}  // namespace gan
