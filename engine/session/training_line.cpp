#include "session/training_line.h"

#include <algorithm>
#include <span>
#include <utility>

#include "config/network_placement.h"
#include "config/training_length.h"
#include "core/error.h"
#include "core/log.h"
#include "core/message.h"
#include "core/units.h"
#include "core/user_at_host.h"
#include "run/training_end.h"
#include "session/branch.h"
#include "session/environment.h"
#include "session/live_assignments.h"
#include "session/placed_run.h"
#include "session/resume_changes.h"
#include "session/session.h"
#include "tensor/compute_threads.h"

namespace gan {
namespace {

RecorderOptions recorderOptions(const RunConfig& config, const DeviceLoadMonitor& device_load,
                                const std::atomic<double>& runs_out_within_hours, std::vector<std::string> series,
                                int ranks) {
  RecorderOptions options;
  options.columns = std::move(series);
  options.device_load = [&device_load] { return device_load.newest(); };
  options.runs_out_within_hours = [&runs_out_within_hours] { return runs_out_within_hours.load(); };
  options.ranks = ranks;
  using TensorBoard = RecorderOptions::TensorBoard;
  options.tensorboard = config.flag("recording.tensorboard") ? TensorBoard::kWrite : TensorBoard::kOff;
  return options;
}

/// Half of what an entry of the journal may have.
constexpr std::size_t kMostLaterBytes = std::size_t{1} << 19U;

std::string asText(const std::vector<ScheduledCommand>& later) {
  Event event;
  SegmentStarted segment;
  segment.later = later;
  event.what = std::move(segment);
  return toJson(event);
}

/// Before anything of theirs is opened that depends on it.
Ranks& divided(Ranks& ranks, const RunConfig& config) {
  ranks.divide(static_cast<int>(config.integer("distributed.stages")));
  return ranks;
}

/// What this process's trainer is made of.
RunConfig asTrainedHere(RunConfig config, const SessionOptions& options, Ranks& ranks) {
  if (!options.placement.empty()) config.setText("distributed.placement", options.placement);
  const bool chooses = config.text("distributed.pipeline") == "auto";
  settlePipeline(config, options.device, ranks);
  if (chooses && ranks.leads()) {
    log::info("distributed.pipeline = auto: " + config.text("distributed.pipeline") + " by the memory that is free");
  }
  return config;
}

/// Where this process does, as RankTimes has it.
std::string computesOn(RunConfig config, const SessionOptions& options) {
  if (!options.placement.empty()) config.setText("distributed.placement", options.placement);
  const NetworkPlacement placement = networkPlacement(config);
  if (placement.automatic) return "auto";
  std::vector<std::string> devices = placement.devices();
  const bool at_home = placement.generator.empty() || placement.discriminator.empty();
  if (at_home && std::ranges::find(devices, options.device) == devices.end()) devices.push_back(options.device);
  std::string names;
  for (const std::string& device : devices) {
    names += (names.empty() ? "" : "+") + device.substr(device.find(':') + 1);  // of "cuda:1" the number
  }
  return names;
}

/// A process that died behind its last iteration has not told that the run is finished.
bool diedUnderway(std::optional<RunStatus> last) {
  return last == RunStatus::kStarting || last == RunStatus::kRunning || last == RunStatus::kPaused ||
         last == RunStatus::kFailed;
}

std::optional<RunStatus> lastStatus(std::span<const Event> events) {
  std::optional<RunStatus> last;
  for (const Event& event : events) {
    if (const auto* changed = std::get_if<StatusChanged>(&event.what)) last = changed->status;
  }
  return last;
}

bool isJudged(std::span<const Event> events, const CurrentLine& line, std::int64_t step) {
  return std::ranges::any_of(events, [&](const Event& event) {
    return std::holds_alternative<Evaluated>(event.what) && event.step == step && line.contains(step, event.segment);
  });
}

}  // namespace

TrainingLine::TrainingLine(const RunFolder& folder, RunLock* lock, const SessionOptions& options, Ranks& ranks)
    : ranks_(divided(ranks, folder.config())),
      folder_(folder),
      stop_at_step_(options.stop_at_step),
      restarted_(options.restarted),
      changes_(options.changes),
      later_(options.script),
      device_load_(options.device_load),
      config_(folder.config()),
      live_(liveValues(config_)),
      data_(folder, config_, ranks,
            c10::Device(options.device).is_cuda() ? TrainingData::Memory::kPinned : TrainingData::Memory::kPageable,
            options.beginning),
      trainer_(std::make_unique<Trainer>(asTrainedHere(config_, options, ranks_), data_.loader(),
                                         c10::Device(options.device), ranks_.processes(), data_.judged(),
                                         options.cuda)),
      rank_window_(ranks.hosts(), ranks_.gather(computesOn(config_, options))),
      store_(folder.checkpoints()) {
  configure(config_);
  if (lock != nullptr) {
    line_ = CurrentLine(journalSoFar(folder.journal()));
    recorder_ = std::make_unique<Recorder>(
        folder_, *lock,
        recorderOptions(config_, device_load_, runs_out_within_hours_, trainer_->series().names(), ranks_.size()));
    // Pictures and copies are small, and a team of its own would change how long the training's threads wait.
    recorder_->post([](const Recorder::Journal&) { setOwnComputeThreads(1); });
  }
  makeDuties(options);
}

TrainingLine::~TrainingLine() = default;

bool TrainingLine::start(SegmentStarted::Cause cause, std::optional<std::int64_t> from_step) {
  bool restored = false;
  bool at_its_end = false;
  std::size_t again = 0;  // on rank 0, which alone records
  ranks_.leadThrough([&] {
    std::int32_t segment = 0;  // of new weights: before the first
    if (store_.hasAny() || from_step) {
      const auto entry = select(from_step);
      restore(entry);
      segment = entry.state.segment;
      restored = true;
    } else {
      checkBeginning(cause);
    }
    const bool resumes = cause == SegmentStarted::Cause::kResume;
    if (resumes && !from_step) takeLater(trainer_->stepCount(), segment);
    leaveOutUnchanged(later_, config_);
    again = resumes ? takeChanges() : later_.size();
    at_its_end = resumes && atItsEnd();
  });
  if (ranks_.decide(restored)) takeFromRankZero();
  shareLater();
  if (ranks_.decide(at_its_end)) return false;
  openSegment(cause);
  using Commands = EvaluationDuty::Commands;
  evaluations_->begin(again > 0 ? Commands::kComeAgain : Commands::kAreForgotten);
  if (cause != SegmentStarted::Cause::kResume) warnOfClasses();
  if (!data_.workersMeasured().empty()) record(Alert{Severity::kInfo, "loading", data_.workersMeasured(), {}});
  if (cause == SegmentStarted::Cause::kResume && again > 0) {
    record(Alert{Severity::kInfo,
                 "resume",
                 {"later_commands",
                  "{count} commands that came after step {step} are carried out again at their steps.",
                  {{"count", std::to_string(again)}, {"step", formatCount(stepCount())}}},
                 {}});
  }
  writeRealPictures();
  return true;
}

void TrainingLine::warnOfClasses() {
  const auto& info = data_.images().info();
  const std::int64_t told = config_.integer("model.classes");
  const auto present = static_cast<std::int64_t>(info.class_names.size());
  if (!recorder_ || told <= present) return;
  const Message message{"classes_without_images",
                        "model.classes is {classes}, but {data} has images of {present} classes: what the generator "
                        "makes of the others is compared with no real image. In a new run, set it to auto.",
                        {{"classes", std::to_string(told)}, {"data", info.name}, {"present", std::to_string(present)}}};
  log::warning(message.english());
  record(Alert{Severity::kWarning, "classes", message, {}});
}

void TrainingLine::checkBeginning(SegmentStarted::Cause cause) const {
  const RunManifest& manifest = folder_.manifest();
  const bool repeats_from_new_weights = cause == SegmentStarted::Cause::kReplay && manifest.parent_step == 0;
  if (manifest.parent_step >= 0 && !repeats_from_new_weights) {
    throw Error(ErrorCode::kDataLoss, "branch_without_checkpoint",
                "{run} is to go on from step {step} of {parent}, but holds no checkpoint. Restore {checkpoints} from a "
                "copy, or make the run anew, in another folder.",
                {{"run", folder_.path().string()},
                 {"step", formatCount(manifest.parent_step)},
                 {"parent", manifest.parent_path},
                 {"checkpoints", folder_.checkpoints().string()}});
  }
  for (const Event& event : readJournal(folder_.journal())) {
    const auto* written = std::get_if<CheckpointWritten>(&event.what);
    if (written == nullptr) continue;
    throw Error(
        ErrorCode::kDataLoss, "run_without_checkpoints",
        "{run} has written checkpoints, {name} first, but none is left: it would begin again from new weights. "
        "Restore {checkpoints} from a copy, or train a new run, in another folder.",
        {{"run", folder_.path().string()}, {"name", written->name}, {"checkpoints", folder_.checkpoints().string()}});
  }
}

bool TrainingLine::atItsEnd() const {
  const std::int64_t total = totalSteps();
  if (total == 0 || stepCount() < total) return false;
  if (stepCount() > total) return true;
  const std::vector<Event> events = readJournal(folder_.journal());
  if (newestTrainingEnd(events) > total) return true;  // it was to go further, and left nothing to be made up for here
  const std::optional<RunStatus> last = lastStatus(events);
  if (diedUnderway(last)) return false;
  // Whoever stops a training does not wait for its last score, which is made up for.
  return last != RunStatus::kStopped || !evaluations_->isAtInterval(total) || isJudged(events, line_, total);
}

std::vector<Command> TrainingLine::due() {
  std::vector<Command> due;
  const auto first_later =
      std::ranges::find_if(later_, [this](const ScheduledCommand& next) { return next.step > stepCount(); });
  for (auto next = later_.begin(); next != first_later; ++next) due.push_back(std::move(next->command));
  later_.erase(later_.begin(), first_later);
  return due;
}

void TrainingLine::takeLater(std::int64_t step, std::int32_t segment) {
  LaterCommands later = laterCommands(readJournal(folder_.journal()), step, segment);
  RunConfig config = config_;
  for (const Assignment& assignment : later.values) config.set(assignment.path, assignment.value);
  configure(config);
  later_ = std::move(later.commands);
  if (asText(later_).size() > kMostLaterBytes) {
    log::warning("What was asked of the run after step " + formatCount(step) + " is too much to be done again: " +
                 formatCount(static_cast<std::int64_t>(later_.size())) + " commands");
    later_.clear();
  }
  if (!restarted_) {  // whoever resumes a run does not want it to wait
    std::erase_if(later_, [](const ScheduledCommand& next) { return next.command.kind == CommandKind::kPause; });
  }
}

std::size_t TrainingLine::takeChanges() {
  if (changes_.empty()) return later_.size();
  Command set;
  set.client = userAtHost() + std::string(kResumeClient);
  set.values = changes_;
  RunConfig config = config_;
  std::vector<std::string> changed;
  for (const Assignment& assignment : set.values) {
    config.set(assignment.path, assignment.value);
    changed.push_back(assignment.path);
  }
  checkChanges(config, changed);
  supersede(later_, set, stepCount());
  const std::size_t others = later_.size();
  later_.insert(std::ranges::upper_bound(later_, stepCount(), {}, &ScheduledCommand::step), {stepCount(), set});
  leaveOutUnchanged(later_, config_);
  return others;
}

void TrainingLine::shareLater() {
  if (ranks_.size() == 1) return;
  shareLiveValues();
  const std::string text = ranks_.share(asText(later_));
  later_ = std::get<SegmentStarted>(eventFromJson(text, "What rank 0 does again").what).later;
}

void TrainingLine::openSegment(SegmentStarted::Cause cause) {
  if (!recorder_) return;
  SegmentStarted started;
  started.cause = cause;
  started.first_step = trainer_->stepCount();
  started.engine = engineIdentity();
  started.total_steps = totalSteps();
  started.live_values = liveAssignments(config_);
  if (cause == SegmentStarted::Cause::kResume) started.later = later_;
  recorder_->startSegment(std::move(started));
  rank_window_.restart();
  line_.add(recorder_->segment(), trainer_->stepCount());
}

CheckpointStore::OnDamaged TrainingLine::damagedIsPassedOver() {
  return [this](const CheckpointStore::Entry& damaged, const Error& why) {
    const Message message{"checkpoint_passed_over",
                          "checkpoint {name} is damaged and was passed over: {reason}",
                          {{"name", damaged.name}, because(why)}};
    log::warning(message.english());
    if (recorder_->segment() > 0) record(Alert{Severity::kWarning, "checkpoint", message, {}});
  };
}

CheckpointStore::Entry TrainingLine::select(std::optional<std::int64_t> step) {
  return store_.select(step, line_, damagedIsPassedOver());
}

void TrainingLine::restore(const CheckpointStore::Entry& entry) {
  Trainer::State state = readTensors(entry.path);
  state.info = entry.state;
  RunConfig config = config_;
  for (const auto& [path, text] : entry.state.live_values) config.setText(path, text);
  trainer_->restore(state);
  configure(config);
  forget(entry.name);
}

void TrainingLine::forget(const std::string& checkpoint) {
  latest_.reset();
  rules_.restart();
  statistics_->forget();
  pictures_->forget();
  evaluations_->forget();
  checkpoints_->restored(checkpoint);
}

void TrainingLine::takeFromRankZero() {
  if (ranks_.size() == 1) return;
  trainer_->takeFromRankZero();
  shareLiveValues();
  forget({});
}

void TrainingLine::shareLiveValues() {
  std::vector<CommandQueue::Item> values;
  if (ranks_.leads()) {
    Command set;
    set.values = liveAssignments(config_);
    values.push_back({.number = 0, .command = std::move(set), .answer = {}});
  }
  RunConfig config = config_;
  for (const CommandQueue::Item& item : ranks_.share(std::move(values))) {
    for (const Assignment& assignment : item.command.values) config.set(assignment.path, assignment.value);
  }
  configure(config);
}

void TrainingLine::configure(const RunConfig& config) {
  // First: what they throw must not leave half of a change.
  const LiveValues live = liveValues(config);
  const HealthOptions health = healthOptions(config);
  live_ = live;
  health_ = health;
  runs_out_within_hours_ = config.real("health.runs_out_within");
  config_ = config;
}

std::int64_t TrainingLine::totalSteps() const {
  if (stop_at_step_ > 0) return stop_at_step_;
  return gan::totalSteps(config_, data_.loader().imagesPerEpoch(), ranks_.replicas(),
                         {.steps = stepCount(), .epochs = epoch()});
}

TrainingLine::Arrived TrainingLine::step(std::int64_t pending, Wish wish) {
  const auto epoch_before = static_cast<std::int64_t>(trainer_->epoch());
  trainer_->step(live_, pending, wish, device_load_.newest());
  collect(Trainer::Drain::kDue);
  const Standing now{.step = trainer_->stepCount(),
                     .epoch_ended = static_cast<std::int64_t>(trainer_->epoch()) > epoch_before};
  for (Duty* duty : duties_) {
    if (duty->due(now)) duty->run();
  }
  return std::exchange(arrived_, {});
}

void TrainingLine::serveSnapshots() {
  if (snapshots_->due({})) snapshots_->run();
}

TrainingLine::Arrived TrainingLine::drainMetrics() {
  collect(Trainer::Drain::kAll);
  return std::exchange(arrived_, {});
}

void TrainingLine::collect(Trainer::Drain drain) {
  const std::int64_t interval = config_.integer("recording.scalars_interval_steps");
  for (Trainer::Collected& one : trainer_->collect(drain)) {
    arrived_.pending = std::max(arrived_.pending, one.pending);
    arrived_.stop = arrived_.stop || one.stop;
    arrived_.measured = true;
    for (Alert& alert : rules_.check(one.record, health_)) {
      if (alert.rule != kNotFiniteRule) {
        alerts_->tell(one.record.step, std::move(alert));
      } else if (!arrived_.alert) {
        arrived_.alert = std::move(alert);
      }
    }
    if (recorder_) {
      auto row = rowOf(one.record, one.record.step % interval == 0 ? Recorded::kAll : Recorded::kOccasional);
      if (row) recorder_->record(std::move(*row));
    }
    if (recorder_) recordRanks(one);
    latest_ = std::move(one.record);
  }
}

void TrainingLine::recordRanks(const Trainer::Collected& collected) {
  auto measured = rank_window_.add(collected.ranks);
  if (!measured) return;
  const auto alert = straggler_rule_.check(*measured);
  recorder_->record(collected.record.step, std::move(*measured));
  if (!alert) return;
  log::warning(alert->message.english());
  recorder_->record(collected.record.step, *alert);
}

void TrainingLine::finish(Done done) {
  if (!recorder_) return;
  if (!pictures_->isDone()) sample();
  if (checkpoints_->isDone()) return done(nullptr, {});
  checkpoint(Pin::kNo, std::move(done));
}

std::int64_t TrainingLine::rollBack(std::int64_t step) {
  ranks_.leadThrough([&] {
    recorder_->drain();
    restore(select(step < 0 ? std::nullopt : std::optional(step)));
  });
  takeFromRankZero();
  later_.clear();
  alerts_->wentBackTo(stepCount());
  openSegment(SegmentStarted::Cause::kRollback);
  evaluations_->begin(EvaluationDuty::Commands::kAreForgotten);
  return trainer_->stepCount();
}

void TrainingLine::branch(std::int64_t step, const std::string& path, Done done) {
  if (!recorder_) return;
  recorder_->drain();
  const auto entry = branchOrigin(store_, step < 0 ? std::nullopt : std::optional(step), line_, damagedIsPassedOver());
  recorder_->post([folder = folder_, entry, path, done = std::move(done)](const Recorder::Journal& journal) {
    std::exception_ptr failure;
    try {
      branchRun(folder, entry, path);
    } catch (const std::exception&) {
      failure = std::current_exception();
    }
    if (done) done(failure, journal);
  });
}

}  // namespace gan
