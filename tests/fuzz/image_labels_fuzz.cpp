#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/error.h"
#include "interop/image_folder.h"
#include "support/temporary_folder.h"

namespace {

/// Two pictures as ImageNet's validation part has them; only their names count.
void fill(const std::filesystem::path& folder) {
  for (const char* name : {"ILSVRC2012_val_00000001.JPEG", "ILSVRC2012_val_00000002.JPEG"}) {
    std::ofstream(folder / name) << "\xFF\xD8\xFF";
  }
}

}  // namespace

/// LOC_val_solution.csv beside pictures: any bytes are refused with an Error, or give each picture one of its classes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (std::filesystem::is_directory("/dev/shm")) ::setenv("TMPDIR", "/dev/shm", /*overwrite=*/0);
  static const gan::TemporaryFolder folder;
  static const bool filled = (fill(folder.path()), true);
  static_cast<void>(filled);
  std::ofstream(folder / "LOC_val_solution.csv", std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  try {
    const auto found = gan::ImageFolder::list(folder.path());
    if (found.count() != 2) std::abort();
    for (std::int64_t i = 0; i < found.count(); ++i) {
      const std::int32_t label = found.label(i);
      if (label < 0 || static_cast<std::size_t>(label) >= found.classNames().size()) std::abort();
    }
  } catch (const gan::Error& error) {
    if (error.code() != gan::ErrorCode::kDataLoss) std::abort();
  }
  return 0;
}
