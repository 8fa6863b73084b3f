#include "config/value_schedule.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "config/text.h"
#include "core/error.h"

namespace gan {
namespace {

constexpr double kMostSteps = 1e12;
constexpr double kLargestFactor = 1e6;

/// What is read, and for which setting.
struct Source {
  std::string_view setting;
  std::string_view text;
};

[[noreturn]] void throwBad(const Source& source, const std::string& problem) {
  throw Error(
      ErrorCode::kInvalidArgument, "schedule_bad",
      "{key} is no schedule: {problem} in {text}. Write constant, or for example linear 10000 to 0, cosine 10000 "
      "to 0.1, step 5000 by 0.5; before each, if wanted, warmup 500 and a comma.",
      {{"key", std::string(source.setting)}, {"text", excerpt(source.text)}, {"problem", problem}});
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const auto begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos) return words;
    text.remove_prefix(begin);
    const auto end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

std::int64_t steps(const Source& source, std::string_view text) {
  const auto value = number(text);
  if (!value || *value < 1 || *value > kMostSteps || *value != std::floor(*value)) {
    throwBad(source, excerpt(text) + " is no number of steps");
  }
  return static_cast<std::int64_t>(*value);
}

double factor(const Source& source, std::string_view text) {
  const auto value = number(text);
  if (!value || *value < 0 || *value > kLargestFactor) throwBad(source, excerpt(text) + " is no factor from 0");
  return *value;
}

}  // namespace

ValueSchedule ValueSchedule::parse(std::string_view setting, std::string_view text) {
  const Source source{setting, text};
  ValueSchedule schedule;
  if (words(text).empty()) return schedule;
  bool has_shape = false;
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    const auto part = words(rest.substr(0, comma));
    const std::string_view kind = part.empty() ? std::string_view() : part[0];
    if (has_shape) throwBad(source, "nothing may follow after " + std::string(kind.empty() ? "a comma" : "the shape"));
    if (kind == "warmup" && part.size() == 2 && schedule.warmup_steps_ == 0) {
      schedule.warmup_steps_ = steps(source, part[1]);
    } else if (kind == "constant" && part.size() == 1) {
      has_shape = true;
    } else if (kind == "linear" || kind == "cosine" || kind == "step") {
      has_shape = true;
      schedule.shape_ = kind == "linear" ? Shape::kLinear : kind == "cosine" ? Shape::kCosine : Shape::kStep;
      const std::string_view joint = kind == "step" ? "by" : "to";
      if (part.size() != 2 && (part.size() != 4 || part[2] != joint)) {
        throwBad(source, "after " + std::string(kind) + " comes a number of steps and, if wanted, " +
                             std::string(joint) + " and a factor");
      }
      schedule.steps_ = steps(source, part[1]);
      schedule.factor_ = part.size() == 4 ? factor(source, part[3]) : (kind == "step" ? 0.1 : 0);
    } else {
      throwBad(source, kind.empty() ? "a part between commas is empty" : excerpt(kind) + " is not understood here");
    }
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  const bool ends = schedule.shape_ == Shape::kLinear || schedule.shape_ == Shape::kCosine;
  if (ends && schedule.steps_ <= schedule.warmup_steps_) throwBad(source, "it ends before its warm-up does");
  return schedule;
}

double ValueSchedule::share(std::int64_t completed) const {
  if (completed < warmup_steps_) return static_cast<double>(completed + 1) / static_cast<double>(warmup_steps_);
  const double progress = std::min(1.0, static_cast<double>(completed - warmup_steps_) /
                                            static_cast<double>(std::max<std::int64_t>(steps_ - warmup_steps_, 1)));
  switch (shape_) {
    case Shape::kLinear:
      return 1 + (factor_ - 1) * progress;
    case Shape::kCosine:
      return factor_ + (1 - factor_) * (1 + std::cos(std::numbers::pi * progress)) / 2;
    case Shape::kStep:
      return std::pow(factor_, static_cast<double>(completed / steps_));
    case Shape::kConstant:
      break;
  }
  return 1;
}

}  // namespace gan
