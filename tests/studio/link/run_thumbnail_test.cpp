#include "link/run_thumbnail.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/temporary_folder.h"

namespace gan {
namespace {

class RunThumbnail : public testing::Test {
 protected:
  RunThumbnail() { std::filesystem::create_directories(folder_ / "samples"); }
  void save(const char* name, Qt::GlobalColor colour, QSize size = {64, 32}) {
    QImage image(size, QImage::Format_RGB32);
    image.fill(colour);
    image.save(QString::fromStdString((folder_ / "samples" / name).string()));
  }
  QImage thumbnail() const { return thumbnailOf(QString::fromStdString(folder_.path().string()), {24, 24}); }

  TemporaryFolder folder_;
};

TEST_F(RunThumbnail, IsTheNewestSheetAndNotTheRealImages) {
  save("step-00000100.s1.png", Qt::red);
  save("step-00002000.s1.png", Qt::green);
  save("real.png", Qt::blue);
  EXPECT_EQ(thumbnail().size(), QSize(24, 24));
  EXPECT_EQ(thumbnail().pixelColor(12, 12), QColor(Qt::green));
}

TEST_F(RunThumbnail, IsNothingWhereThereAreNoSamplesOrDamagedOnes) {
  EXPECT_TRUE(thumbnail().isNull());
  std::ofstream(folder_ / "samples/step-00000100.s1.png") << "no picture";
  EXPECT_TRUE(thumbnail().isNull());
}

}  // namespace
}  // namespace gan
