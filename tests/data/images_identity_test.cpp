#include "data/images_identity.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "config/run_config.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// Two folders of bitmaps, alike in names and sizes.
class ImagesIdentity : public testing::Test {
 protected:
  ImagesIdentity() {
    for (const char* name : {"a", "b"}) {
      fs::create_directories(folder_ / name);
      for (int i = 0; i < 3; ++i) write(folder_ / name / (std::to_string(i) + ".pgm"), name[0]);
    }
    times("b", "a");
  }
  static void write(const fs::path& file, char level) {
    std::ofstream(file, std::ios::binary) << "P5\n8 8\n255\n" << std::string(64, level);
  }
  void times(const char* to, const char* from) const {
    for (const auto& entry : fs::directory_iterator(folder_ / from)) {
      fs::last_write_time(folder_ / to / entry.path().filename(), entry.last_write_time());
    }
  }
  RunConfig config(const char* name = "a") const {
    RunConfig config;
    config.setText("data.source", "folder");
    config.setText("data.path", (folder_ / name).string());
    config.set("data.resolution", Value(std::int64_t{8}));
    return config;
  }
  static std::string of(const RunConfig& config, Decoding decoding = Decoding::kAsTrained) {
    return identityOfImages(config, openDataset(config, decoding)->info(), decoding);
  }

  TemporaryFolder folder_;
};

TEST_F(ImagesIdentity, IsAnotherOneForAnotherFolderOfEqualNamesSizesAndTimes) {
  ASSERT_EQ(openDataset(config("a"))->info().fingerprint, openDataset(config("b"))->info().fingerprint);
  EXPECT_NE(of(config("a")), of(config("b")));
  EXPECT_EQ(of(config("a")), of(config("a")));
}

TEST_F(ImagesIdentity, IsAnotherOneWhenAPictureIsWrittenAgain) {
  const std::string before = of(config());
  const fs::path file = folder_ / "a" / "1.pgm";
  const auto time = fs::last_write_time(file);
  write(file, 'z');
  fs::last_write_time(file, time + std::chrono::nanoseconds(4000));
  EXPECT_NE(of(config()), before);
}

TEST_F(ImagesIdentity, ChangesWithWhateverSettingChangesPixelsBeforeTheyAreFitted) {
  const std::string before = of(config());
  for (const char* setting : {"data.background=black", "data.crop=random_resized", "data.resolution=16",
                              "data.validation=share", "data.source=shapes"}) {
    RunConfig changed = config();
    changed.applyOverride(setting);
    EXPECT_NE(of(changed), before) << setting;
  }
  EXPECT_NE(of(config(), Decoding::kWhole), before);
  for (const char* setting : {"data.batch_size=4", "data.flip=true", "data.workers=3"}) {
    RunConfig changed = config();
    changed.applyOverride(setting);
    EXPECT_EQ(of(changed), before) << setting;
  }
}

}  // namespace
}  // namespace gan
