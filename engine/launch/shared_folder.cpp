#include "launch/shared_folder.h"

#include <sys/vfs.h>

#include <array>
#include <cerrno>
#include <charconv>

#include "core/atomic_file.h"

namespace gan {
namespace {

struct Known {
  std::uint32_t magic;
  const char* name;
  bool shared;
};

// statfs(2) and the file systems' own headers.
constexpr std::array kKnown{
    Known{0x6969, "nfs", true},          Known{0x0BD00BD0, "lustre", true},   Known{0x47504653, "gpfs", true},
    Known{0x19830326, "beegfs", true},   Known{0x00C36400, "ceph", true},     Known{0xFF534D42, "cifs", true},
    Known{0xFE534D42, "smb2", true},     Known{0x01021997, "9p", true},       Known{0x65735546, "fuse", true},
    Known{0x5346414F, "afs", true},      Known{0x20030528, "orangefs", true}, Known{0xAAD7AAEA, "panfs", true},
    Known{0x7461636F, "ocfs2", true},    Known{0x01161970, "gfs2", true},     Known{0x01021994, "tmpfs", false},
    Known{0xEF53, "ext", false},         Known{0x58465342, "xfs", false},     Known{0x9123683E, "btrfs", false},
    Known{0x794C7630, "overlay", false}, Known{0x2FC12FC1, "zfs", false},     Known{0x858458F6, "ramfs", false},
};

std::string hexadecimal(std::uint32_t value) {
  std::array<char, 8> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, 16);
  return "0x" + std::string(buffer.data(), result.ptr);
}

}  // namespace

FileSystemKind fileSystemKind(const std::filesystem::path& path) {
  std::filesystem::path place = std::filesystem::absolute(path).lexically_normal();
  struct statfs status {};
  while (::statfs(place.c_str(), &status) != 0) {
    if (errno != ENOENT || !place.has_relative_path()) throwFileError("inspect", place, errno);
    place = place.parent_path();
  }
  const auto magic = static_cast<std::uint32_t>(status.f_type);
  for (const Known& known : kKnown) {
    if (known.magic == magic) return {known.name, known.shared};
  }
  return {hexadecimal(magic), false};
}

}  // namespace gan
