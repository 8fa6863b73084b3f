#include "link/decode_sample.h"

#include <QBuffer>
#include <QImageReader>
#include <algorithm>

#include "config/text.h"
#include "core/error.h"

namespace gan {
namespace {

// Below QImageReader's own limit of 256 MiB at 4 bytes a pixel, so that it is we who say what is wrong.
constexpr qint64 kMaxPixels = 64'000'000;

[[noreturn]] void throwBadPicture(const std::string& name, const QString& found) {
  throw Error(
      ErrorCode::kDataLoss, "sample_bad_picture",
      "The sample {name} should be a PNG picture of at most {limit} million pixels; found: {found}. The other "
      "samples are still shown.",
      {{"name", excerpt(name)}, {"limit", std::to_string(kMaxPixels / 1'000'000)}, {"found", found.toStdString()}});
}

bool isPlain(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '.';
}

}  // namespace

QImage decodeSample(const QByteArray& png, const std::string& name) {
  QBuffer buffer;
  buffer.setData(png);
  buffer.open(QIODevice::ReadOnly);
  QImageReader reader(&buffer, "png");
  reader.setAutoDetectImageFormat(false);
  const QSize size = reader.size();
  if (!size.isValid()) throwBadPicture(name, QStringLiteral("no PNG header"));
  if (static_cast<qint64>(size.width()) * size.height() > kMaxPixels) {
    throwBadPicture(name, QStringLiteral("%1 × %2 pixels").arg(size.width()).arg(size.height()));
  }
  QImage image = reader.read();
  if (image.isNull()) throwBadPicture(name, reader.errorString());
  return image;
}

QImage decodePreview(const QByteArray& jpeg, int side) {
  QBuffer buffer;
  buffer.setData(jpeg);
  buffer.open(QIODevice::ReadOnly);
  QImageReader reader(&buffer, "jpeg");
  reader.setAutoDetectImageFormat(false);
  const QSize size = reader.size();
  if (!size.isValid() || size.width() > side || size.height() > side) return {};
  return reader.read();
}

void checkSampleName(const std::string& name) {
  constexpr std::size_t kMaxBytes = 128;
  if (!name.empty() && name.size() <= kMaxBytes && name.front() != '.' && std::ranges::all_of(name, isPlain)) return;
  throw Error(ErrorCode::kInvalidArgument, "sample_bad_name",
              "{name} is not the name of a sample. Ask for one that the list of samples names.",
              {{"name", excerpt(name)}});
}

}  // namespace gan
