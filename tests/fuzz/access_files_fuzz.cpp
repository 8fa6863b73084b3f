#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include "core/error.h"
#include "protocol/endpoint.h"
#include "protocol/token.h"
#include "support/temporary_folder.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

/// Endpoints are flushed to their disk when they are written, which memory does a hundred times as often.
gan::TemporaryFolder folderInMemory() {
  if (std::filesystem::is_directory("/dev/shm")) ::setenv("TMPDIR", "/dev/shm", /*overwrite=*/0);
  return {};
}

void write(const std::filesystem::path& path, const std::uint8_t* data, std::size_t size) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  require(file.flush().good());
}

void checkEndpoint(const std::filesystem::path& run) {
  std::optional<gan::Endpoint> endpoint;
  try {
    endpoint = gan::readEndpoint(run);
  } catch (const gan::Error& error) {
    require(error.id() == "endpoint_bad_file" || error.id() == "file_larger_than_expected");
    return;
  }
  require(endpoint && endpoint->pid > 0);
  gan::writeEndpoint(run, *endpoint);
  const auto again = gan::readEndpoint(run);
  require(again && gan::sameEngine(*again, *endpoint) && again->unix_socket == endpoint->unix_socket &&
          again->tcp == endpoint->tcp && again->protocol == endpoint->protocol);
}

void checkToken(const std::filesystem::path& access, gan::Role role) {
  try {
    const auto token = gan::readToken(access, role);
    require(token && token->role == role && gan::sameSecret(*token, token->secret));
    require(token->secret.find_first_not_of("0123456789abcdef") == std::string::npos);
  } catch (const gan::Error& error) {
    require(error.id() == "token_bad_file" || error.id() == "file_larger_than_expected");
  }
}

}  // namespace

// endpoint.json and the tokens of a run folder: any bytes are refused with an Error, or say where an engine is and what
// it wants to hear; an endpoint is written and read back as itself.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const gan::TemporaryFolder folder = folderInMemory();
  write(folder / "endpoint.json", data, size);
  checkEndpoint(folder.path());
  for (const gan::Role role : {gan::Role::kWatch, gan::Role::kSteer}) {
    const auto file = gan::tokenFile(folder.path(), role);
    write(file, data, size);
    std::filesystem::permissions(file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    checkToken(folder.path(), role);
  }
  return 0;
}
