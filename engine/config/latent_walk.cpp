#include "config/latent_walk.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <sstream>
#include <type_traits>
#include <utility>

#include "config/text.h"
#include "core/error.h"
#include "core/message.h"

namespace gan {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 20U;
constexpr std::size_t kMaxKeyframes = 1000;
constexpr double kMaxSeconds = 86'400;
constexpr double kMaxFramesPerSecond = 240;

constexpr std::array<std::pair<PathKind, std::string_view>, 3> kKinds = {
    {{PathKind::kLinear, "linear"}, {PathKind::kSpherical, "spherical"}, {PathKind::kCubic, "cubic"}}};

[[noreturn]] void throwBad(const std::string& source, const std::string& problem) {
  throw Error(ErrorCode::kInvalidArgument, "latent_walk_bad",
              "{source} describes no film: {problem}. Write interpolation, seconds, frames_per_second and loop, each "
              "with its value, and below keyframes: at least two lines such as - seed=1 class=3.",
              {{"source", source}, {"problem", problem}});
}

double number(const std::string& source, const std::string& key, const std::string& text) {
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size()) {
    throwBad(source, key + " is " + excerpt(text) + ", which is no number");
  }
  return value;
}

/// Takes the parser's events one by one and refuses whatever a walk does not hold as it begins, so that the parser
/// never recurses, whatever the text holds.
class Reader : public YAML::EventHandler {
 public:
  explicit Reader(std::string source) : source_(std::move(source)) {}

  LatentWalk walk() && {
    if (!said_.contains("keyframes")) fail("there are no keyframes");
    return std::move(walk_);
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    at(mark);
    if (std::exchange(begun_, true)) fail("a second document begins");
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
    at(mark);
    fail("a value is missing");
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
    at(mark);
    fail("aliases are not read here");
  }
  void OnScalar(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                const std::string& value) override {
    at(mark);
    if (!in_map_) fail(excerpt(value) + " stands alone");
    if (in_list_) {
      if (walk_.keyframes.size() == kMaxKeyframes) fail("it has more than 1,000 keyframes");
      walk_.keyframes.push_back(atLine([&] { return samplePointFromText(value); }));
    } else if (!key_) {
      if (!said_.insert(value).second) fail(excerpt(value) + " stands in it twice");
      key_ = value;
    } else {
      assign(*std::exchange(key_, std::nullopt), value);
    }
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                       YAML::EmitterStyle::value /*style*/) override {
    at(mark);
    if (in_list_ || !key_ || *key_ != "keyframes") fail("a list begins that is not that of the keyframes");
    key_.reset();
    in_list_ = true;
  }
  void OnSequenceEnd() override { in_list_ = false; }
  void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                  YAML::EmitterStyle::value /*style*/) override {
    at(mark);
    if (std::exchange(in_map_, true)) fail("a group of values begins; a keyframe is one line of text");
  }
  void OnMapEnd() override {}

 private:
  void at(const YAML::Mark& mark) { line_ = std::max(mark.line, 0) + 1; }
  std::string place() const { return source_ + ":" + std::to_string(line_); }
  [[noreturn]] void fail(const std::string& problem) const { throwBad(place(), problem); }

  /// What a reader of one value says does not name the file.
  template <class Read>
  std::invoke_result_t<Read> atLine(const Read& read) const {
    try {
      return read();
    } catch (const Error& error) {
      throw Error(error.code(), error.id(), "{place}: {reason}", {{"place", place()}, because(error)});
    }
  }

  void assign(const std::string& key, const std::string& value) {
    if (key == "interpolation") {
      walk_.kind = atLine([&] { return pathKind(value); });
    } else if (key == "seconds") {
      walk_.seconds = number(place(), key, value);
    } else if (key == "frames_per_second") {
      walk_.frames_per_second = number(place(), key, value);
    } else if (key == "loop" && (value == "true" || value == "false")) {
      walk_.ends = value == "true" ? PathEnds::kLoop : PathEnds::kOpen;
    } else {
      fail(key == "loop" || key == "keyframes" ? key + " is " + excerpt(value) : excerpt(key) + " is not known");
    }
  }

  std::string source_;
  int line_ = 1;
  bool begun_ = false;
  bool in_map_ = false;
  bool in_list_ = false;
  std::optional<std::string> key_;
  std::set<std::string> said_;
  LatentWalk walk_;
};

