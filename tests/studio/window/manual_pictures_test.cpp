// packaging/manual-pictures: the manual's pictures are taken of the window itself.
#include <gtest/gtest.h>

#include <QImage>
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "support/process.h"
#include "support/small_training.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

class ManualPictures : public testing::Test {
 protected:
  static std::string made(const fs::path& run) {
    std::vector<std::string> words = smallTraining(run, 20);
    words.insert(words.begin(), {program("gan-engine"), "train"});
    const Finished finished = gan::test::run(words);
    EXPECT_EQ(finished.code, 0) << finished.errors;
    return run.string();
  }
  static Finished take(std::vector<std::string> words) {
    words.insert(words.begin(), std::string(GAN_SOURCE_DIR) + "/packaging/manual-pictures");
    return gan::test::run(words, {{"GAN_STUDIO", program("gan-studio")}, {"GAN_ENGINE", program("gan-engine")}});
  }
  static QImage picture(const fs::path& file) { return QImage(QString::fromStdString(file.string())); }

  TemporaryFolder folder_;
};

TEST_F(ManualPictures, AreOfTheWindowInBothThemes) {
  const std::string first = made(folder_ / "first");
  const std::string second = made(folder_ / "second");
  const fs::path out = folder_ / "out";
  for (const char* page : {"watching", "samples", "comparing", "preferences"}) {
    const Finished finished = take({first, second, "--out", out.string(), "--page", page, "--language", "zh_CN"});
    ASSERT_EQ(finished.code, 0) << finished.errors;
    const QImage light = picture(out / "zh_CN" / (std::string(page) + "-light.png"));
    const QImage dark = picture(out / "zh_CN" / (std::string(page) + "-dark.png"));
    ASSERT_FALSE(light.isNull()) << page;
    ASSERT_FALSE(dark.isNull()) << page;
    EXPECT_EQ(light.size(), dark.size()) << page;
    EXPECT_GT(light.pixelColor(3, 3).lightness(), dark.pixelColor(3, 3).lightness() + 100) << page;
  }
  EXPECT_EQ(picture(out / "zh_CN" / "watching-light.png").size(), QSize(1100, 700));
  EXPECT_NE(picture(out / "zh_CN" / "comparing-light.png"), picture(out / "zh_CN" / "watching-light.png"));
  EXPECT_NE(picture(out / "zh_CN" / "samples-light.png"), picture(out / "zh_CN" / "watching-light.png"))
      << "the panel Data is seen, which is there without a run, too";
  EXPECT_FALSE(fs::exists(out / "en"));
}

TEST_F(ManualPictures, SayInOneSentenceWhatIsWrong) {
  const auto refusal = [](const std::vector<std::string>& words) {
    const Finished finished = take(words);
    EXPECT_EQ(finished.code, 2);
    EXPECT_EQ(std::count(finished.errors.begin(), finished.errors.end(), '\n'), 1) << finished.errors;
    return finished.errors;
  };
  EXPECT_NE(refusal({}).find("two runs are needed"), std::string::npos);
  EXPECT_NE(refusal({folder_.path().string()}).find("is not a run folder"), std::string::npos);
  EXPECT_NE(refusal({"--page", "tea"}).find("there is no page 'tea'; there are: checkpoints comparing"),
            std::string::npos);
  EXPECT_NE(refusal({"--language", "tlh"}).find("en or zh_CN"), std::string::npos);
  EXPECT_NE(refusal({"--out"}).find("--out wants a value"), std::string::npos);
  EXPECT_NE(refusal({"--tea"}).find("unknown option"), std::string::npos);
  EXPECT_EQ(take({"--help"}).code, 0);
}

}  // namespace
}  // namespace gan::test
