#include "config/sample_point.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <span>
#include <utility>

#include "config/schema.h"
#include "config/text.h"
#include "core/error.h"

namespace gan {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{64} << 10U;
constexpr std::size_t kMaxTerms = 16;
constexpr std::size_t kMaxMoves = 64;
constexpr std::size_t kMaxComponents = 4096;               // as model.latent_size
constexpr std::int64_t kMaxSeed = std::int64_t{1} << 53U;  // as sampling.seed: JSON and doubles carry it exactly
constexpr std::int64_t kMaxSample = (std::int64_t{1} << 44U) - 1;  // RandomStream's
constexpr std::int64_t kMaxStep = std::int64_t{1} << 44U;
constexpr std::int64_t kMaxClass = 1 << 20;
constexpr std::int64_t kMaxNumber = 4095;  // of directions and chunks
constexpr double kMaxWeight = 1e6;
constexpr float kMaxComponent = 1e6F;

constexpr std::array<std::pair<StatisticsMode, std::string_view>, 3> kModes = {
    {{StatisticsMode::kRunning, "running"},
     {StatisticsMode::kBatch, "batch"},
     {StatisticsMode::kStanding, "standing"}}};

constexpr std::array<std::pair<DirectionKind, std::string_view>, 2> kDirections = {
    {{DirectionKind::kSefa, "sefa"}, {DirectionKind::kPca, "pca"}}};

const std::array<std::string, 12> kKeys = {"seed", "z",          "move", "class",    "truncation", "truncation_kind",
                                           "step", "statistics", "mix",  "mix_seed", "mix_z",      "mix_move"};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  SamplePoint read() {
    if (text_.size() > kMaxBytes) fail("it is longer than 65,536 bytes");
    for (const std::string_view word : split(text_, ' ')) {
      if (!word.empty()) take(word);
    }
    requireOneLatent("seed", "z");
    if (said_.contains("z")) point_.latent.clear();
    if (said_.contains("mix")) {
      requireOneLatent("mix_seed", "mix_z");
      if (said_.contains("mix_z")) mix_.latent.clear();
      point_.mix = std::move(mix_);
    } else if (said_.contains("mix_seed") || said_.contains("mix_z") || said_.contains("mix_move")) {
      fail("it says with what to mix, but not which chunks: add for example mix=2-4");
    }
    if (said_.contains("truncation_kind") && !said_.contains("truncation")) {
      fail("truncation_kind needs a truncation beside it");
    }
    return std::move(point_);
  }

 private:
  [[noreturn]] void fail(const std::string& problem) const {
    throw Error(ErrorCode::kInvalidArgument, "sample_point_bad",
                "{text} describes no picture: {problem}. Write for example seed=7 class=3 truncation=0.8 step=12000.",
                {{"text", excerpt(text_)}, {"problem", problem}});
  }

  void requireOneLatent(const std::string& seed, const std::string& z) const {
    if (said_.contains(seed) == said_.contains(z)) {
      fail(said_.contains(z) ? "it says both " + seed + " and " + z : "it says neither " + seed + " nor " + z);
    }
  }

  void take(std::string_view word) {
    const auto equals = word.find('=');
    const std::string key(word.substr(0, equals));
    if (equals == std::string_view::npos || std::ranges::find(kKeys, key) == kKeys.end()) {
      const auto nearest = nearestWord(key, kKeys);
      fail(excerpt(word) + " is not understood" + (nearest ? "; did you mean " + *nearest + "=?" : ""));
    }
    if (!said_.insert(key).second) fail(key + " stands in it twice");
    const std::string_view value = word.substr(equals + 1);
    if (key == "seed") point_.latent = latent(value);
    if (key == "z") point_.z = components(value);
    if (key == "move") point_.moves = moves(value);
    if (key == "mix") takeChunks(value);
    if (key == "mix_seed") mix_.latent = latent(value);
    if (key == "mix_z") mix_.z = components(value);
    if (key == "mix_move") mix_.moves = moves(value);
    if (key == "class") point_.classes = classes(value);
    if (key == "truncation") point_.truncation.threshold = real(value, 0, kMostTruncation);
    if (key == "truncation_kind") point_.truncation.kind = truncationKind(value);
    if (key == "step") point_.step = whole(value, kMaxStep);
    if (key == "statistics") point_.statistics = statisticsMode(value);
  }

