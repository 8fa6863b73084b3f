#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "run/recorder.h"
#include "sampling/grid_sampler.h"
#include "sampling/sampled_generator.h"
#include "sampling/variety.h"
#include "session/alert_desk.h"
#include "session/duty.h"
#include "session/statistics_duty.h"
#include "training/grid_rules.h"
#include "training/trainer.h"

namespace gan {

/// Draws the grid of fixed latents, as sampling.* say, and warns of what it shows; the recorder writes it. Nothing on
/// ranks other than 0, and where no network makes pictures.
class PictureDuty : public Duty {
 public:
  /// All must outlive it; recorder is null on ranks other than 0. config and health: the run's, as they change.
  PictureDuty(const RunFolder& folder, const RunConfig& config, Trainer& trainer, StatisticsDuty& statistics,
              const HealthOptions& health, AlertDesk& alerts, Recorder* recorder, std::vector<std::string> class_names);

  bool due(const Standing& now) const override;
  /// Draws; what it fails of becomes an alert, for training is worth more than its pictures.
  void run() override;
  /// Throws what drawing throws; then there is no picture, and nothing has changed.
  void draw();

  /// Whether the present step has a picture.
  bool isDone() const { return drawn_step_ == trainer_.stepCount(); }
  /// The weights are others now than those that were drawn.
  void forget();

  /// What pictures of real images are like; from any thread.
  void setReal(const Variety& real);
  /// See GridRules.
  std::optional<std::int64_t> troubledSince() const { return rules_.troubledSince(); }

 private:
  GridRecord seen(const SampleGrid& grid) const;
  /// The present weights, with what was computed of them for the pictures of this step.
  SampledGenerator& present();

  const RunFolder& folder_;
  const RunConfig& config_;
  Trainer& trainer_;
  StatisticsDuty& statistics_;
  const HealthOptions& health_;
  AlertDesk& alerts_;
  Recorder* recorder_;
  const std::vector<std::string> class_names_;
  GridRules rules_;
  std::atomic<double> real_variance_{0};  ///< 0: nobody has looked yet, or all are the same.
  std::atomic<double> real_equal_{0};
  std::int64_t number_ = 0;  ///< Pictures made at the present step.
  std::int64_t drawn_step_ = -1;
  std::unique_ptr<SampledGenerator> sampled_;  ///< Of sampled_step_; null: of none.
  std::int64_t sampled_step_ = -1;
};

}  // namespace gan
