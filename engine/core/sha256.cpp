#include "core/sha256.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <vector>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/file_descriptor.h"

namespace gan {
namespace {

constexpr std::size_t kReadPieceBytes = std::size_t{1} << 20U;

void require(bool succeeded) {
  if (!succeeded) {
    throw Error(ErrorCode::kInternal, "sha256_unavailable",
                "OpenSSL refuses to compute SHA-256. Check the OpenSSL configuration of this system.");
  }
}

}  // namespace

struct Sha256::State {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  require(state_->context != nullptr && EVP_DigestInit_ex(state_->context.get(), EVP_sha256(), nullptr) == 1);
}

Sha256::~Sha256() = default;

void Sha256::update(std::span<const std::byte> bytes) {
  require(EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size()) == 1);
}

std::string Sha256::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  require(EVP_DigestFinal_ex(state_->context.get(), digest.data(), &length) == 1);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(std::size_t{2} * length);
  for (unsigned i = 0; i < length; ++i) {
    text.push_back(kDigits[digest[i] >> 4U]);
    text.push_back(kDigits[digest[i] & 0x0fU]);
  }
  return text;
}

std::string sha256OfFile(const std::filesystem::path& path) {
  return sha256OfFile(path, [] {});
}

std::string sha256OfFile(const std::filesystem::path& path, const std::function<void()>& at_each_piece) {
  const FileDescriptor file = openRegularFile(path, O_RDONLY);
  Sha256 digest;
  std::vector<std::byte> piece(kReadPieceBytes);
  for (;;) {
    at_each_piece();
    const ssize_t count = ::read(file.get(), piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throwFileError("read", path, errno);
    if (count == 0) return digest.finish();
    digest.update(std::span(piece).first(static_cast<std::size_t>(count)));
  }
}

}  // namespace gan
