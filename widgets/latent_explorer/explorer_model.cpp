#include "latent_explorer/explorer_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace gan {
namespace {

constexpr std::size_t kCorners = 4;
/// Short lines of text: a finer place could not be told from this one.
constexpr double kPlaces = 1e3;
constexpr double kWeights = 1e4;
constexpr double kSameWeight = 2e-4;
constexpr std::size_t kMostMoves = 64;  // that a line of text may have

using Corners = std::array<double, kCorners>;

double rounded(double value, double parts) { return std::round(value * parts) / parts; }

Corners cornersOf(QPointF place) {
  const double x = place.x();
  const double y = place.y();
  return {(1 - x) * (1 - y), x * (1 - y), (1 - x) * y, x * y};
}

std::vector<LatentTerm> latentAt(quint64 seed, QPointF place) {
  std::vector<LatentTerm> latent;
  std::int64_t sample = 0;
  for (const double part : cornersOf(place)) {
    const double weight = rounded(part, kWeights);
    if (weight > 0) latent.push_back({.seed = seed, .sample = sample, .weight = weight});
    ++sample;
  }
  if (latent.size() == 1) latent.front().weight = 1;
  return latent;
}

ClassMix mixOf(const std::vector<ClassTerm>& classes) {
  if (classes.empty()) return {};
  if (classes.size() == 1) return {classes[0].label, classes[0].label, 0};
  const double whole = classes[0].weight + classes[1].weight;
  return {classes[0].label, classes[1].label, classes[1].weight / whole};
}

}  // namespace

void ExplorerModel::setFacts(const ExplorerFacts& facts) {
  if (facts == facts_) return;
  facts_ = facts;
  emit factsChanged();
  change(withClass(point_));
}

SamplePoint ExplorerModel::withClass(SamplePoint point) const {
  if (facts_.classes > 0 && point.classes.empty()) point.classes = {ClassTerm{}};
  return point;
}

void ExplorerModel::setPoint(const SamplePoint& point) {
  mix_ = mixOf(point.classes);
  change(withClass(point));
}

void ExplorerModel::change(SamplePoint point) {
  if (point == point_) return;
  point_ = std::move(point);
  if (!point_.latent.empty()) seed_ = point_.latent.front().seed;
  const bool had_problem = !std::exchange(problem_, {}).isEmpty();
  emit wishChanged();
  if (had_problem) emit answerChanged();
}

void ExplorerModel::setSeed(quint64 seed) {
  SamplePoint point = point_;
  point.latent = latentAt(seed, place().value_or(QPointF(0, 0)));
  point.z.clear();
  change(point);
}

std::optional<QPointF> ExplorerModel::place() const {
  if (point_.latent.empty()) return std::nullopt;
  Corners weights{};
  double whole = 0;
  for (const LatentTerm& term : point_.latent) {
    const bool on_plane = term.seed == seed() && term.sample < static_cast<std::int64_t>(kCorners) && term.weight > 0;
    if (!on_plane) return std::nullopt;
    weights.at(static_cast<std::size_t>(term.sample)) += term.weight;
    whole += term.weight;
  }
  for (double& weight : weights) weight /= whole;
  const QPointF place(rounded(weights[1] + weights[3], kPlaces), rounded(weights[2] + weights[3], kPlaces));
  const Corners expected = cornersOf(place);
  for (std::size_t i = 0; i < kCorners; ++i) {
    if (std::abs(weights.at(i) - expected.at(i)) > 1 / kPlaces + kSameWeight) return std::nullopt;
  }
  return place;
}

void ExplorerModel::moveTo(QPointF place) {
  const auto inside = [](double value) { return rounded(std::clamp(value, 0.0, 1.0), kPlaces); };
  SamplePoint point = point_;
  point.latent = latentAt(seed(), {inside(place.x()), inside(place.y())});
  point.z.clear();
  change(point);
}

void ExplorerModel::setLatents(const ExplorerLatents& latents) {
  if (latents == latents_) return;
  latents_ = latents;
  emit latentsChanged();
}

void ExplorerModel::setLatentsWatched(bool watched) {
  if (std::exchange(latents_watched_, watched) != watched) emit latentsWatchedChanged();
}

/// Directions lie in the first part of a latent: where that comes from the other one, they move that.
const std::vector<DirectionTerm>& ExplorerModel::moves() const {
  return point_.mix && point_.mix->first == 0 ? point_.mix->moves : point_.moves;
}

std::vector<DirectionTerm>& ExplorerModel::movesOf(SamplePoint& point) {
  return point.mix && point.mix->first == 0 ? point.mix->moves : point.moves;
}

