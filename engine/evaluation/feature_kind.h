#pragma once

#include <cstdint>
#include <string>

namespace gan {

/// Networks of classifiers that were made of a data set for their features: told its classes, or rotations of its
/// images.
inline constexpr const char* kInDomain = "in-domain";
inline constexpr const char* kInDomainRotations = "in-domain-rotations";

/// What features are: scores of different kinds mean different things and are never compared.
struct FeatureKind {
  std::string network;  ///< "inception-fid", "inception-torchvision", "torchscript", "in-domain", "in-domain-rotations"
                        ///< or a classifier's architecture.
  std::string sha256;   ///< Of the network's file.
  std::string resize;   ///< See InputResize; of a classifier "its training".
  std::int64_t size = 0;      ///< Height and width of what the network takes, in pixels.
  std::int64_t features = 0;  ///< How many it gives for a picture.

  friend bool operator==(const FeatureKind& a, const FeatureKind& b) = default;
};

/// "2,048 features of inception-fid (sha256 0123456789ab), pictures resized to 299 as pytorch-fid".
std::string describe(const FeatureKind& kind);

}  // namespace gan
