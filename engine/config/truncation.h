#pragma once

#include <string_view>

namespace gan {

/// How latents are kept near 0. All three are called truncation somewhere.
enum class TruncationKind {
  kRedraw,        ///< Components beyond +-t are drawn again (Brock et al., 2019, section 3.1).
  kScaledRedraw,  ///< t times a normal number that is drawn again beyond +-2: DeepMind's BigGAN on TF-Hub.
  kScale,         ///< t times a normal number: BigGAN-PyTorch's z_var.
};

/// The truncation trick. threshold, t above, counts in standard deviations; <= 0 or not finite means none.
struct Truncation {
  double threshold = 0;
  TruncationKind kind = TruncationKind::kRedraw;

  friend bool operator==(const Truncation&, const Truncation&) = default;
};

/// The largest threshold that text from outside may name.
inline constexpr double kMostTruncation = 1000;
/// The largest that a window offers: of normal numbers, nothing lies beyond it.
inline constexpr double kMostUsefulTruncation = 10;

/// "redraw", "scaled_redraw", "scale": as in sampling.truncation_kind.
std::string_view nameOf(TruncationKind kind);
/// The reverse. Throws Error(kInvalidArgument, "truncation_kind_unknown").
TruncationKind truncationKind(std::string_view name);

}  // namespace gan
