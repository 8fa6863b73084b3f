#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "run/recorder.h"
#include "sampling/sampled_generator.h"
#include "session/duty.h"
#include "session/statistics_duty.h"
#include "training/rules.h"
#include "training/trainer.h"

namespace gan {

/// Draws the grid of fixed latents, as sampling.* say, and warns of what it shows; the recorder writes it. Nothing on
/// ranks other than 0, and where no network makes pictures.
class PictureDuty : public Duty {
 public:
  /// All must outlive it; recorder is null on ranks other than 0. config: the run's, as it changes.
  PictureDuty(const RunFolder& folder, const RunConfig& config, Trainer& trainer, StatisticsDuty& statistics,
              Recorder* recorder, std::vector<std::string> class_names);

  bool due(const Standing& now) const override;
  /// Draws; what it fails of becomes an alert, for training is worth more than its pictures.
  void run() override;
  /// Throws what drawing throws; then there is no picture, and nothing has changed.
  void draw();

  /// Whether the present step has a picture.
  bool isDone() const { return drawn_step_ == trainer_.stepCount(); }
  /// The weights are others now than those that were drawn.
  void forget();

 private:
  /// The present weights, with what was computed of them for the pictures of this step.
  SampledGenerator& present();

  const RunFolder& folder_;
  const RunConfig& config_;
  Trainer& trainer_;
  StatisticsDuty& statistics_;
  Recorder* recorder_;
  const std::vector<std::string> class_names_;
  GridRules rules_;
  std::int64_t number_ = 0;  ///< Pictures made at the present step.
  std::int64_t drawn_step_ = -1;
  std::unique_ptr<SampledGenerator> sampled_;  ///< Of sampled_step_; null: of none.
  std::int64_t sampled_step_ = -1;
};

}  // namespace gan
