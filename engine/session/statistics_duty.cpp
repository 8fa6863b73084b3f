#include "session/statistics_duty.h"

#include <string>
#include <utility>

#include "core/units.h"
#include "training/rules.h"

namespace gan {

void StatisticsDuty::run() {
  const std::int64_t step = trainer_.stepCount();
  if (recorder_ == nullptr || looked_step_ == step) return;
  looked_step_ = step;
  const std::string found = trainer_.infiniteStatistic();
  const bool was_finite = std::exchange(are_finite_, found.empty());
  if (found.empty() || !was_finite) return;
  Alert alert{Severity::kError,
              std::string(kStatisticsRule),
              {"statistic_not_finite",
               "The running statistic {name} is not finite at step {step}, and stays so: pictures or scores that are "
               "made with it are worthless. No checkpoint is kept of that until a roll back.",
               {{"name", found}, {"step", formatCount(step)}}},
              {"rollback", "stop"},
              step};
  alerts_.tell(step, std::move(alert));
}

bool StatisticsDuty::areFinite() {
  run();
  return are_finite_;
}

}  // namespace gan
