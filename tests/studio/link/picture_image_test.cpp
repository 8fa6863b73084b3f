#include "link/picture_image.h"

#include <gtest/gtest.h>

#include <QBuffer>
#include <cstdlib>

#include "protocol/studio.pb.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

v1::Picture pictureOf(v1::PictureFormat format, std::uint32_t width, std::uint32_t height, std::uint32_t channels,
                      const std::string& bytes) {
  v1::Picture picture;
  picture.set_format(format);
  picture.set_width(width);
  picture.set_height(height);
  picture.set_channels(channels);
  picture.set_pixels(bytes);
  return picture;
}

TEST(PictureImage, RawPixelsAreTakenAsTheyAre) {
  const QImage image = imageOf(pictureOf(v1::PICTURE_FORMAT_RAW, 2, 1, 3, std::string("\x01\x02\x03\xff\x00\x80", 6)));
  ASSERT_EQ(image.size(), QSize(2, 1));
  EXPECT_EQ(image.pixel(0, 0), qRgb(1, 2, 3));
  EXPECT_EQ(image.pixel(1, 0), qRgb(255, 0, 128));
  EXPECT_TRUE(imageOf(pictureOf(v1::PICTURE_FORMAT_RAW, 2, 1, 3, "short")).isNull());
  EXPECT_TRUE(imageOf(pictureOf(v1::PICTURE_FORMAT_RAW, 3, 1, 2, "sixsix")).isNull()) << "of two channels";
}

TEST(PictureImage, AJpegFileIsReadIfItIsOfTheSizeThatItSays) {
  QImage drawn(16, 8, QImage::Format_RGB888);
  drawn.fill(QColor(200, 100, 50));
  QByteArray file;
  QBuffer buffer(&file);
  buffer.open(QIODevice::WriteOnly);
  ASSERT_TRUE(drawn.save(&buffer, "JPEG", 95));
  const QImage image = imageOf(pictureOf(v1::PICTURE_FORMAT_JPEG, 16, 8, 3, file.toStdString()));
  ASSERT_EQ(image.size(), QSize(16, 8));
  EXPECT_LE(std::abs(qRed(image.pixel(5, 5)) - 200), 3);
  EXPECT_LE(std::abs(qBlue(image.pixel(5, 5)) - 50), 3);
  EXPECT_TRUE(imageOf(pictureOf(v1::PICTURE_FORMAT_JPEG, 8000, 8000, 3, file.toStdString())).isNull());
  EXPECT_TRUE(imageOf(pictureOf(v1::PICTURE_FORMAT_JPEG, 16, 8, 3, "no picture")).isNull());
}

}  // namespace
}  // namespace gan
