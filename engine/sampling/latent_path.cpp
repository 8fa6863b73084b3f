#include "sampling/latent_path.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/isfinite.h>
#include <ATen/ops/zeros_like.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/shape_text.h"

namespace gan {
namespace {

/// What happens at a natural end fades by 2 - sqrt(3) a keyframe: below a double's rounding behind so many.
constexpr std::int64_t kFadedKeyframes = 30;

[[noreturn]] void throwBad(const std::string& problem) {
  throw Error(ErrorCode::kInvalidArgument, "latent_path_bad",
              "A path goes through two or more keyframes, float32 [K, D] of finite numbers on the host, but {problem}.",
              {{"problem", problem}});
}

/// Second derivatives of the natural cubic spline through y [K, D] at distances of 1: 0 at its ends, and between them
/// m[i-1] + 4 m[i] + m[i+1] = 6 (y[i-1] - 2 y[i] + y[i+1]) (de Boor, 1978, chapter 4), solved by elimination.
at::Tensor naturalCurvature(const at::Tensor& y) {
  const std::int64_t last = y.size(0) - 1;
  at::Tensor m = at::zeros_like(y);
  std::vector<double> share(static_cast<std::size_t>(last) + 1, 0.0);
  for (std::int64_t i = 1; i < last; ++i) {
    const auto place = static_cast<std::size_t>(i);
    const double pivot = 4 - share[place - 1];
    share[place] = 1 / pivot;
    m[i].copy_((6 * (y[i - 1] - 2 * y[i] + y[i + 1]) - m[i - 1]) / pivot);
  }
  for (std::int64_t i = last - 1; i >= 1; --i) m[i].sub_(share[static_cast<std::size_t>(i)] * m[i + 1]);
  return m;
}

/// Of the periodic spline through y [K, D], K + 1 rows: those of a natural one that goes around further, to both sides.
at::Tensor periodicCurvature(const at::Tensor& y) {
  const std::int64_t count = y.size(0);
  const std::int64_t rounds = (kFadedKeyframes + count - 1) / count;
  const std::vector<at::Tensor> around(static_cast<std::size_t>(2 * rounds + 2), y);
  return naturalCurvature(at::cat(around)).narrow(0, rounds * count, count + 1);
}

at::Tensor greatCircle(const at::Tensor& a, const at::Tensor& b, double share) {
  const double lengths = a.norm().item<double>() * b.norm().item<double>();
  const double cosine = lengths > 0 ? std::clamp(a.dot(b).item<double>() / lengths, -1.0, 1.0) : 1.0;
  const double angle = std::acos(cosine);
  const double sine = std::sin(angle);
  constexpr double kOnOneLine = 1e-6;
  if (sine < kOnOneLine) return (1 - share) * a + share * b;
  return (std::sin((1 - share) * angle) * a + std::sin(share * angle) * b) / sine;
}

}  // namespace

LatentPath::LatentPath(const at::Tensor& keyframes, PathKind kind, PathEnds ends)
    : kind_(kind), ends_(ends), count_(keyframes.defined() && keyframes.dim() == 2 ? keyframes.size(0) : 0) {
  if (count_ < 2 || keyframes.size(1) < 1 || keyframes.scalar_type() != at::kFloat || !keyframes.is_cpu()) {
    throwBad(keyframes.defined() ? "these are " + std::string(c10::toString(keyframes.scalar_type())) + " " +
                                       shapeText(keyframes.sizes())
                                 : "there are none");
  }
  if (!at::isfinite(keyframes).all().item<bool>()) throwBad("one holds a value that is not finite");
  const at::Tensor exact = keyframes.to(at::kDouble);
  const bool loop = ends == PathEnds::kLoop;
  keyframes_ = loop ? at::cat({exact, exact.narrow(0, 0, 1)}) : exact;
  if (kind == PathKind::kCubic) curvature_ = loop ? periodicCurvature(exact) : naturalCurvature(exact);
}

at::Tensor LatentPath::at(double t) const {
  if (std::isnan(t)) throwBad("a place on it was asked for that is no number");
  const auto length = static_cast<double>(keyframes_.size(0) - 1);
  if (ends_ == PathEnds::kLoop && std::isfinite(t)) t -= std::floor(t / length) * length;
  t = std::clamp(t, 0.0, length);
  const auto from = static_cast<std::int64_t>(std::min(std::floor(t), length - 1));
  return between(from, t - static_cast<double>(from)).to(at::kFloat);
}

at::Tensor LatentPath::between(std::int64_t from, double share) const {
  const at::Tensor a = keyframes_[from];
  const at::Tensor b = keyframes_[from + 1];
  // At a keyframe the keyframe itself, whatever rounding would make of the formulas.
  if (share == 0) return a;
  if (share == 1) return b;
  if (kind_ == PathKind::kSpherical) return greatCircle(a, b, share);
  const at::Tensor straight = (1 - share) * a + share * b;
  if (kind_ == PathKind::kLinear) return straight;
  const double rest = 1 - share;
  return straight + ((rest * rest * rest - rest) / 6) * curvature_[from] +
         ((share * share * share - share) / 6) * curvature_[from + 1];
}

}  // namespace gan
