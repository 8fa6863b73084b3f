#pragma once

#include <cstdint>
#include <string_view>

namespace gan {

/// How a value changes over a training: a share of what is set, by the number of steps completed. Read from what a
/// person writes, such as "warmup 500, cosine 20000 to 0.1":
///   constant            1 throughout; so does an empty text
///   warmup N            before anything else: 1/N in the first step, 2/N in the second, 1 in the Nth
///   linear N to F       along a straight line to F, which is reached after N steps and kept
///   cosine N to F       along half a wave (Loshchilov and Hutter, 2017, equation 5, with one period)
///   step N by F         times F after every N steps
/// N counts from the training's start, warm-up included; "to F" left out is to 0, "by F" by 0.1. Immutable.
class ValueSchedule {
 public:
  ValueSchedule() = default;
  /// setting: whose schedule it is, for the message. Throws Error(kInvalidArgument, "schedule_bad").
  static ValueSchedule parse(std::string_view setting, std::string_view text);

  /// completed: steps before the one that the value is for.
  double share(std::int64_t completed) const;
  bool isConstant() const { return shape_ == Shape::kConstant && warmup_steps_ == 0; }

 private:
  enum class Shape { kConstant, kLinear, kCosine, kStep };
  Shape shape_ = Shape::kConstant;
  std::int64_t warmup_steps_ = 0;
  std::int64_t steps_ = 1;  ///< N
  double factor_ = 1;       ///< F
};

}  // namespace gan
