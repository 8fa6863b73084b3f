#include "session/training_line.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "config/batch_size_consistency.h"
#include "config/images_per_iteration.h"
#include "config/recipe_kind.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/log.h"
#include "core/units.h"
#include "data/configured_loader.h"
#include "data/held_out.h"
#include "data/tolerant_dataset.h"
#include "distributed/same_start.h"
#include "sampling/png.h"
#include "session/branch.h"
#include "session/environment.h"
#include "session/grid_sampler.h"
#include "session/real_grid.h"
#include "session/session.h"
#include "tensor/compute_threads.h"

namespace gan {
namespace {

RecorderOptions recorderOptions(const RunConfig& config, const DeviceLoadMonitor& device_load,
                                std::vector<std::string> series, int ranks) {
  RecorderOptions options;
  options.columns = std::move(series);
  options.device_load = [&device_load] { return device_load.newest(); };
  options.ranks = ranks;
  using TensorBoard = RecorderOptions::TensorBoard;
  options.tensorboard = config.flag("recording.tensorboard") ? TensorBoard::kWrite : TensorBoard::kOff;
  return options;
}

/// Each process names the damaged images that it met in a file of its own.
std::string damagedImagesFile(const World& world) {
  return world.rank == 0 ? "damaged-images.txt" : "damaged-images-rank-" + std::to_string(world.rank) + ".txt";
}

/// Before anything is trained: what all ranks must have alike.
void checkRanks(Ranks& ranks, const RunFolder& folder, const DatasetInfo& data) {
  if (ranks.collective() == nullptr) return;
  std::vector<StartFact> facts = {{"the program", programFingerprint()},
                                  {"LibTorch", torchVersion()},
                                  {"the run's folder", folder.manifest().id},
                                  {"the images", data.fingerprint}};
  for (const Field& field : folder.config().schema().fields()) {
    facts.push_back({"the setting " + field.path, formatValue(folder.config().value(field.path))});
  }
  checkSameStart(*ranks.collective(), facts);
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

std::optional<RunStatus> lastStatus(std::span<const Event> events) {
  std::optional<RunStatus> last;
  for (const Event& event : events) {
    if (const auto* changed = std::get_if<StatusChanged>(&event.what)) last = changed->status;
  }
  return last;
}

bool isDue(std::int64_t step, std::int64_t interval) { return interval > 0 && step % interval == 0; }

}  // namespace

TrainingLine::TrainingLine(const RunFolder& folder, RunLock* lock, const SessionOptions& options, Ranks& ranks)
    : ranks_(ranks),
      folder_(folder),
      stop_at_step_(options.stop_at_step),
      restarted_(options.restarted),
      later_(options.script),
      device_load_(options.device_load),
      config_(folder.config()),
      live_(liveValues(config_)),
      dataset_(std::make_unique<TolerantDataset>(
          openDataset(config_), ToleranceOptions{.limit = config_.real("data.corrupt_limit"),
                                                 .list = folder.path() / damagedImagesFile(ranks.world())})),
      rank_window_(ranks.hosts()),
      store_(folder.checkpoints()) {
  const c10::Device device(options.device);
  // First: of images that differ it names rank and host, and no rank is left waiting for one that has refused them.
  checkRanks(ranks_, folder, dataset_->info());
  if (const auto& expected = folder.manifest().data_fingerprint; dataset_->info().fingerprint != expected) {
    throw Error(
        ErrorCode::kFailedPrecondition, "data_changed",
        "{run} was made with other images: its manifest says {expected}, {data} is now {found}. Restore the images, "
        "or branch into a new run.",
        {{"run", folder.path().string()},
         {"expected", expected},
         {"data", dataset_->info().name},
         {"found", dataset_->info().fingerprint}});
  }
  checkBatchSize(config_, ranks_.size());
  // Resumed by more processes than it was made with, a host would be shared by too many threads.
  const int threads = folder.manifest().threads;
  setThreads(ranks_.size() == 1 ? threads : std::min(threads, threadCount(0, ranks_.world().local_size)));
  ProgressMonitor never_cancelled;
  const ChosenWorkers chosen =
      chooseWorkers(*dataset_, config_, options.beginning != nullptr ? *options.beginning : never_cancelled,
                    {.rank = ranks_.world().rank, .size = ranks_.size(), .local = ranks_.world().local_size});
  workers_measured_ = chosen.why;
  LoaderOptions loading = loaderOptions(config_, chosen.workers);
  loading.pinned = device.is_cuda();
  loading.rank = ranks_.world().rank;
  loading.ranks = ranks_.size();
  loader_ = std::make_unique<Loader>(*dataset_, epochOrder(config_, *dataset_), loading);
  std::optional<JudgedImages> judged;
  if (recipeKind(config_) == RecipeKind::kClassifier && (validation_ = openValidation(config_)) != nullptr) {
    validation_loader_ = judgingLoader(config_, *validation_, loading);
    judged = JudgedImages{.batches = validation_loader_.get(), .count = validation_->info().count};
  }
  trainer_ = std::make_unique<Trainer>(config_, *loader_, device, ranks_.collective(), judged);
  if (lock == nullptr) return;
  if (std::filesystem::exists(folder.journal())) line_ = CurrentLine(readJournal(folder.journal()));
  recorder_ = std::make_unique<Recorder>(
      folder_, *lock, recorderOptions(config_, device_load_, trainer_->series().names(), ranks_.size()));
  // Pictures and copies are small, and a team of its own would change how long the training's threads wait.
  recorder_->post([](const Recorder::Journal&) { setOwnComputeThreads(1); });
}

TrainingLine::~TrainingLine() = default;

bool TrainingLine::start(SegmentStarted::Cause cause, std::optional<std::int64_t> from_step) {
  bool restored = false;
  bool at_its_end = false;
  ranks_.leadThrough([&] {
    std::int32_t segment = 0;  // of new weights: before the first
    if (store_.hasAny() || from_step) {
      const auto entry = select(from_step);
      restore(entry);
      segment = entry.state.segment;
      restored = true;
    }
    if (cause != SegmentStarted::Cause::kResume) return;
    if (!from_step) takeLater(trainer_->stepCount(), segment);
    at_its_end = atItsEnd();
  });
  if (ranks_.decide(restored)) takeFromRankZero();
  shareLater();
  if (ranks_.decide(at_its_end)) return false;
  openSegment(cause);
  if (!workers_measured_.empty()) record(Alert{Severity::kInfo, "loading", workers_measured_, {}});
  if (cause == SegmentStarted::Cause::kResume && !later_.empty()) {
    record(Alert{Severity::kInfo,
                 "resume",
                 {"later_commands",
                  "{count} commands that came after step {step} are carried out again at their steps.",
                  {{"count", std::to_string(later_.size())}, {"step", formatCount(stepCount())}}},
                 {}});
  }
  if (!recorder_) return true;
  recorder_->post([this](const Recorder::Journal&) {
    try {
      writeRealGrid(*dataset_, folder_.config(), folder_.samples());
    } catch (const std::exception& error) {
      log::warning(std::string("the picture of real images could not be written: ") + error.what());
    }
  });
  return true;
}

bool TrainingLine::atItsEnd() const {
  const std::int64_t total = totalSteps();
  if (total == 0 || stepCount() < total) return false;
  // A process that died behind its last iteration has not told that the run is finished.
  return stepCount() > total || lastStatus(readJournal(folder_.journal())) == RunStatus::kFinished;
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
  started.live_values = liveAssignments();
  if (cause == SegmentStarted::Cause::kResume) started.later = later_;
  recorder_->startSegment(std::move(started));
  rank_window_.restart();
  line_.add(recorder_->segment(), trainer_->stepCount());
}

std::vector<Assignment> TrainingLine::liveAssignments() const {
  std::vector<Assignment> values;
  for (const Field& field : config_.schema().fields()) {
    if (field.change == Change::kLive && applies(field, config_))
      values.push_back({field.path, config_.value(field.path)});
  }
  return values;
}

CheckpointStore::Entry TrainingLine::select(std::optional<std::int64_t> step) {
  return store_.select(step, line_, [this](const CheckpointStore::Entry& damaged, const std::string& why) {
    const Message message{"checkpoint_passed_over",
                          "checkpoint {name} is damaged and was passed over: {reason}",
                          {{"name", damaged.name}, {"reason", why}}};
    log::warning(message.english());
    if (recorder_->segment() > 0) record(Alert{Severity::kWarning, "checkpoint", message, {}});
  });
}

void TrainingLine::restore(const CheckpointStore::Entry& entry) {
  Trainer::State state = readTensors(entry.path);
  state.info = entry.state;
  RunConfig config = config_;
  for (const auto& [path, text] : entry.state.live_values) config.setText(path, text);
  trainer_->restore(state);
  configure(config);
  latest_.reset();
  sampled_step_ = -1;
  kept_step_ = entry.state.step;
  const std::lock_guard guard(last_checkpoint_mutex_);
  last_checkpoint_ = entry.name;
}

void TrainingLine::takeFromRankZero() {
  if (ranks_.size() == 1) return;
  trainer_->takeFromRankZero();
  shareLiveValues();
  latest_.reset();
  sampled_step_ = -1;
  kept_step_ = trainer_->stepCount();
}

void TrainingLine::shareLiveValues() {
  std::vector<CommandQueue::Item> values;
  if (ranks_.leads()) {
    Command set;
    set.values = liveAssignments();
    values.push_back({.number = 0, .command = std::move(set), .answer = {}});
  }
  RunConfig config = config_;
  for (const CommandQueue::Item& item : ranks_.share(std::move(values))) {
    for (const Assignment& assignment : item.command.values) config.set(assignment.path, assignment.value);
  }
  configure(config);
}

void TrainingLine::configure(const RunConfig& config) {
  config_ = config;
  live_ = liveValues(config_);
}

std::int64_t TrainingLine::totalSteps() const {
  if (stop_at_step_ > 0) return stop_at_step_;
  const std::int64_t steps = config_.integer("training.steps");
  const std::int64_t epochs = config_.integer("training.epochs");
  if (epochs == 0) return steps;
  // Counted from here: the images of an iteration, and with them what an epoch takes, may have changed on the way.
  constexpr double kRounding = 1e-6;
  const double images = (static_cast<double>(epochs) - epoch()) * static_cast<double>(loader_->imagesPerEpoch());
  const double left = std::ceil(images / static_cast<double>(imagesPerIteration(config_) * ranks_.size()) - kRounding);
  const std::int64_t by_epochs = stepCount() + static_cast<std::int64_t>(std::max(left, 0.0));
  return steps > 0 ? std::min(steps, by_epochs) : by_epochs;
}

TrainingLine::Arrived TrainingLine::step(std::int64_t pending, Wish wish) {
  const auto epoch_before = static_cast<std::int64_t>(trainer_->epoch());
  trainer_->step(live_, pending, wish, device_load_.newest());
  const std::int64_t step = trainer_->stepCount();
  Arrived arrived = take(trainer_->collect(Trainer::Drain::kDue));

  const bool epoch_ended = static_cast<std::int64_t>(trainer_->epoch()) > epoch_before;
  if (isDue(step, config_.integer("sampling.interval_steps")) || (epoch_ended && config_.flag("sampling.each_epoch"))) {
    sample();
  }
  if (isDue(step, config_.integer("checkpoint.interval_steps"))) {
    const Arrived drained = drainMetrics();
    arrived.pending = std::max(arrived.pending, drained.pending);
    arrived.stop = arrived.stop || drained.stop;
    arrived.measured = arrived.measured || drained.measured;
    if (!arrived.alert) arrived.alert = drained.alert;
    if (!arrived.alert) checkpoint(Pin::kNo, {});
  }
  return arrived;
}

TrainingLine::Arrived TrainingLine::drainMetrics() { return take(trainer_->collect(Trainer::Drain::kAll)); }

TrainingLine::Arrived TrainingLine::take(std::vector<Trainer::Collected> collected) {
  Arrived arrived;
  const std::int64_t interval = config_.integer("recording.scalars_interval_steps");
  for (Trainer::Collected& one : collected) {
    arrived.pending = std::max(arrived.pending, one.pending);
    arrived.stop = arrived.stop || one.stop;
    arrived.measured = true;
    if (auto alert = rules_.check(one.record); alert && !arrived.alert) arrived.alert = std::move(alert);
    if (recorder_ && isDue(one.record.step, interval)) {
      recorder_->record(MetricsRow{one.record.step,
                                   one.record.unix_seconds,
                                   one.record.epoch,
                                   {one.record.values.begin(), one.record.values.end()}});
    }
    if (recorder_) recordRanks(one);
    latest_ = std::move(one.record);
  }
  return arrived;
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

void TrainingLine::sample() {
  if (!recorder_ || !trainer_->makesPictures()) return;
  const std::int64_t step = trainer_->stepCount();
  sample_number_ = sampled_step_ == step ? sample_number_ + 1 : 1;
  sampled_step_ = step;
  std::string name = stepName(step, recorder_->segment());
  if (sample_number_ > 1) name += "-" + std::to_string(sample_number_);

  auto grid = std::make_shared<SampleGrid>(
      drawGrid(trainer_->snapshot(), config_, recorder_->segment(), dataset_->info().class_names));
  const auto alert = grid_rules_.check({.step = step,
                                        .finite = grid->finite,
                                        .blank = grid->blank,
                                        .infinite_statistic = trainer_->infiniteStatistic()});
  if (alert) {
    log::warning(alert->message.english());
    record(*alert);
  }
  recorder_->post([folder = folder_.samples(), name, grid](const Recorder::Journal& journal) {
    try {
      writeFileAtomically(folder / (name + ".json"), toJson(grid->info));
      writePng(folder / (name + ".png"), grid->image);
      journal(grid->info.step, SampleWritten{name, grid->info.truncation.threshold});
    } catch (const std::exception& error) {
      log::warning(std::string("a picture could not be written: ") + error.what());
    }
  });
}

void TrainingLine::checkpoint(Pin pin, Done done) {
  if (!recorder_) return;
  constexpr int kMaxPendingErrands = 4;
  if (recorder_->pendingErrands() > kMaxPendingErrands) recorder_->drain();  // copies of all weights must not pile up

  auto state = std::make_shared<Trainer::State>(trainer_->state());
  CheckpointState& info = state->info;
  info.segment = recorder_->segment();
  info.unix_seconds = unixSeconds();
  info.pinned = pin == Pin::kYes;
  info.live_values.clear();
  for (const Assignment& assignment : liveAssignments()) {
    info.live_values.emplace_back(assignment.path, formatValue(assignment.value));
  }
  kept_step_ = info.step;
  const Retention retention{.newest = static_cast<int>(config_.integer("checkpoint.keep_newest")),
                            .best = static_cast<int>(config_.integer("checkpoint.keep_best"))};

  recorder_->post([this, state, retention, line = line_, done = std::move(done)](const Recorder::Journal& journal) {
    std::exception_ptr failure;
    try {
      const double begin = unixSeconds();
      const auto entry =
          store_.write(state->info, [&](const std::filesystem::path& folder) { writeTensors(*state, folder); });
      journal(state->info.step, CheckpointWritten{entry.name, entry.bytes, unixSeconds() - begin, entry.state.pinned});
      {
        const std::lock_guard guard(last_checkpoint_mutex_);
        last_checkpoint_ = entry.name;
      }
      store_.prune(retention, line);
    } catch (const std::exception& error) {
      failure = std::current_exception();
      const Message message{"checkpoint_not_written",
                            "the checkpoint of step {step} could not be written: {reason}",
                            {{"step", formatCount(state->info.step)}, {"reason", error.what()}}};
      log::error(message.english());
      if (!done) journal(state->info.step, Alert{Severity::kError, "checkpoint", message, {"checkpoint"}});
    }
    if (done) done(failure, journal);
  });
}

void TrainingLine::finish(Done done) {
  if (!recorder_) return;
  const std::int64_t step = trainer_->stepCount();
  if (sampled_step_ != step) sample();
  if (kept_step_ == step) return done(nullptr, {});
  checkpoint(Pin::kNo, std::move(done));
}

std::int64_t TrainingLine::rollBack(std::int64_t step) {
  ranks_.leadThrough([&] {
    recorder_->drain();
    restore(select(step < 0 ? std::nullopt : std::optional(step)));
  });
  takeFromRankZero();
  later_.clear();
  openSegment(SegmentStarted::Cause::kRollback);
  return trainer_->stepCount();
}

void TrainingLine::branch(std::int64_t step, const std::string& path, Done done) {
  if (!recorder_) return;
  recorder_->drain();
  const auto entry = select(step < 0 ? std::nullopt : std::optional(step));
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

std::string TrainingLine::lastCheckpoint() const {
  const std::lock_guard guard(last_checkpoint_mutex_);
  return last_checkpoint_;
}

}  // namespace gan
