#include "training/grouped_optimizer.h"

namespace gan {

GroupedOptimizer::GroupedOptimizer(const std::vector<at::Tensor>& parameters, const OptimizerOptions& options)
    : Optimizer(parameters, options) {
  for (TensorGroup& places : deviceGroups(parameters)) {
    auto optimizer = makeOptimizer(ofGroup(parameters, places), options);
    groups_.push_back({std::move(places), std::move(optimizer)});
  }
}

void GroupedOptimizer::step(const at::Tensor& overflow) {
  for (const Group& group : groups_) {
    group.optimizer->setLearningRate(rate().value());
    group.optimizer->step(overflow.defined() ? overflow.to(parameters()[group.places.front()].device()) : overflow);
  }
}

void GroupedOptimizer::countSteps(std::int64_t steps) {
  for (const Group& group : groups_) group.optimizer->countSteps(steps);
}

std::int64_t GroupedOptimizer::steps() const { return groups_.front().optimizer->steps(); }

void GroupedOptimizer::setSteps(std::int64_t steps) {
  for (const Group& group : groups_) group.optimizer->setSteps(steps);
}

std::vector<OptimizerState> GroupedOptimizer::states() const {
  std::vector<OptimizerState> all;
  for (const Group& group : groups_) {
    std::size_t number = 0;
    for (const OptimizerState& state : group.optimizer->states()) {
      if (all.size() == number) all.push_back({state.name, std::vector<at::Tensor>(parameters().size())});
      for (std::size_t i = 0; i < group.places.size(); ++i) {
        all[number].tensors[group.places[i]] = state.tensors[i];
      }
      ++number;
    }
  }
  return all;
}

}  // namespace gan
