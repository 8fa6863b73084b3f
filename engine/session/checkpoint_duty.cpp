#include "session/checkpoint_duty.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <memory>
#include <utility>

#include "config/yaml.h"
#include "core/error.h"
#include "core/log.h"
#include "core/message.h"
#include "core/units.h"
#include "session/live_assignments.h"

namespace gan {
namespace {

/// Who hears of a checkpoint lists what stands, and not what is about to go: it is told last, and also where the rest
/// fails.
template <class Do, class Tell>
void doThenTell(const Do& work, const Tell& tell) {
  std::exception_ptr failure;
  try {
    work();
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  tell();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

bool CheckpointDuty::isAtInterval(std::int64_t step) const {
  const std::int64_t interval = parts_.config.integer("checkpoint.interval_steps");
  return interval > 0 && step % interval == 0;
}

bool CheckpointDuty::due(const Standing& now) const {
  // Where weights were judged on all ranks, though rank 0 alone knows whether they are the best: metrics are taken in
  // by all together.
  const bool judged = parts_.trainer.score() || parts_.evaluations.isAtInterval(now.step);
  return isAtInterval(now.step) || (judged && parts_.config.integer("checkpoint.keep_best") > 0);
}

void CheckpointDuty::run() {
  if (!parts_.healthy() || !parts_.statistics.areFinite()) return;
  const std::int64_t step = parts_.trainer.stepCount();
  if (isAtInterval(step) || parts_.evaluations.runningStep() == step || isBest()) write(Pin::kNo, {});
}

bool CheckpointDuty::isBest() {
  const std::optional<double> score = parts_.trainer.score();
  if (!score || parts_.recorder == nullptr) return false;
  if (!least_score_) {
    parts_.recorder->drain();
    const auto best = parts_.store.best(parts_.line, parts_.config.text("evaluation.best_by"));
    least_score_ = best && best->state.score ? *best->state.score : std::numeric_limits<double>::infinity();
  }
  return *score < *least_score_;
}

void CheckpointDuty::write(Pin pin, Done done) {
  Recorder* const recorder = parts_.recorder;
  if (recorder == nullptr) return;
  const RunConfig& config = parts_.config;
  auto state = std::make_shared<Trainer::State>(parts_.trainer.state());
  CheckpointState& info = state->info;
  info.segment = recorder->segment();
  info.unix_seconds = unixSeconds();
  info.pinned = pin == Pin::kYes;
  info.live_values.clear();
  for (const Assignment& assignment : liveAssignments(config)) {
    info.live_values.emplace_back(assignment.path, formatValue(assignment.value));
  }
  kept_step_ = info.step;
  if (info.score && least_score_) least_score_ = std::min(*least_score_, *info.score);
  recorder->post([this, state, retention = retention(), line = parts_.line, model = modelYaml(config),
                  done = std::move(done)](const Recorder::Journal& journal) {
    std::exception_ptr failure;
    try {
      const double begin = unixSeconds();
      const auto entry = parts_.store.write(
          state->info, [&](const std::filesystem::path& folder) { writeTensors(*state, folder, model); });
      setLast(entry.name);
      const CheckpointWritten written{entry.name, entry.bytes, unixSeconds() - begin, entry.state.pinned};
      doThenTell([&] { parts_.store.prune(retention, line); }, [&] { journal(state->info.step, written); });
    } catch (const std::exception& error) {
      failure = std::current_exception();
      const Message message{"checkpoint_not_written",
                            "the checkpoint of step {step} could not be written: {reason}",
                            {{"step", formatCount(state->info.step)}, because(error)}};
      log::error(message.english());
      if (!done) journal(state->info.step, Alert{Severity::kError, "checkpoint", message, {"checkpoint"}});
    }
    if (done) done(failure, journal);
  });
}

void CheckpointDuty::pin(std::int64_t step, Done done) {
  if (parts_.recorder == nullptr) return;
  parts_.recorder->post([this, step, done = std::move(done)](const Recorder::Journal& journal) {
    std::exception_ptr failure;
    try {
      parts_.store.pin(step);
    } catch (const std::exception&) {
      failure = std::current_exception();
    }
    done(failure, journal);
  });
}

Retention CheckpointDuty::retention() const {
  return {.newest = static_cast<int>(parts_.config.integer("checkpoint.keep_newest")),
          .best = static_cast<int>(parts_.config.integer("checkpoint.keep_best")),
          .best_by = parts_.config.text("evaluation.best_by"),
          .awaited = parts_.evaluations.runningStep(),
          .troubled_since = parts_.troubled_since()};
}

void CheckpointDuty::note(std::int64_t step, const Evaluated& evaluated) {
  Event event;
  event.step = step;
  event.unix_seconds = unixSeconds();
  event.what = evaluated;
  parts_.recorder->post(
      [this, event = std::move(event), retention = retention(), line = parts_.line](const Recorder::Journal& journal) {
        const auto keep = [&] {
          // A step that is judged after a resume, or in a branch, was kept by the segment before.
          for (const CheckpointStore::Entry& entry : parts_.store.list()) {
            if (entry.state.step != event.step || !line.contains(entry.state.step, entry.state.segment)) continue;
            Event of_its_segment = event;
            of_its_segment.segment = entry.state.segment;
            parts_.store.note(of_its_segment);
          }
          parts_.store.prune(retention, line);
        };
        doThenTell(keep, [&] { journal(event.step, event.what); });
      });
}

void CheckpointDuty::restored(const std::string& name) {
  kept_step_ = parts_.trainer.stepCount();
  least_score_.reset();
  if (!name.empty()) setLast(name);
}

std::string CheckpointDuty::last() const {
  const std::lock_guard guard(mutex_);
  return last_;
}

void CheckpointDuty::setLast(const std::string& name) {
  const std::lock_guard guard(mutex_);
  last_ = name;
}

}  // namespace gan
