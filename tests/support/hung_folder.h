#pragma once

#include <fcntl.h>
#include <sys/mount.h>

#include <filesystem>
#include <string>

#include "core/file_descriptor.h"

namespace gan {

/// Until let go, whoever asks anything about a folder waits, as on a share whose server does not answer: a file system
/// is mounted over it of which nobody knows anything. Only root may make one.
class HungFolder {
 public:
  explicit HungFolder(const std::filesystem::path& path)
      : path_(path), server_(::open("/dev/fuse", O_RDWR | O_CLOEXEC)) {
    const std::string options = "fd=" + std::to_string(server_.get()) + ",rootmode=40000,user_id=0,group_id=0";
    hangs_ = server_ && ::mount("hung", path.c_str(), "fuse", 0, options.c_str()) == 0;
  }
  ~HungFolder() { letGo(); }
  HungFolder(const HungFolder&) = delete;
  HungFolder& operator=(const HungFolder&) = delete;

  bool hangs() const { return hangs_; }
  /// Whoever waits gets an error, and the folder is there again.
  void letGo() {
    server_ = {};
    if (hangs_) ::umount2(path_.c_str(), MNT_DETACH);
    hangs_ = false;
  }

 private:
  const std::filesystem::path path_;
  FileDescriptor server_;
  bool hangs_ = false;
};

}  // namespace gan