  /// "A*W" to A and W, 1 where it is left out.
  std::pair<std::string_view, double> weighted(std::string_view term) const {
    const auto star = term.find('*');
    if (star == std::string_view::npos) return {term, 1.0};
    return {term.substr(0, star), real(term.substr(star + 1), -kMaxWeight, kMaxWeight)};
  }

  /// What + stands between.
  std::vector<std::string_view> terms(std::string_view text, std::size_t most = kMaxTerms) const {
    std::vector<std::string_view> parts = split(text, '+');
    if (parts.size() > most) fail("more than " + std::to_string(most) + " terms stand in one part");
    return parts;
  }

  std::vector<LatentTerm> latent(std::string_view text) const {
    std::vector<LatentTerm> latent;
    for (const std::string_view term : terms(text)) {
      const auto [name, weight] = weighted(term);
      const auto slash = name.find('/');
      latent.push_back({.seed = static_cast<std::uint64_t>(whole(name.substr(0, slash), kMaxSeed)),
                        .sample = slash == std::string_view::npos ? 0 : whole(name.substr(slash + 1), kMaxSample),
                        .weight = weight});
    }
    if (std::ranges::all_of(latent, [](const LatentTerm& term) { return term.weight == 0; })) {
      fail("all weights of its seeds are 0");
    }
    return latent;
  }

  std::vector<float> components(std::string_view text) const {
    const std::vector<std::string_view> parts = split(text, ',');
    if (parts.size() > kMaxComponents) fail("its latent has more than 4,096 components");
    std::vector<float> components;
    components.reserve(parts.size());
    for (const std::string_view part : parts) {
      components.push_back(number<float>(part, -kMaxComponent, kMaxComponent));
    }
    return components;
  }

  std::vector<DirectionTerm> moves(std::string_view text) const {
    std::vector<DirectionTerm> moves;
    for (const std::string_view term : terms(text, kMaxMoves)) {
      const auto [name, distance] = weighted(term);
      const auto slash = name.find('/');
      if (slash == std::string_view::npos) {
        fail(excerpt(term) + " does not say the number of a direction, as sefa/0 does");
      }
      moves.push_back({.kind = directionKind(name.substr(0, slash)),
                       .number = whole(name.substr(slash + 1), kMaxNumber),
                       .distance = distance});
    }
    return moves;
  }

  void takeChunks(std::string_view text) {
    const auto dash = text.find('-');
    mix_.first = whole(text.substr(0, dash), kMaxNumber);
    mix_.last = dash == std::string_view::npos ? mix_.first : whole(text.substr(dash + 1), kMaxNumber);
    if (mix_.last < mix_.first) fail("of the chunks " + excerpt(text) + " the last one comes before the first");
  }

  std::vector<ClassTerm> classes(std::string_view text) const {
    std::vector<ClassTerm> classes;
    for (const std::string_view term : terms(text)) {
      const auto [label, weight] = weighted(term);
      if (weight <= 0) fail("the weight of a class is not above 0");
      classes.push_back({.label = whole(label, kMaxClass), .weight = weight});
    }
    return classes;
  }

  std::int64_t whole(std::string_view text, std::int64_t most) const {
    std::int64_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size() || value < 0 || value > most) {
      fail(excerpt(text) + " is no whole number from 0 to " + std::to_string(most));
    }
    return value;
  }

  double real(std::string_view text, double lowest, double highest) const {
    return number<double>(text, lowest, highest);
  }

  template <class Real>
  Real number(std::string_view text, Real lowest, Real highest) const {
    Real value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size() || !(value >= lowest && value <= highest)) {
      fail(excerpt(text) + " is no number from " + formatValue(static_cast<double>(lowest)) + " to " +
           formatValue(static_cast<double>(highest)));
    }
    return value;
  }

  std::string_view text_;
  SamplePoint point_;
  StyleMix mix_;
  std::set<std::string> said_;
};

