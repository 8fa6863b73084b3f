#include "link/photo_file.h"

#include <gtest/gtest.h>

#include <QRandomGenerator>
#include <fstream>

#include "core/error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

QString file(const TemporaryFolder& folder, const char* name) {
  return QString::fromStdString((folder.path() / name).string());
}

TEST(PhotoFile, IsTheMiddleSquarePixelForPixelWhereItIsSmall) {
  const TemporaryFolder folder;
  QImage image(30, 20, QImage::Format_RGB888);
  image.fill(Qt::black);
  image.setPixelColor(5, 0, Qt::red);
  image.setPixelColor(24, 19, Qt::blue);
  image.save(file(folder, "a.png"));
  const PhotoFile photo = readPhoto(file(folder, "a.png"), 32);
  const QImage sent = QImage::fromData(photo.bytes);
  ASSERT_EQ(sent.size(), QSize(20, 20));
  EXPECT_EQ(sent.pixelColor(0, 0), QColor(Qt::red));
  EXPECT_EQ(sent.pixelColor(19, 19), QColor(Qt::blue));
}

TEST(PhotoFile, AnyPhotographFitsIntoACall) {
  const TemporaryFolder folder;
  QImage noise(3000, 2000, QImage::Format_RGB888);
  for (int y = 0; y < noise.height(); ++y) {
    for (int x = 0; x < 3 * noise.width(); ++x) {
      noise.scanLine(y)[x] = static_cast<uchar>(QRandomGenerator::global()->generate());
    }
  }
  noise.save(file(folder, "noise.bmp"));
  for (const int side : {28, 128, 512}) {
    const PhotoFile photo = readPhoto(file(folder, "noise.bmp"), side);
    EXPECT_LE(photo.bytes.size(), PhotoFile::kMostBytes) << side;
    const QImage sent = QImage::fromData(photo.bytes);
    EXPECT_EQ(sent.width(), sent.height());
    EXPECT_GE(sent.width(), std::min(side, 256)) << side;
  }
}

TEST(PhotoFile, WhatIsNoPictureIsNamed) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "big.txt") << std::string(1U << 20U, 'x');
  for (const char* name : {"big.txt", "missing.png"}) {
    try {
      readPhoto(file(folder, name), 32);
      FAIL() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.id(), "photo_file_unreadable");
      EXPECT_NE(error.message().find(name), std::string::npos) << error.message();
    }
  }
}

TEST(PhotoFile, ASmallFileThatIsNotKnownHereIsLeftToTheEngine) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "odd.xyz") << "odd";
  const PhotoFile photo = readPhoto(file(folder, "odd.xyz"), 32);
  EXPECT_EQ(photo.bytes, QByteArray("odd"));
  EXPECT_TRUE(photo.image.isNull());
}

}  // namespace
}  // namespace gan
