#pragma once

#include <memory>
#include <vector>

#include "training/device_groups.h"
#include "training/optimizer.h"

namespace gan {

/// Updates weights of several devices: an optimiser for each group of one device and type, told the same rate.
class GroupedOptimizer final : public Optimizer {
 public:
  GroupedOptimizer(const std::vector<at::Tensor>& parameters, const OptimizerOptions& options);

  using Optimizer::step;
  void step(const at::Tensor& overflow) override;
  void countSteps(std::int64_t steps) override;
  std::int64_t steps() const override;
  void setSteps(std::int64_t steps) override;
  std::vector<OptimizerState> states() const override;

 private:
  struct Group {
    TensorGroup places;
    std::unique_ptr<Optimizer> optimizer;
  };
  std::vector<Group> groups_;
};

}  // namespace gan
