// What is done between two iterations, and what it needs of the line.
#include <algorithm>
#include <utility>

#include "core/log.h"
#include "session/real_grid.h"
#include "session/session.h"
#include "session/training_line.h"

namespace gan {

void TrainingLine::makeDuties(const SessionOptions& options) {
  Recorder* const recorder = recorder_.get();
  alerts_ = std::make_unique<AlertDesk>(line_, store_, recorder);
  statistics_ = std::make_unique<StatisticsDuty>(*trainer_, *alerts_, recorder);
  pictures_ = std::make_unique<PictureDuty>(folder_, config_, *trainer_, *statistics_, health_, *alerts_, recorder,
                                            data_.images().info().class_names);
  const bool replays = options.cause == SegmentStarted::Cause::kReplay;  // what was judged is not judged again
  evaluations_ = std::make_unique<EvaluationDuty>(EvaluationDuty::Parts{
      .folder = folder_,
      .config = config_,
      .line = line_,
      .trainer = *trainer_,
      .statistics = *statistics_,
      .ranks = ranks_,
      .alerts = *alerts_,
      .recorder = recorder,
      .found = [this](std::int64_t step, const Evaluated& evaluated) { checkpoints_->note(step, evaluated); },
      .program = replays ? std::vector<std::string>{} : options.evaluation_program});
  checkpoints_ =
      std::make_unique<CheckpointDuty>(CheckpointDuty::Parts{.config = config_,
                                                             .line = line_,
                                                             .trainer = *trainer_,
                                                             .store = store_,
                                                             .statistics = *statistics_,
                                                             .evaluations = *evaluations_,
                                                             .recorder = recorder,
                                                             .healthy =
                                                                 [this] {
                                                                   collect(Trainer::Drain::kAll);
                                                                   return !arrived_.alert;
                                                                 },
                                                             .troubled_since = [this] { return troubledSince(); }});
  snapshots_ = std::make_unique<SnapshotDuty>(config_, *trainer_, recorder);
  duties_ = {statistics_.get(), pictures_.get(), evaluations_.get(), checkpoints_.get(), snapshots_.get()};
}

std::optional<std::int64_t> TrainingLine::troubledSince() const {
  const auto measured = rules_.troubledSince();
  const auto seen = pictures_->troubledSince();
  return measured && seen ? std::min(measured, seen) : measured ? measured : seen;
}

void TrainingLine::writeRealPictures() {
  if (!recorder_) return;
  recorder_->post([this](const Recorder::Journal&) {
    try {
      writeRealGrid(data_.images(), folder_.config(), folder_.samples());
      if (const auto real = realVariety(folder_.samples())) pictures_->setReal(*real);
    } catch (const std::exception& error) {
      log::warning(std::string("the picture of real images could not be written: ") + error.what());
    }
  });
}

void TrainingLine::checkpointBefore(Message risk) {
  if (!checkpoints_->isDone()) checkpoint(Pin::kNo, {});
  constexpr const char* kRule = "risk";
  alerts_->keepNewest(kRule);
  record(Alert{Severity::kInfo, kRule, std::move(risk), {}});
}

}  // namespace gan
