#pragma once

#include <cstddef>
#include <random>
#include <string>

namespace gan {

/// What looks like frames of HTTP/2, each as long as it says, with type, flags, stream and payload at random.
class RandomFrames {
 public:
  explicit RandomFrames(unsigned seed) : random_(seed) {}

  std::string next(int count) {
    std::string bytes;
    for (int i = 0; i < count; ++i) {
      const std::size_t size = random_() % 64;
      bytes += {'\0', '\0', static_cast<char>(size), static_cast<char>(random_() % 12)};          // length, type
      for (std::size_t rest = 0; rest < 5 + size; ++rest) bytes += static_cast<char>(random_());  // flags, stream, ...
    }
    return bytes;
  }
  /// With which a client begins: its greeting, and that it has no settings of its own.
  static std::string greeting() { return {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0", 33}; }

 private:
  std::mt19937 random_;
};

}  // namespace gan
