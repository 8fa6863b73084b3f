#pragma once

#include <cstdint>

namespace gan {

/// How the windows of a strided convolution lie on an image: `small` x `small` windows of `kernel` x `kernel` pixels on
/// `large` x `large` ones. Images are float32 with channels innermost: [N, large, large, channels]. Patches are the
/// windows one after the other: [N, small, small, kernel, kernel, channels]; pixels outside the image are 0.
struct PatchGeometry {
  std::int64_t channels = 1;
  std::int64_t large = 1;
  std::int64_t small = 1;
  std::int64_t kernel = 4;
  std::int64_t stride = 2;
  std::int64_t padding = 1;

  std::int64_t imageSize() const { return large * large * channels; }
  std::int64_t patchSize() const { return kernel * kernel * channels; }
  std::int64_t patchesSize() const { return small * small * patchSize(); }
};

/// Copies the windows of `count` images.
void gatherPatches(const PatchGeometry& geometry, std::int64_t count, const float* images, float* patches);
/// The transpose: overwrites `count` images with the sums of the windows that cover each pixel, in a fixed order.
void scatterPatches(const PatchGeometry& geometry, std::int64_t count, const float* patches, float* images);

}  // namespace gan
