#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>

#include "core/error.h"
#include "data/cifar_dataset.h"
#include "support/temporary_folder.h"

namespace {

void write(const std::filesystem::path& path, std::span<const std::uint8_t> bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

/// CIFAR-100's folder: the first byte says how much of the input are names, the rest are images. Any bytes are refused
/// with an Error, or are images of 32 x 32 with labels that have names.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  if (std::filesystem::is_directory("/dev/shm")) ::setenv("TMPDIR", "/dev/shm", /*overwrite=*/0);
  static const gan::TemporaryFolder folder;
  const std::span input(data + 1, size - 1);
  const std::size_t names = std::min<std::size_t>(data[0], input.size());
  write(folder / "fine_label_names.txt", input.first(names));
  write(folder / "train.bin", input.subspan(names));
  try {
    const gan::CifarDataset dataset(folder.path());
    gan::Image image;
    for (std::int64_t i = 0; i < dataset.info().count; ++i) {
      const std::int64_t label = dataset.read(i, image);
      if (label < 0 || label >= static_cast<std::int64_t>(dataset.info().class_names.size())) std::abort();
      if (image.width != 32 || image.height != 32 || image.pixels.size() != 3072) std::abort();
    }
  } catch (const gan::Error& error) {
    if (error.code() != gan::ErrorCode::kDataLoss && error.code() != gan::ErrorCode::kNotFound) std::abort();
  }
  return 0;
}
