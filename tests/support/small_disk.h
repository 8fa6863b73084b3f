#pragma once

#include <sys/mount.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "support/temporary_folder.h"

namespace gan {

/// A file system in memory that is soon full. Only root may make one.
class SmallDisk {
 public:
  explicit SmallDisk(int kibibytes)
      : mounted_(::mount("none", folder_.path().c_str(), "tmpfs", 0,
                         ("size=" + std::to_string(kibibytes) + "k").c_str()) == 0) {}
  ~SmallDisk() {
    if (mounted_) ::umount2(folder_.path().c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool mounted() const { return mounted_; }
  const std::filesystem::path& path() const { return folder_.path(); }
  /// Leaves no free block.
  void fill() const {
    std::ofstream ballast(folder_ / "ballast", std::ios::binary);
    const std::string piece(4096, 'x');
    while (ballast.write(piece.data(), static_cast<std::streamsize>(piece.size())).flush()) {
    }
  }

 private:
  TemporaryFolder folder_;
  bool mounted_;
};

}  // namespace gan