void check(const LatentWalk& walk, const std::string& source) {
  const auto fail = [&source](const std::string& problem) { throwBad(source, problem); };
  if (walk.keyframes.size() < 2 || walk.keyframes.size() > kMaxKeyframes) {
    fail("it has " + std::to_string(walk.keyframes.size()) + " keyframes, and 2 to 1,000 are possible");
  }
  if (!(walk.seconds > 0 && walk.seconds <= kMaxSeconds)) fail("it must take more than 0 seconds and at most a day");
  if (!(walk.frames_per_second >= 1 && walk.frames_per_second <= kMaxFramesPerSecond)) {
    fail("1 to 240 frames a second are possible");
  }
  const SamplePoint& first = walk.keyframes.front();
  for (const SamplePoint& point : walk.keyframes) {
    if (point.step != first.step || point.statistics != first.statistics) {
      fail("all keyframes must name one step and one way to take statistics");
    }
    if (point.statistics != StatisticsMode::kRunning && point.truncation != first.truncation) {
      fail("all keyframes must have one truncation, for the statistics are taken at it");
    }
    if (point.classes.empty() != first.classes.empty()) fail("either all keyframes name a class or none does");
  }
}

}  // namespace

std::string_view nameOf(PathKind kind) {
  return std::ranges::find(kKinds, kind, &decltype(kKinds)::value_type::first)->second;
}

PathKind pathKind(std::string_view name) {
  const auto* const found = std::ranges::find(kKinds, name, &decltype(kKinds)::value_type::second);
  if (found != kKinds.end()) return found->first;
  throw Error(ErrorCode::kInvalidArgument, "path_kind_unknown",
              "{name} is no way from one keyframe to the next. There are linear, spherical and cubic.",
              {{"name", excerpt(name)}});
}

void checkWalk(const LatentWalk& walk) { check(walk, "The request"); }

void requireFilmSide(std::string_view format, std::int64_t side) {
  constexpr std::int64_t kMostOfMp4 = 8192;
  constexpr std::int64_t kMost = 16'384;
  const std::int64_t most = format == "mp4" ? kMostOfMp4 : kMost;
  if (side <= most) return;
  throw Error(ErrorCode::kInvalidArgument, "film_too_large",
              "A film of the format {format} has sides of at most {most} pixels, and these are {side}. Take a smaller "
              "zoom.",
              {{"format", std::string(format)}, {"most", std::to_string(most)}, {"side", std::to_string(side)}});
}

std::int64_t frameCount(const LatentWalk& walk) {
  return std::max<std::int64_t>(2, std::llround(walk.seconds * walk.frames_per_second));
}

double keyframePlace(const LatentWalk& walk, std::int64_t frame) {
  const auto keyframes = static_cast<double>(walk.keyframes.size());
  const auto frames = static_cast<double>(frameCount(walk));
  const bool loop = walk.ends == PathEnds::kLoop;
  return static_cast<double>(frame) * (loop ? keyframes : keyframes - 1) / (loop ? frames : frames - 1);
}

LatentWalk latentWalkFromYaml(std::string_view text, std::string_view source) {
  const std::string name(source);
  if (text.size() > kMaxBytes) throwBad(name, "it is longer than 1 MiB");
  Reader reader(name);
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(reader)) {
    }
  } catch (const YAML::Exception& error) {
    throwBad(name, "line " + std::to_string(std::max(error.mark.line, 0) + 1) + ": " + error.msg);
  }
  LatentWalk walk = std::move(reader).walk();
  check(walk, name);
  return walk;
}

}  // namespace gan
