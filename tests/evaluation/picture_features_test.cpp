#include "evaluation/picture_features.h"

#include <ATen/ATen.h>
#include <ATen/Context.h>
#include <gtest/gtest.h>

#include <atomic>

namespace gan {
namespace {

/// Pictures of one grey pixel.
class Pixels final : public Dataset {
 public:
  Pixels() {
    info_.name = "pixels";
    info_.count = 5;
  }
  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t /*index*/) const override { return kNoLabel; }
  std::int64_t read(std::int64_t index, Image& image) const override {
    if (at::globalContext().allowTF32CuDNN()) ++read_rounded_;
    image = {.width = 1, .height = 1, .channels = 1, .pixels = {static_cast<std::uint8_t>(index)}};
    return kNoLabel;
  }

  /// How many were read while the process may round, as it may where a generator draws them.
  std::int64_t readRounded() const { return read_rounded_; }

 private:
  DatasetInfo info_;
  mutable std::atomic<std::int64_t> read_rounded_ = 0;
};

/// Gives what the process may round products to, as a network on a GPU would.
class TellsPrecision final : public FeatureNetwork {
 public:
  TellsPrecision() { kind_ = {.network = "test", .sha256 = {}, .resize = "none", .size = 1, .features = 2}; }
  bool tellsClasses() const override { return false; }
  c10::Device device() const override { return {c10::kCUDA, 0}; }
  void prepare(const Image& image, std::span<float> input) const override { input[0] = image.pixels[0]; }
  Output run(const at::Tensor& inputs, bool /*probabilities*/) const override {
    const at::Tensor row = at::tensor(
        {at::globalContext().allowTF32CuDNN() ? 1.0F : 0.0F, at::globalContext().allowTF32CuBLAS() ? 1.0F : 0.0F});
    return {.features = row.expand({inputs.size(0), 2}).contiguous(), .probabilities = {}};
  }
};

TEST(PictureFeatures, AreOfFullPrecisionAndLeaveTheProcessAsItWasAlsoWhileItReads) {
  for (const bool allowed : {true, false}) {
    at::globalContext().setAllowTF32CuDNN(allowed);
    at::globalContext().setAllowTF32CuBLAS(allowed);
    ProgressMonitor monitor;
    const Pixels pixels;
    const PictureFeatures found = featuresOfPictures(pixels, TellsPrecision(), {.stage = "pixels"}, monitor);
    EXPECT_EQ(pixels.readRounded(), allowed ? 5 : 0);
    EXPECT_EQ(found.moments.mean.sum().item<double>(), 0);
    EXPECT_EQ(at::globalContext().allowTF32CuDNN(), allowed);
    EXPECT_EQ(at::globalContext().allowTF32CuBLAS(), allowed);
  }
}

}  // namespace
}  // namespace gan
