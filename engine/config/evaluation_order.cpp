#include "config/evaluation_order.h"

#include <algorithm>

#include "config/evaluation_scores.h"
#include "config/feature_input.h"
#include "config/number_list.h"
#include "config/run_config.h"
#include "config/truncation.h"
#include "core/error.h"

namespace gan {
namespace {

constexpr std::size_t kMostTruncations = 100;

}  // namespace

EvaluationOrder evaluationOrder(const RunConfig& config) {
  const bool averaged = config.flag("ema.enabled") && config.text("sampling.weights") == "ema";
  const std::string& resize = config.text("evaluation.resize");
  const std::int64_t size = config.integer("evaluation.size");
  return {.weights = averaged ? "average" : "newest",
          .features = config.text("evaluation.features"),
          .resize = resize == kUsualResize ? std::string() : resize,
          .size = size == 0 ? std::nullopt : std::optional(size),
          .metrics = metricList(config.text("evaluation.metrics")),
          .count = config.integer("evaluation.count"),
          .draws = 1,
          .truncations = {0},
          .truncation_kind = "redraw",
          .statistics = config.text("sampling.statistics")};
}

EvaluationOrder completed(EvaluationOrder order, const RunConfig& config) {
  const EvaluationOrder own = evaluationOrder(config);
  if (order.features.empty()) order.features = own.features;
  const bool own_network = order.features == own.features;
  if (order.resize.empty()) order.resize = own_network ? config.text("evaluation.resize") : kUsualResize;
  if (!order.size) order.size = own_network ? config.integer("evaluation.size") : 0;
  checkFeatureInput("", order.features, order.resize, *order.size);
  if (order.metrics.empty()) order.metrics = own.metrics;
  if (order.count <= 0) order.count = own.count;
  order.draws = std::max<std::int64_t>(1, order.draws);
  if (order.truncations.empty()) order.truncations = own.truncations;
  if (order.truncation_kind.empty()) order.truncation_kind = own.truncation_kind;
  if (order.statistics.empty()) order.statistics = own.statistics;
  return order;
}

std::optional<std::vector<double>> truncationList(const std::string& text) {
  if (text.find_first_not_of(' ') == std::string::npos) return std::vector<double>();
  std::vector<double> values;
  try {
    values = numberList(text);
  } catch (const Error&) {
    return std::nullopt;
  }
  if (values.size() > kMostTruncations) return std::nullopt;
  for (const double value : values) {
    if (value < 0 || value > kMostTruncation || std::ranges::count(values, value) > 1) return std::nullopt;
  }
  return values;
}

}  // namespace gan
