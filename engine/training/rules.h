#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "run/event.h"
#include "training/step_record.h"

namespace gan {

/// The rule of alerts about losses that are not finite.
inline constexpr std::string_view kNotFiniteRule = "nan";
/// Of those about pictures, and about running statistics.
inline constexpr std::string_view kPicturesRule = "pictures";
inline constexpr std::string_view kStatisticsRule = "statistics";

/// Watches the metrics of a run for one kind of trouble. May keep what it needs of earlier steps.
class Rule {
 public:
  virtual ~Rule() = default;
  /// Records come in order; after a roll back steps begin again at a smaller number.
  virtual std::optional<Alert> check(const StepRecord& record) = 0;
};

/// What a grid of pictures shows of its generator.
struct GridRecord {
  std::int64_t step = 0;
  bool finite = true;  ///< Every pixel is, before it becomes a byte.
  bool blank = false;  ///< Every picture is of one colour.
};

/// Watches what losses do not show: networks train with the statistics of a batch, and make pictures with running ones.
/// Tells each trouble once, and again when it has been gone. One thread.
class GridRules {
 public:
  /// Grids come in order. One blank grid tells nothing: a narrow generator begins with many of them.
  static constexpr int kBlankGrids = 3;
  std::optional<Alert> check(const GridRecord& record);

 private:
  bool told_not_finite_ = false;
  int blank_grids_ = 0;
};

/// All rules, in the order of their weight. One thread.
class Rules {
 public:
  Rules();
  /// The alert of the first rule that finds something. Every rule sees every record.
  std::optional<Alert> check(const StepRecord& record);

 private:
  std::vector<std::unique_ptr<Rule>> rules_;
};

}  // namespace gan