double ExplorerModel::moved(DirectionKind kind, qint64 number) const {
  double distance = 0;
  for (const DirectionTerm& move : moves()) {
    if (move.kind == kind && move.number == number) distance += move.distance;
  }
  return distance;
}

void ExplorerModel::setMoved(DirectionKind kind, qint64 number, double distance) {
  SamplePoint point = point_;
  std::vector<DirectionTerm>& moves = movesOf(point);
  const auto is_it = [&](const DirectionTerm& move) { return move.kind == kind && move.number == number; };
  const auto found = std::ranges::find_if(moves, is_it);
  const auto at = found - moves.begin();
  std::erase_if(moves, is_it);
  // In its place: a slider that is drawn shall not change the order of a line.
  if (distance != 0 && moves.size() < kMostMoves) {
    moves.insert(moves.begin() + at, DirectionTerm{kind, number, rounded(distance, kPlaces)});
  }
  change(point);
}

bool ExplorerModel::isMoved() const { return !point_.moves.empty() || (point_.mix && !point_.mix->moves.empty()); }

void ExplorerModel::resetMoves() {
  SamplePoint point = point_;
  point.moves.clear();
  if (point.mix) point.mix->moves.clear();
  change(point);
}

void ExplorerModel::setStyleMix(const std::optional<StyleMix>& mix) {
  SamplePoint point = point_;
  std::vector<DirectionTerm> kept = moves();
  point.mix = mix;
  point.moves.clear();
  if (point.mix) point.mix->moves.clear();
  movesOf(point) = std::move(kept);
  change(point);
}

void ExplorerModel::setClassMix(const ClassMix& mix) {
  if (mix == mix_) return;
  mix_ = mix;
  const double part = rounded(std::clamp(mix.part, 0.0, 1.0), kWeights);
  SamplePoint point = point_;
  if (part == 0 || mix.first == mix.second) {
    point.classes = {{.label = mix.first}};
  } else if (part == 1) {
    point.classes = {{.label = mix.second}};
  } else {
    point.classes = {{.label = mix.first, .weight = rounded(1 - part, kWeights)},
                     {.label = mix.second, .weight = part}};
  }
  change(point);
}

void ExplorerModel::setTruncation(double threshold) {
  SamplePoint point = point_;
  point.truncation.threshold = threshold;
  change(point);
}

void ExplorerModel::setStatistics(StatisticsMode mode) {
  SamplePoint point = point_;
  point.statistics = mode;
  change(point);
}

void ExplorerModel::setStep(std::optional<qint64> step) {
  SamplePoint point = point_;
  point.step = step;
  change(point);
}

void ExplorerModel::compareWith(std::optional<qint64> step) { setCompared(true, step); }

void ExplorerModel::stopComparing() { setCompared(false, std::nullopt); }

void ExplorerModel::setCompared(bool compares, std::optional<qint64> step) {
  if (compares == compares_ && step == compared_step_) return;
  compares_ = compares;
  compared_step_ = step;
  compared_picture_ = {};
  emit wishChanged();
  emit answerChanged();
}

QString ExplorerModel::comparedLine() const {
  SamplePoint point = point_;
  point.step = compared_step_;
  return QString::fromStdString(toText(point));
}

void ExplorerModel::takeComparedPicture(const ExploredPicture& picture) {
  if (!compares_ || (picture.image.isNull() && picture.line != comparedLine())) return;
  compared_picture_ = picture;
  emit answerChanged();
}

void ExplorerModel::setSide(int side) {
  if (side == side_) return;
  side_ = side;
  emit wishChanged();
}

void ExplorerModel::setWatched(bool watched) {
  if (watched == watched_) return;
  watched_ = watched;
  emit wishChanged();
}

void ExplorerModel::setSupply(PictureSupply supply, const QString& reason) {
  if (supply == supply_ && reason == reason_) return;
  supply_ = supply;
  reason_ = reason;
  emit answerChanged();
}

void ExplorerModel::setNotice(const QString& notice) {
  if (std::exchange(notice_, notice) != notice) emit answerChanged();
}

void ExplorerModel::takePicture(const ExploredPicture& picture) {
  if (picture.image.isNull()) {
    if (picture.line != line()) return;
    problem_ = picture.problem;
  } else {
    picture_ = picture;
    problem_.clear();
  }
  emit answerChanged();
}

bool ExplorerModel::isWhole() const {
  const QImage& image = picture_.image;
  return !image.isNull() && picture_.is_exact && std::max(image.width(), image.height()) >= facts_.resolution;
}

SamplePoint ExplorerModel::pointToKeep() const {
  SamplePoint point = point_;
  if (!point.step && isSettled() && facts_.steps.contains(picture_.step)) point.step = picture_.step;
  return point;
}

}  // namespace gan
