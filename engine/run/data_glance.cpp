#include "run/data_glance.h"

#include "core/error.h"
#include "interop/data_source.h"
#include "interop/image_folder.h"
#include "interop/npz.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

void glanceAtFolder(const fs::path& path, DataGlance& glance) {
  const ImageFolder folder = ImageFolder::list(path);
  glance.count = folder.count();
  glance.classes = static_cast<std::int64_t>(folder.classNames().size());
  glance.first_picture = folder.file(0);
}

void glanceAtCifar(const fs::path& folder, DataGlance& glance) {
  constexpr std::uintmax_t kPixelBytes = 3072;
  std::error_code ignored;
  const bool hundred = !fs::exists(folder / "data_batch_1.bin", ignored);
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    const bool counts = hundred ? name == "train.bin" : name.starts_with("data_batch_") && name.ends_with(".bin");
    const std::uintmax_t bytes = counts ? entry.file_size(ignored) : 0;
    if (counts && !ignored) glance.count += static_cast<std::int64_t>(bytes / (kPixelBytes + (hundred ? 2 : 1)));
  }
  glance.height = 32;
  glance.width = 32;
  glance.channels = 3;
  glance.classes = hundred ? 100 : 10;
}

/// The first array of bytes with three or four dimensions.
void glanceAtArchive(const fs::path& path, DataGlance& glance) {
  const NpzFile archive(path);
  for (const std::string& name : archive.names()) {
    const NpyArray array = archive.header(name);
    const auto& shape = array.shape;
    if (array.type != "|u1" || shape.size() < 3 || shape.size() > 4) continue;
    const bool planar = shape.size() == 4 && shape[3] != 1 && shape[3] != 3;
    glance.count = shape[0];
    glance.height = shape[planar ? 2 : 1];
    glance.width = shape[planar ? 3 : 2];
    glance.channels = shape.size() == 3 ? 1 : shape[planar ? 1 : 3];
    return;
  }
  throw Error(ErrorCode::kDataLoss, "data_archive_without_images",
              "{path} holds no array of bytes [N, H, W] or [N, H, W, 3] or [N, 3, H, W]. Save images so with "
              "numpy.savez().",
              {{"path", path.string()}});
}

}  // namespace

DataGlance glanceAtData(const fs::path& path) {
  DataGlance glance;
  glance.source = dataSourceAt(path);
  if (glance.source == "folder") glanceAtFolder(path, glance);
  if (glance.source == "cifar") glanceAtCifar(path, glance);
  if (glance.source == "npz") glanceAtArchive(path, glance);
  return glance;
}

}  // namespace gan
