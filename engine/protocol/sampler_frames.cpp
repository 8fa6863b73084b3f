#include "protocol/sampler_frames.h"

#include <google/protobuf/message_lite.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <string>

#include "core/error.h"

namespace gan {
namespace {

constexpr std::uint32_t kMaxBytes = 128U << 20U;  // 64 pictures of 16 megapixels together, and their heads

using Length = std::array<unsigned char, 4>;

bool sendAll(int socket, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t sent = ::send(socket, data, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    data += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool receiveAll(int socket, char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t received = ::recv(socket, data, size, MSG_WAITALL);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return false;
    data += received;
    size -= static_cast<std::size_t>(received);
  }
  return true;
}

[[noreturn]] void throwDamaged() {
  throw Error(ErrorCode::kDataLoss, "sampler_frame_damaged",
              "What the engine and the process that makes its pictures said to each other was damaged.");
}

}  // namespace

bool writeFrame(int socket, const google::protobuf::MessageLite& message) {
  const std::string body = message.SerializeAsString();
  const auto size = static_cast<std::uint32_t>(body.size());
  std::string length;
  for (unsigned byte = 0; byte < 4; ++byte) length.push_back(static_cast<char>(size >> (8 * byte) & 0xFFU));
  return sendAll(socket, length.data(), length.size()) && sendAll(socket, body.data(), body.size());
}

bool readFrame(int socket, google::protobuf::MessageLite& message) {
  Length length{};
  if (!receiveAll(socket, reinterpret_cast<char*>(length.data()), length.size())) return false;
  std::uint32_t size = 0;
  for (unsigned byte = 0; byte < 4; ++byte) size |= static_cast<std::uint32_t>(length[byte]) << (8 * byte);
  if (size > kMaxBytes) throwDamaged();
  std::string body(size, '\0');
  if (!receiveAll(socket, body.data(), body.size())) return false;
  if (!message.ParseFromString(body)) throwDamaged();
  return true;
}

}  // namespace gan
