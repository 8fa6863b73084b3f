#include "service/socket_place.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <system_error>

#include "config/text.h"
#include "core/error.h"
#include "core/random_hex.h"
#include "protocol/private_folder.h"
#include "protocol/unix_socket.h"

namespace gan {
namespace {

bool isLetterOrDigit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::filesystem::path socketOf(std::string_view run_id) {
  if (run_id.empty() || run_id.size() > 32 || !std::ranges::all_of(run_id, isLetterOrDigit)) {
    throw Error(ErrorCode::kDataLoss, "run_bad_id",
                "The run's id {id} in manifest.json is not made of up to 32 letters and digits. Restore manifest.json.",
                {{"id", excerpt(run_id)}});
  }
  const std::filesystem::path name = std::filesystem::path(run_id) / ("engine-" + randomHex(4) + ".sock");
  std::filesystem::path socket = privateRuntimeFolder() / name;
  if (fitsSocketAddress(socket)) return socket;
  return std::filesystem::path("/tmp/gan-studio-" + std::to_string(::geteuid())) / name;
}

}  // namespace

SocketPlace::SocketPlace(std::string_view run_id) : socket_(socketOf(run_id)) {
  restore();
  for (const auto& entry : std::filesystem::directory_iterator(socket_.parent_path())) {
    std::error_code ignored;
    if (entry.is_socket(ignored) && !socketAnswers(entry.path())) std::filesystem::remove(entry.path(), ignored);
  }
}

void SocketPlace::restore() const {
  ensurePrivateFolder(socket_.parent_path().parent_path());
  ensurePrivateFolder(socket_.parent_path());
}

SocketPlace::~SocketPlace() {
  std::error_code ignored;
  std::filesystem::remove(socket_, ignored);
  std::filesystem::remove(socket_.parent_path(), ignored);  // only when it is empty
}

bool socketAnswers(const std::filesystem::path& socket) {
  try {
    connectUnixSocket(socket, {.until = std::chrono::steady_clock::now()});
    return true;
  } catch (const Error& error) {
    return error.id() == "engine_not_accepting";
  }
}

}  // namespace gan
