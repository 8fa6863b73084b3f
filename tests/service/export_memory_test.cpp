#include "service/export_memory.h"

#include <gtest/gtest.h>

#include <fstream>

#include "service/sampler_memory.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

/// Of a run with one checkpoint, whose averaged generator has 1,000 bytes.
class ExportNeed : public testing::Test {
 protected:
  ExportNeed() {
    std::filesystem::create_directories(run_ / "checkpoints" / "step-00000010.s1");
    std::ofstream(run_ / "checkpoints" / "step-00000010.s1" / "ema.safetensors") << std::string(1000, 'x');
    task_.run = run_.path();
    config_.set("model.architecture", std::string("biggan"));
  }

  TemporaryFolder run_;
  ExportTask task_;
  RunConfig config_;
};

TEST_F(ExportNeed, IsThatOfTheProcessThatMakesPictures) {
  task_.request.mutable_samples()->set_count(50'000);
  EXPECT_EQ(exportNeed(task_, config_), samplerNeed(1000));
  task_.request.mutable_samples()->mutable_alike()->set_statistics("standing");
  EXPECT_EQ(exportNeed(task_, config_), samplerNeed(1000) + statisticsNeed(config_));
  config_.set("sampler.memory_mib", std::int64_t{100});
  EXPECT_EQ(exportNeed(task_, config_), 100ULL << 20U);
}

TEST_F(ExportNeed, OfAnEvaluationIsThatOfEachOfItsProcesses) {
  task_.request.mutable_evaluation()->set_count(2048);
  const std::uint64_t one = exportNeed(task_, config_);
  EXPECT_EQ(one, samplerNeed(1000) + (512ULL << 20U));
  config_.set("evaluation.processes", std::int64_t{3});
  EXPECT_EQ(exportNeed(task_, config_), 3 * one);
}

TEST_F(ExportNeed, OfATestGoesByTheClassifiersWeights) {
  const std::filesystem::path checkpoint = run_ / "checkpoints" / "step-00000010.s1";
  std::filesystem::remove(checkpoint / "ema.safetensors");
  std::ofstream(checkpoint / "classifier.safetensors") << std::string(3000, 'x');
  task_.request.mutable_test();
  EXPECT_EQ(exportNeed(task_, config_), samplerNeed(3000));
}

TEST_F(ExportNeed, HasRoomForASheetAndItsFile) {
  config_.set("data.resolution", std::int64_t{128});
  config_.set("data.channels", std::int64_t{3});
  task_.request.mutable_sheet()->set_rows(1000);
  task_.request.mutable_sheet()->set_columns(100);
  EXPECT_EQ(exportNeed(task_, config_), samplerNeed(1000) + 2ULL * 1000 * 100 * 130 * 130 * 3);
}

TEST_F(ExportNeed, HasRoomForAFilmsPicturesAndForThoseThatFfmpegHolds) {
  config_.set("data.resolution", std::int64_t{128});
  task_.request.mutable_film()->set_zoom(8);
  task_.request.mutable_film()->set_format("gif");
  constexpr std::uint64_t kPicture = 1024ULL * 1024 * 3;
  EXPECT_EQ(exportNeed(task_, config_), samplerNeed(1000) + 4 * kPicture);
  task_.request.mutable_film()->set_format("");
  EXPECT_GE(exportNeed(task_, config_), samplerNeed(1000) + 44 * kPicture) << "x264 looks 40 pictures ahead";
  EXPECT_LT(exportNeed(task_, config_), samplerNeed(1000) + (std::uint64_t{512} << 20U));
}

TEST_F(ExportNeed, HasRoomForThePicturesThatGoIntoAnArchiveAtOnce) {
  config_.set("data.resolution", std::int64_t{512});
  config_.set("data.channels", std::int64_t{3});
  task_.request.mutable_samples()->set_format("npz-biggan");
  EXPECT_GE(exportNeed(task_, config_), samplerNeed(1000) + 256ULL * 512 * 512 * 3);
}

TEST_F(ExportNeed, OfAFilmThatIsTooLargeIsNotAskedForButItIsRefusedByName) {
  config_.set("data.resolution", std::int64_t{512});
  task_.request.mutable_film()->set_zoom(17);
  expectError(ErrorCode::kInvalidArgument, "film_too_large", [&] { requireExportMemory(task_, config_); });
  task_.request.mutable_film()->set_format("png");
  task_.request.mutable_film()->set_zoom(33);
  expectError(ErrorCode::kInvalidArgument, "film_too_large", [&] { requireExportMemory(task_, config_); });
}

}  // namespace
}  // namespace gan
