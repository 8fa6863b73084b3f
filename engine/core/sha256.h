#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace gan {

/// Incremental SHA-256 (FIPS 180-4). Not thread-safe.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void update(std::span<const std::byte> bytes);
  /// 64 lower-case hexadecimal digits. Call once.
  std::string finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Digest of a whole file, read in pieces. Throws Error(kNotFound | kPermissionDenied).
std::string sha256OfFile(const std::filesystem::path& path);
/// at_each_piece is called while it is read; what that throws ends it.
std::string sha256OfFile(const std::filesystem::path& path, const std::function<void()>& at_each_piece);

}  // namespace gan
