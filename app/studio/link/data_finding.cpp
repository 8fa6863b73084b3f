#include "link/data_finding.h"

#include <zlib.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImageReader>
#include <QtEndian>
#include <array>
#include <exception>

#include "run/data_glance.h"

namespace gan {
namespace {

constexpr auto kTrainImages = QLatin1String("train-images-idx3-ubyte");
constexpr unsigned char kUnsignedBytes = 0x08;
constexpr int kMostDimensions = 4;

DataFinding refusal(const char* id, const char* text, const QString& path) {
  DataFinding result;
  result.problem = Message{id, text, {{"path", path.toStdString()}}};
  return result;
}

DataFinding noFile(const QString& path) {
  return refusal("data_file_unknown",
                 "{path} is not an IDX file of images. Images are read from IDX files as MNIST has them, "
                 "with or without gzip; the built-in shapes need none.",
                 path);
}

/// Plain or gzip, which zlib tells apart itself.
DataFinding readHeader(const QString& path) {
  using Header = std::array<unsigned char, 4 + 4 * kMostDimensions>;
  Header header{};
  gzFile file = ::gzopen(QFile::encodeName(path).constData(), "rb");
  if (file == nullptr) {
    return refusal("data_unreadable", "{path} cannot be opened. Check that you may read it.", path);
  }
  const int length = ::gzread(file, header.data(), static_cast<unsigned>(header.size()));
  ::gzclose(file);
  const int dimensions = header[3];
  const bool known = header[0] == 0 && header[1] == 0 && header[2] == kUnsignedBytes &&
                     (dimensions == 3 || dimensions == 4) && length >= 4 + 4 * dimensions;
  if (!known) return noFile(path);
  const auto size = [&header](int index) -> qint64 { return qFromBigEndian<quint32>(header.data() + 4 + 4 * index); };
  DataFinding found;
  found.count = size(0);
  found.height = size(1);
  found.width = size(2);
  found.channels = dimensions == 4 ? size(3) : 1;
  const bool images = found.count > 0 && found.height > 0 && found.width > 0;
  return images && (found.channels == 1 || found.channels == 3) ? found : noFile(path);
}

DataFinding readIdx(const QString& path) {
  if (!QFileInfo(path).isDir()) return readHeader(path);
  const QString plain = QDir(path).filePath(kTrainImages);
  return readHeader(QFileInfo(plain).isFile() ? plain : plain + QLatin1String(".gz"));
}

}  // namespace

bool isBucket(const QString& path) { return path.startsWith(QLatin1String("s3://")); }

DataFinding findData(const QString& path) {
  DataFinding found;
  if (isBucket(path)) {  // the engine has the credentials, and tells what it finds
    found.source = QStringLiteral("s3");
    return found;
  }
  try {
    const DataGlance glance = glanceAtData(QFile::encodeName(path).toStdString());
    if (glance.source == "idx") {
      found = readIdx(path);
    } else {
      const QImageReader first(QFile::decodeName(glance.first_picture.c_str()));
      const QSize size = glance.first_picture.empty() ? QSize() : first.size();
      found.count = glance.count;
      found.height = size.isValid() ? size.height() : glance.height;
      found.width = size.isValid() ? size.width() : glance.width;
      found.channels = glance.channels;
      found.classes = glance.classes;
    }
    found.source = QString::fromStdString(glance.source);
  } catch (const std::exception& error) {
    found.problem = messageOf(error);
  }
  return found;
}

}  // namespace gan
