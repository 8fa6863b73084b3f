#pragma once

#include "training/persistence.h"
#include "training/rules.h"

namespace gan {

/// Whether one network of a GAN has won against the other, by the discriminator's loss and mean scores.
class ContestRule : public Rule {
 public:
  std::optional<Alert> check(const StepRecord& record, const HealthOptions& options) override;
  std::optional<std::int64_t> troubledSince() const override;
  void restart() override;

 private:
  Persistence wins_;
  Persistence beaten_;
  bool win_told_ = false;
  bool defeat_told_ = false;
};

}  // namespace gan
