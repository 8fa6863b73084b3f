#include "sampling/projection.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/tensor.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "core/error.h"
#include "core/parallel_for.h"
#include "core/shape_text.h"
#include "sampling/latent_sampler.h"
#include "tensor/compute_threads.h"

namespace gan {
namespace {

constexpr std::int64_t kMostPlacesOfClasses = 256;  // four for each class, as long as they are few
constexpr std::int64_t kPlacesAtOnce = 16;  // on a GPU; on the CPU one a thread, so that others get their turn soon
constexpr std::int64_t kSamples = std::int64_t{1} << 44U;  // of a seed
constexpr float kMostOfALatent = 1e6F;                     // that a point's line can say of a component
constexpr double kRate = 0.1;                              // Adam's, as StyleGAN2's projector has it,
constexpr double kMeanDecay = 0.9;                         // with
constexpr double kSquareDecay = 0.999;
constexpr double kEpsilon = 1e-8;
constexpr double kRampDown = 0.25;  // of the steps, at the end

/// Of a search's step, from 0.
double rateAt(std::int64_t step, std::int64_t steps) {
  const double left = 1 - static_cast<double>(step) / static_cast<double>(steps);
  const double ramp = std::min(1.0, left / kRampDown);
  return kRate * (0.5 - 0.5 * std::cos(ramp * std::numbers::pi));
}

/// A picture that is no number at all is as far away as can be.
double orInfinity(const at::Tensor& loss) {
  const auto value = loss.item<double>();
  return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
}

at::Tensor row(const std::vector<float>& values) {
  return at::tensor(values, at::kFloat).view({1, static_cast<std::int64_t>(values.size())});
}

std::vector<float> valuesOf(const at::Tensor& latent) {
  const at::Tensor row = latent.contiguous();
  const auto* const begin = row.const_data_ptr<float>();
  std::vector<float> values(begin, begin + row.numel());
  for (float& value : values) value = std::clamp(value, -kMostOfALatent, kMostOfALatent);
  return values;
}

}  // namespace

at::Tensor planesOf(const Image& image) {
  const at::Tensor rows = at::empty({image.height, image.width, image.channels}, at::kByte);
  TORCH_CHECK(static_cast<std::size_t>(rows.numel()) == image.pixels.size(), "an image lacks pixels");
  std::ranges::copy(image.pixels, rows.mutable_data_ptr<std::uint8_t>());
  return rows.permute({2, 0, 1}).contiguous();
}

Projection::Projection(PictureMaker& maker, std::shared_ptr<Discriminator> discriminator, const at::Tensor& photo,
                       const SamplePoint& begin, std::int64_t steps)
    : maker_(maker),
      discriminator_(std::dynamic_pointer_cast<ShowsFeatures>(std::move(discriminator))),
      photo_(toUnitRange(photo.unsqueeze(0)).to(maker.device())),
      begin_(begin),
      steps_(steps),
      chooses_class_(begin.classes.empty() && maker.facts().classes > 0) {
  const GeneratorFacts& facts = maker.facts();
  if (photo.sizes() != at::IntArrayRef({facts.channels, facts.resolution, facts.resolution})) {
    throw Error(ErrorCode::kInvalidArgument, "photo_other_size",
                "The photograph came as {found} (channels, height, width), but the generator makes {expected}.",
                {{"found", shapeText(photo.sizes())},
                 {"expected", shapeText(std::vector{facts.channels, facts.resolution, facts.resolution})}});
  }
  const at::NoGradGuard no_grad;
  setOwnComputeThreads(1);
  if (discriminator_ == nullptr) return;
  photo_features_ = discriminator_->features(photo_);
  features_square_ = std::max(photo_features_.square().mean().item<double>(), 1e-12);
}

std::int64_t Projection::places() const {
  if (!chooses_class_) return kLeastPlaces;
  const std::int64_t classes = maker_.facts().classes;
  return std::max({kLeastPlaces, std::min(4 * classes, kMostPlacesOfClasses), classes});
}

ProjectionPath Projection::place(std::int64_t number) const {
  SamplePoint point = begin_;
  if (number > 0) {
    const LatentTerm first = begin_.latent.empty() ? LatentTerm{} : begin_.latent.front();
    point.latent = {{.seed = first.seed, .sample = (first.sample + number) % kSamples}};
    point.z.clear();
    point.moves.clear();
    point.mix.reset();
  }
  return {.z = valuesOf(maker_.latents().of(point)),
          .mean = {},
          .square = {},
          .label = chooses_class_ ? number % maker_.facts().classes : -1,
          .begun = {}};
}

at::Tensor Projection::conditionOf(std::int64_t label) const {
  SamplePoint point = begin_;
  if (label >= 0) point.classes = {{.label = label}};
  return maker_.condition(point);
}

Projection::Judged Projection::judgeOne(const at::Tensor& latent, const at::Tensor& condition,
                                        Gradient gradient) const {
  const at::AutoGradMode mode(gradient == Gradient::kWanted);
  const at::Tensor z = latent.to(maker_.device()).detach().clone().set_requires_grad(gradient == Gradient::kWanted);
  const at::Tensor picture = maker_.generator().forward(z, condition);
  const at::Tensor pixels = (picture - photo_).square().mean() / 4;
  at::Tensor whole = pixels;
  Judged judged{.loss = {.pixels = orInfinity(pixels)}, .gradient = {}};
  if (discriminator_) {
    const at::Tensor features =
        (discriminator_->features(picture) - photo_features_).square().mean() / features_square_;
    judged.loss.features = orInfinity(features);
    whole = whole + ProjectionLoss::kFeatureWeight * features;
  }
  if (gradient == Gradient::kWanted) judged.gradient = torch::autograd::grad({whole}, {z})[0].to(at::kCPU);
  return judged;
}

std::vector<Projection::Judged> Projection::judge(const std::vector<ProjectionPath>& paths, Gradient gradient) const {
  std::vector<Judged> judged(paths.size());
  std::vector<at::Tensor> conditions;
  conditions.reserve(paths.size());
  for (const ProjectionPath& path : paths) conditions.push_back(conditionOf(path.label));
  parallelFor(static_cast<std::int64_t>(paths.size()), maker_.device().is_cpu() ? maker_.threads() : 1,
              [&](std::int64_t i) {
                const auto place = static_cast<std::size_t>(i);
                setOwnComputeThreads(1);
                judged[place] = judgeOne(row(paths[place].z), conditions[place], gradient);
              });
  return judged;
}

void Projection::advance(ProjectionState& state) { state.tried < places() ? tryPlaces(state) : step(state); }

void Projection::tryPlaces(ProjectionState& state) const {
  const std::int64_t at_once = maker_.device().is_cpu() ? maker_.threads() : kPlacesAtOnce;
  std::vector<ProjectionPath> tried;
  for (; state.tried < places() && static_cast<std::int64_t>(tried.size()) < at_once; ++state.tried) {
    tried.push_back(place(state.tried));
  }
  const std::vector<Judged> judged = judge(tried, Gradient::kNone);
  for (std::size_t i = 0; i < tried.size(); ++i) {
    tried[i].begun = judged[i].loss;
    keepBest(state, tried[i], judged[i].loss);
    state.paths.push_back(std::move(tried[i]));
  }
  std::ranges::stable_sort(state.paths, {}, [](const ProjectionPath& path) { return path.begun.whole(); });
  if (static_cast<std::int64_t>(state.paths.size()) > kPaths) state.paths.resize(kPaths);
  if (state.tried < places() || std::isfinite(state.best.whole())) return;
  throw Error(
      ErrorCode::kFailedPrecondition, "projection_not_finite",
      "None of the {count} pictures that were tried can be compared with the photograph: the weights make values "
      "that are no finite numbers. The training went wrong before; ask for an earlier step.",
      {{"count", std::to_string(state.tried)}});
}

void Projection::step(ProjectionState& state) const {
  const std::vector<Judged> judged = judge(state.paths, Gradient::kWanted);
  const auto number = static_cast<double>(state.step + 1);
  const double rate = rateAt(state.step, steps_) / (1 - std::pow(kMeanDecay, number));
  const double correction = 1 - std::pow(kSquareDecay, number);
  for (std::size_t i = 0; i < state.paths.size(); ++i) {
    ProjectionPath& path = state.paths[i];
    keepBest(state, path, judged[i].loss);
    path.mean.resize(path.z.size());
    path.square.resize(path.z.size());
    const at::Tensor gradient = judged[i].gradient.contiguous();
    const auto* const of_z = gradient.const_data_ptr<float>();
    for (std::size_t j = 0; j < path.z.size(); ++j) {
      const double g = std::isfinite(of_z[j]) ? of_z[j] : 0;
      const double mean = kMeanDecay * path.mean[j] + (1 - kMeanDecay) * g;
      const double square = kSquareDecay * path.square[j] + (1 - kSquareDecay) * g * g;
      path.mean[j] = static_cast<float>(mean);
      path.square[j] = static_cast<float>(square);
      const auto way = static_cast<float>(rate * mean / (std::sqrt(square / correction) + kEpsilon));
      path.z[j] = std::clamp(path.z[j] - way, -kMostOfALatent, kMostOfALatent);
    }
  }
  if (++state.step < steps_) return;
  const std::vector<Judged> last = judge(state.paths, Gradient::kNone);
  for (std::size_t i = 0; i < state.paths.size(); ++i) keepBest(state, state.paths[i], last[i].loss);
}

void Projection::keepBest(ProjectionState& state, const ProjectionPath& path, const ProjectionLoss& loss) {
  if (!state.best_z.empty() && !(loss.whole() < state.best.whole())) return;
  state.best = loss;
  state.best_z = path.z;
  state.best_label = path.label;
}

SamplePoint Projection::found(const ProjectionState& state) const {
  SamplePoint point = begin_;
  point.latent.clear();
  point.z = state.best_z;
  point.moves.clear();
  point.mix.reset();
  if (state.best_label >= 0) point.classes = {{.label = state.best_label}};
  if (point.statistics == StatisticsMode::kRunning) point.truncation = {};
  return point;
}

}  // namespace gan
