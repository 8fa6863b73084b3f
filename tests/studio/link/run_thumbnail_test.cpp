#include "link/run_thumbnail.h"

#include <gtest/gtest.h>

#include <QMap>
#include <QTest>
#include <chrono>
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

TEST_F(RunThumbnail, OfManyRunsIsReadAgainOnlyWhereSamplesCame) {
  constexpr int kPatienceMs = 10'000;
  save("step-00000100.s1.png", Qt::red);
  // Clocks of file systems are coarse.
  const std::filesystem::path samples = folder_ / "samples";
  std::filesystem::last_write_time(samples, std::filesystem::last_write_time(samples) - std::chrono::hours(1));
  const QString run = QString::fromStdString(folder_.path().string());
  const QString other = run + QStringLiteral("/no run");
  RunThumbnails thumbnails;
  QMap<QString, QVector<QImage>> found;
  QObject::connect(&thumbnails, &RunThumbnails::found,
                   [&found](const QString& of, const QImage& picture) { found[of] << picture; });
  thumbnails.look({run});  // no size yet: none are wanted
  thumbnails.setSize({24, 24});
  thumbnails.look({run, other});
  ASSERT_TRUE(QTest::qWaitFor([&] { return found.size() == 2; }, kPatienceMs));
  EXPECT_EQ(found[run].last().pixelColor(12, 12), QColor(Qt::red));
  EXPECT_TRUE(found[other].last().isNull());
  save("step-00000200.s1.png", Qt::green);
  thumbnails.look({run, other});
  ASSERT_TRUE(QTest::qWaitFor([&] { return found[run].size() == 2; }, kPatienceMs));
  EXPECT_EQ(found[run].last().pixelColor(12, 12), QColor(Qt::green));
  EXPECT_EQ(found[other].size(), 1) << "nothing came";
  thumbnails.setSize({12, 12});
  thumbnails.look({run});
  ASSERT_TRUE(QTest::qWaitFor([&] { return found[run].size() == 3; }, kPatienceMs));
  EXPECT_EQ(found[run].last().size(), QSize(12, 12));
}

}  // namespace
}  // namespace gan
