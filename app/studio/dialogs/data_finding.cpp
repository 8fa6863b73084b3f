#include "dialogs/data_finding.h"

#include <zlib.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QtEndian>
#include <array>

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

DataFinding noFolder(const QString& path) {
  return refusal("data_folder_unknown",
                 "{path} holds no train-images-idx3-ubyte or train-images-idx3-ubyte.gz. Choose MNIST's or "
                 "Fashion-MNIST's folder, an IDX file of images, or the built-in shapes.",
                 path);
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
  DataFinding found{
      .count = size(0), .height = size(1), .width = size(2), .channels = dimensions == 4 ? size(3) : 1, .problem = {}};
  const bool images = found.count > 0 && found.height > 0 && found.width > 0;
  return images && (found.channels == 1 || found.channels == 3) ? found : noFile(path);
}

}  // namespace

DataFinding findData(const QString& path) {
  const QFileInfo info(path);
  if (!info.exists()) {
    return refusal("data_not_there", "There is no {path}. Choose a folder or a file that exists.", path);
  }
  if (info.isFile()) return readHeader(path);
  if (!info.isDir()) return noFile(path);  // a pipe or device would wait for ever
  for (const QLatin1String ending : {QLatin1String(""), QLatin1String(".gz")}) {
    const QString candidate = QDir(path).filePath(kTrainImages + ending);
    if (QFileInfo(candidate).isFile()) return readHeader(candidate);
  }
  return noFolder(path);
}

}  // namespace gan