std::string weightText(double weight) { return weight == 1 ? "" : "*" + formatValue(weight); }

/// The shortest text that reads back as this float.
std::string componentText(float component) {
  std::array<char, 32> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), component).ptr};
}

/// Where a latent lies, of a point or of what is mixed into it: then the parts begin with "mix_".
std::string latentText(const std::string& prefix, const std::vector<LatentTerm>& latent, const std::vector<float>& z,
                       const std::vector<DirectionTerm>& moves) {
  std::string text = prefix + (z.empty() ? "seed=" : "z=");
  for (std::size_t i = 0; i < z.size(); ++i) text += (i == 0 ? "" : ",") + componentText(z[i]);
  for (std::size_t i = 0; z.empty() && i < latent.size(); ++i) {
    const LatentTerm& term = latent[i];
    text += (i == 0 ? "" : "+") + std::to_string(term.seed);
    if (term.sample != 0) text += "/" + std::to_string(term.sample);
    text += weightText(term.weight);
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    text += i == 0 ? " " + prefix + "move=" : "+";
    text += std::string(nameOf(moves[i].kind)) + "/" + std::to_string(moves[i].number) + weightText(moves[i].distance);
  }
  return text;
}

}  // namespace

std::string_view nameOf(StatisticsMode mode) {
  return std::ranges::find(kModes, mode, &decltype(kModes)::value_type::first)->second;
}

StatisticsMode statisticsMode(std::string_view name) {
  const auto* const found = std::ranges::find(kModes, name, &decltype(kModes)::value_type::second);
  if (found != kModes.end()) return found->first;
  throw Error(ErrorCode::kInvalidArgument, "statistics_mode_unknown",
              "{name} is no way to take statistics. There are running, batch and standing.", {{"name", excerpt(name)}});
}

std::string_view nameOf(DirectionKind kind) {
  return std::ranges::find(kDirections, kind, &decltype(kDirections)::value_type::first)->second;
}

DirectionKind directionKind(std::string_view name) {
  const auto* const found = std::ranges::find(kDirections, name, &decltype(kDirections)::value_type::second);
  if (found != kDirections.end()) return found->first;
  throw Error(ErrorCode::kInvalidArgument, "direction_kind_unknown",
              "{name} is no kind of direction. There are sefa and pca.", {{"name", excerpt(name)}});
}

std::string toText(const SamplePoint& point) {
  std::string text = latentText("", point.latent, point.z, point.moves);
  if (point.mix) {
    text += " mix=" + std::to_string(point.mix->first);
    if (point.mix->last != point.mix->first) text += "-" + std::to_string(point.mix->last);
    text += " " + latentText("mix_", point.mix->latent, point.mix->z, point.mix->moves);
  }
  for (std::size_t i = 0; i < point.classes.size(); ++i) {
    text += (i == 0 ? " class=" : "+") + std::to_string(point.classes[i].label) + weightText(point.classes[i].weight);
  }
  if (point.truncation != Truncation{}) {
    text += " truncation=" + formatValue(point.truncation.threshold);
    if (point.truncation.kind != TruncationKind::kRedraw) {
      text += " truncation_kind=" + std::string(nameOf(point.truncation.kind));
    }
  }
  if (point.step) text += " step=" + std::to_string(*point.step);
  if (point.statistics != StatisticsMode::kRunning) text += " statistics=" + std::string(nameOf(point.statistics));
  return text;
}

std::string shortText(const SamplePoint& point) {
  constexpr std::size_t kMost = 200;
  std::string text = toText(point);
  if (text.size() > kMost) text = text.substr(0, kMost - 3) + "...";
  return text;
}

SamplePoint samplePointFromText(std::string_view text) { return Reader(text).read(); }

}  // namespace gan
