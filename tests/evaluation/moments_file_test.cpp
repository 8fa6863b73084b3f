#include "evaluation/moments_file.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <functional>

#include "evaluation/evaluate.h"
#include "interop/npz.h"
#include "interop/npz_writer.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

const FeatureKind kKind{.network = "inception-fid", .sha256 = "abc", .resize = "clean-fid", .size = 299, .features = 3};

class MomentsFile : public testing::Test {
 protected:
  struct Array {
    std::string name;
    std::string type;
    at::Tensor values;
  };
  fs::path write(const std::vector<Array>& arrays) {
    const fs::path file = folder_ / "moments.npz";
    fs::remove(file);
    NpzWriter writer(file);
    for (const Array& array : arrays) {
      writer.begin(array.name, array.type, array.values.sizes().vec());
      writer.append({static_cast<const char*>(array.values.const_data_ptr()), array.values.nbytes()});
    }
    writer.finish();
    return file;
  }
  void expectBad(const std::vector<Array>& arrays, const std::string& named) {
    const fs::path file = write(arrays);
    const auto error = expectError(ErrorCode::kInvalidArgument, "moments_file_bad", [&] { readMoments(file); });
    EXPECT_NE(error->message().find(named), std::string::npos) << error->message();
    EXPECT_NE(error->message().find(file.string()), std::string::npos);
  }

  TemporaryFolder folder_;
  at::Tensor mean = at::tensor({1.0, 2.0, 3.0}, at::kDouble);
  at::Tensor covariance = at::diag(at::tensor({4.0, 0.5, 1e-9}, at::kDouble));
};

TEST_F(MomentsFile, HoldsWhatWasWrittenAndOfWhichFeaturesItIs) {
  const fs::path file = folder_ / "m.npz";
  writeMoments(file, {.mean = mean, .covariance = covariance, .count = 77}, kKind);
  EXPECT_TRUE(holdsMoments(file));
  const StoredMoments read = readMoments(file);
  EXPECT_TRUE(at::equal(read.moments.mean, mean));
  EXPECT_TRUE(at::equal(read.moments.covariance, covariance));
  EXPECT_EQ(read.moments.count, 77);
  EXPECT_EQ(read.kind, kKind);
}

TEST_F(MomentsFile, OfOtherProgramsSaysNothingOfFeatures) {
  const StoredMoments read =
      readMoments(write({{"mu", "<f4", mean.to(at::kFloat)}, {"sigma", "<f4", covariance.to(at::kFloat)}}));
  EXPECT_TRUE(at::allclose(read.moments.covariance, covariance, 1e-6));
  EXPECT_FALSE(read.kind);
  EXPECT_EQ(read.moments.count, 0);
}

TEST_F(MomentsFile, WithGarbledFactsIsLikeOthers) {
  const at::Tensor garbled = at::tensor({'{', '"', 'n'}, at::kByte);
  EXPECT_FALSE(
      readMoments(write({{"mu", "<f8", mean}, {"sigma", "<f8", covariance}, {"gan_studio", "|u1", garbled}})).kind);
}

TEST_F(MomentsFile, WithFactsThatATerminalWouldObeyIsLikeOthers) {
  for (const char* network : {"a\x1b]0;title\x07", "", "Inception"}) {
    const fs::path file = folder_ / "m.npz";
    fs::remove(file);
    writeMoments(file, {.mean = mean, .covariance = covariance, .count = 77},
                 {.network = network, .sha256 = "abc", .resize = "clean-fid", .size = 299, .features = 3});
    EXPECT_FALSE(readMoments(file).kind) << network;
  }
}

TEST_F(MomentsFile, WithMoreFactsThanThereCanBeIsLikeOthers) {
  const at::Tensor many = at::full({100'000}, ' ', at::kByte);
  EXPECT_FALSE(
      readMoments(write({{"mu", "<f8", mean}, {"sigma", "<f8", covariance}, {"gan_studio", "|u1", many}})).kind);
}

TEST_F(MomentsFile, ThatIsNoPairOfMomentsIsRefusedWithWhatIsWrong) {
  const auto wide = at::zeros({3, 4}, at::kDouble);
  expectBad({{"mu", "<f8", wide}, {"sigma", "<f8", covariance}}, "mu is [3, 4]");
  expectBad({{"mu", "<f8", mean}, {"sigma", "<f8", wide}}, "sigma is [3, 4]");
  expectBad({{"mu", "<i8", at::ones({3}, at::kLong)}, {"sigma", "<f8", covariance}}, "<i8");
  expectBad({{"mu", "<f8", at::zeros({20000}, at::kDouble)}, {"sigma", "<f8", covariance}}, "mu is [20000]");
  expectBad({{"mu", "<f8", mean / 0}, {"sigma", "<f8", covariance}}, "mu holds a value that is not finite");
  at::Tensor asymmetric = covariance.clone();
  asymmetric[0][1] = 0.1;
  expectBad({{"mu", "<f8", mean}, {"sigma", "<f8", asymmetric}}, "symmetric");
  expectBad({{"mu", "<f8", mean}, {"sigma", "<f8", -covariance}}, "negative variance");
}

TEST_F(MomentsFile, WithoutEitherArrayIsNoMoments) {
  EXPECT_FALSE(holdsMoments(write({{"mu", "<f8", mean}})));
  EXPECT_FALSE(holdsMoments(folder_ / "absent.npz"));
  EXPECT_FALSE(holdsMoments(folder_.path()));
  expectError(ErrorCode::kNotFound, "npz_no_array", [&] { readMoments(write({{"mu", "<f8", mean}})); });
}

}  // namespace
}  // namespace gan
