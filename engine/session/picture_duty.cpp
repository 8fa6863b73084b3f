#include "session/picture_duty.h"

#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "core/atomic_file.h"
#include "core/log.h"
#include "core/message.h"
#include "core/units.h"
#include "sampling/grid_sampler.h"
#include "sampling/png.h"

namespace gan {

PictureDuty::PictureDuty(const RunFolder& folder, const RunConfig& config, Trainer& trainer, StatisticsDuty& statistics,
                         const HealthOptions& health, AlertDesk& alerts, Recorder* recorder,
                         std::vector<std::string> class_names)
    : folder_(folder),
      config_(config),
      trainer_(trainer),
      statistics_(statistics),
      health_(health),
      alerts_(alerts),
      recorder_(recorder),
      class_names_(std::move(class_names)) {}

bool PictureDuty::due(const Standing& now) const {
  const std::int64_t interval = config_.integer("sampling.interval_steps");
  return (interval > 0 && now.step % interval == 0) || (now.epoch_ended && config_.flag("sampling.each_epoch"));
}

void PictureDuty::run() {
  try {
    draw();
  } catch (const std::exception& error) {
    const Message message{"picture_not_drawn",
                          "the picture of step {step} could not be drawn: {reason}",
                          {{"step", formatCount(trainer_.stepCount())}, because(error)}};
    log::warning(message.english());
    recorder_->record(trainer_.stepCount(), Alert{Severity::kWarning, "picture", message, {}});
  }
}

void PictureDuty::forget() {
  drawn_step_ = -1;
  sampled_.reset();
  rules_.restart();
}

SampledGenerator& PictureDuty::present() {
  if (sampled_ && sampled_step_ == trainer_.stepCount()) return *sampled_;
  sampled_.reset();  // its memory serves the next
  sampled_ = std::make_unique<SampledGenerator>(trainer_.snapshot().generator);
  sampled_step_ = trainer_.stepCount();
  return *sampled_;
}

void PictureDuty::draw() {
  if (recorder_ == nullptr || !trainer_.makesPictures()) return;
  auto grid = std::make_shared<SampleGrid>(
      drawGrid(present(), trainer_.stepCount(), config_, recorder_->segment(), class_names_));
  // Standing statistics take many times as long as a picture; anything else is not worth a copy of the weights.
  if (config_.text("sampling.statistics") != "standing") sampled_.reset();
  number_ = isDone() ? number_ + 1 : 1;
  drawn_step_ = trainer_.stepCount();
  std::string name = stepName(drawn_step_, recorder_->segment());
  if (number_ > 1) name += "-" + std::to_string(number_);
  if (statistics_.areFinite()) {  // else they are to blame, which that duty tells
    if (auto alert = rules_.check(seen(*grid), health_)) alerts_.tell(drawn_step_, std::move(*alert));
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

GridRecord PictureDuty::seen(const SampleGrid& grid) const {
  GridRecord record{.step = drawn_step_, .finite = grid.finite, .blank = grid.blank};
  // Latents that are meant to be alike make pictures that are.
  constexpr double kLeastTruncation = 0.5;
  const double threshold = grid.info.truncation.threshold;
  const double real = real_variance_;
  if (!grid.finite || real == 0 || (threshold > 0 && threshold < kLeastTruncation)) return record;
  const Variety drawn = varietyOf(grid.image, grid.info);
  if (drawn.variance) record.variety = *drawn.variance / real;
  record.equal = drawn.equal - real_equal_;
  return record;
}

void PictureDuty::setReal(const Variety& real) {
  real_equal_ = real.equal;
  real_variance_ = real.variance.value_or(0);
}

}  // namespace gan
