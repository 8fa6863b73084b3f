// Whether in-domain features notice what people would: blur, and classes that are missing.
#include <gtest/gtest.h>

#include <iostream>
#include <vector>

#include "data/fitted_images.h"
#include "evaluation/evaluate.h"
#include "session/in_domain.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// Some images of a grey data set, each blurred several times by 3 x 3 means.
class SpoiltImages final : public Dataset {
 public:
  SpoiltImages(std::shared_ptr<const Dataset> whole, std::vector<std::int64_t> images, int blurs = 0)
      : whole_(std::move(whole)), images_(std::move(images)), blurs_(blurs), info_(whole_->info()) {
    info_.count = static_cast<std::int64_t>(images_.size());
    info_.fingerprint += "/some";
  }

  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override {
    return whole_->label(images_[static_cast<std::size_t>(index)]);
  }
  std::int64_t read(std::int64_t index, Image& image) const override {
    const std::int64_t found = whole_->read(images_[static_cast<std::size_t>(index)], image);
    for (int i = 0; i < blurs_; ++i) blur(image);
    return found;
  }

 private:
  static void blur(Image& image) {
    const std::vector<std::uint8_t> before = image.pixels;
    const auto level = [&](std::int64_t x, std::int64_t y) {
      x = std::clamp<std::int64_t>(x, 0, image.width - 1);
      y = std::clamp<std::int64_t>(y, 0, image.height - 1);
      return static_cast<int>(before[static_cast<std::size_t>(y * image.width + x)]);
    };
    for (std::int64_t y = 0; y < image.height; ++y) {
      for (std::int64_t x = 0; x < image.width; ++x) {
        int sum = 0;
        for (int place = 0; place < 9; ++place) sum += level(x + place % 3 - 1, y + place / 3 - 1);
        image.pixels[static_cast<std::size_t>(y * image.width + x)] = static_cast<std::uint8_t>(sum / 9);
      }
    }
  }

  std::shared_ptr<const Dataset> whole_;
  std::vector<std::int64_t> images_;
  int blurs_;
  DatasetInfo info_;
};

class InDomainOrder : public testing::Test {
 protected:
  static constexpr std::int64_t kReal = 2000;
  static constexpr std::size_t kJudged = 1500;

  void SetUp() override {
    const fs::path data = fs::path(GAN_SHARED_DIR) / "data/fashion_mnist";
    if (!fs::exists(data)) GTEST_SKIP() << "needs Fashion-MNIST in ../shared/data/fashion_mnist";
    RunConfig config;
    config.setText("data.source", "idx");
    config.setText("data.path", data.string());
    config.set("data.resolution", Value(std::int64_t{28}));
    config.set("data.channels", Value(std::int64_t{1}));
    whole_ = std::make_shared<const FittedImages>(openDataset(config), fitWithoutChance(config));
    std::vector<std::int64_t> first;
    for (std::int64_t i = 0; i < kReal; ++i) first.push_back(i);
    real_ = std::make_shared<const SpoiltImages>(whole_, first);
    network_ = inDomainClassifier(
        {.images = real_, .data = config, .identity = "real", .cache = folder_ / "cache", .threads = 2}, monitor_);
  }

  /// Of images that are not among the real ones, without classes 0 to dropped - 1.
  double fid(int blurs, int dropped) {
    std::vector<std::int64_t> judged;
    for (std::int64_t i = kReal; judged.size() < kJudged; ++i) {
      if (whole_->label(i) >= dropped) judged.push_back(i);
    }
    EvaluationRequest request;
    request.real = {.name = "real", .pictures = {}, .moments = {}, .opened = real_, .identity = "real"};
    request.generated = {.name = "judged",
                         .pictures = {},
                         .moments = {},
                         .opened = std::make_shared<const SpoiltImages>(whole_, judged, blurs)};
    request.network = {.file = network_, .threads = 2};
    request.metrics = {"fid"};
    request.store = folder_ / "cache";
    return evaluate(request, monitor_).scores.front().value;
  }

  TemporaryFolder folder_;
  ProgressMonitor monitor_;
  std::shared_ptr<const Dataset> whole_;
  std::shared_ptr<const Dataset> real_;
  fs::path network_;
};

TEST_F(InDomainOrder, FidGrowsWithBlurAndWithClassesThatAreMissing) {
  const double untouched = fid(0, 0);
  std::cout << "in-domain FID of " << kJudged << " images: untouched " << untouched;
  double last = untouched;
  for (const int blurs : {1, 2, 4}) {
    const double found = fid(blurs, 0);
    EXPECT_GT(found, last) << blurs << " blurs";
    std::cout << ", blurred " << blurs << " times " << found;
    last = found;
  }
  last = untouched;
  for (const int dropped : {1, 2, 4}) {
    const double found = fid(0, dropped);
    EXPECT_GT(found, last) << dropped << " classes dropped";
    std::cout << ", without " << dropped << " classes " << found;
    last = found;
  }
  std::cout << "\n";
}

}  // namespace
}  // namespace gan
