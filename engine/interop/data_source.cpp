#include "interop/data_source.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <string_view>

#include "core/error.h"
#include "core/file_descriptor.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

bool hasFile(const fs::path& folder, std::string_view name) {
  std::error_code ignored;
  return fs::is_regular_file(folder / name, ignored);
}

std::string sourceOfFolder(const fs::path& folder) {
  for (const char* name : {"train-images-idx3-ubyte", "train-images-idx3-ubyte.gz"}) {
    if (hasFile(folder, name)) return "idx";
  }
  for (const char* name : {"ILSVRC2012_img_train.tar", "ILSVRC2012_img_val.tar"}) {
    if (hasFile(folder, name)) return "tar";
  }
  const bool cifar100 = hasFile(folder, "train.bin") && hasFile(folder, "fine_label_names.txt");
  return hasFile(folder, "data_batch_1.bin") || cifar100 ? "cifar" : "folder";
}

}  // namespace

std::string dataSourceAt(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    throw Error(ErrorCode::kNotFound, "data_not_there", "There is no {path}. Choose a folder or a file that exists.",
                {{"path", path.string()}});
  }
  if (fs::is_directory(path, ignored)) return sourceOfFolder(path);
  std::array<char, 512> start{};
  const FileDescriptor file = openRegularFile(path, O_RDONLY);
  const ssize_t count = ::read(file.get(), start.data(), start.size());
  const std::string_view bytes(start.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
  if (bytes.starts_with("PK\x03\x04")) return "npz";
  if (bytes.starts_with("\x89HDF\r\n\x1a\n")) return "hdf5";
  if (bytes.starts_with("\x1f\x8b") || bytes.starts_with(std::string_view("\0\0\x08", 3))) return "idx";
  if (bytes.size() >= 262 && bytes.substr(257, 5) == "ustar") return "tar";
  throw Error(ErrorCode::kInvalidArgument, "data_unknown",
              "{path} is none of the files that images are read from: IDX as MNIST has it (gzip or not), NumPy's .npz, "
              "HDF5, a tar archive that is not compressed. For pictures, choose their folder.",
              {{"path", path.string()}});
}

}  // namespace gan
