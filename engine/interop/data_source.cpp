#include "interop/data_source.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <span>
#include <string_view>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/file_descriptor.h"
#include "interop/image_format.h"

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

/// What the name promises where the content is something else; nothing for other names.
std::string formatNamed(const fs::path& path) {
  std::string ending = path.extension().string();
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (ending == ".hdf5" || ending == ".h5") return "HDF5";
  if (ending == ".npz") return "NumPy's .npz";
  return ending == ".tar" ? "tar" : "";
}

[[noreturn]] void throwUnknown(const fs::path& path, std::string_view start) {
  if (start.empty()) {
    throw Error(ErrorCode::kInvalidArgument, "data_file_empty",
                "{path} is empty. It was not written to its end: fetch or make it again.", {{"path", path.string()}});
  }
  if (imageFormatOf(std::as_bytes(std::span(start.data(), start.size())))) {
    throw Error(ErrorCode::kInvalidArgument, "data_one_picture",
                "{path} is one picture. Choose its folder, {folder}, for all that lie there.",
                {{"path", path.string()}, {"folder", path.parent_path().string()}});
  }
  if (const std::string format = formatNamed(path); !format.empty()) {
    throw Error(ErrorCode::kInvalidArgument, "data_not_as_named",
                "{path} ends in {ending} but is no {format} file. It is damaged, or something else under this name: "
                "fetch or make it again.",
                {{"path", path.string()}, {"ending", path.extension().string()}, {"format", format}});
  }
  throw Error(ErrorCode::kInvalidArgument, "data_unknown",
              "{path} is none of the files that images are read from: IDX as MNIST has it (gzip or not), NumPy's .npz, "
              "HDF5, a tar archive that is not compressed. For pictures, choose their folder.",
              {{"path", path.string()}});
}

}  // namespace

std::string dataSourceAt(const fs::path& path) {
  std::error_code ignored;
  std::error_code error;
  if (!fs::exists(fs::status(path, error))) {
    if (error == std::errc::permission_denied) throwFileError("read", path, EACCES);
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
  throwUnknown(path, bytes);
}

}  // namespace gan
