#include "protocol/shown_certificate.h"

#include <netdb.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <memory>
#include <system_error>

#include "core/error.h"
#include "core/file_descriptor.h"
#include "protocol/openssl_pointers.h"
#include "protocol/shared_connection.h"

namespace gan {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMaxHandshakeBytes = 256 << 10;

struct AddressesFreer {
  void operator()(addrinfo* addresses) const { ::freeaddrinfo(addresses); }
};

[[noreturn]] void throwNotReached(const std::string& address, const std::string& reason) {
  throw Error(ErrorCode::kUnavailable, "engine_unreachable",
              "The engine at {address} cannot be reached ({reason}). It may have ended or be restarting; try again in "
              "a moment.",
              {{"address", address}, {"reason", reason}});
}

std::string systemReason(int error) { return std::generic_category().message(error); }

/// Until the socket is ready for these events; looks now and then whether the caller was told to stop.
void waitForSocket(int socket, short events, const std::string& address, const Patience& patience) {
  constexpr milliseconds kLook(50);
  while (true) {
    throwIfClosed(patience.stop);
    const auto left = std::chrono::ceil<milliseconds>(patience.until - std::chrono::steady_clock::now());
    if (left.count() <= 0) throwNotReached(address, systemReason(ETIMEDOUT));
    pollfd waiting{socket, events, 0};
    if (::poll(&waiting, 1, static_cast<int>(std::min(left, kLook).count())) > 0) return;
  }
}

std::unique_ptr<addrinfo, AddressesFreer> addressesOfHost(const std::string& address) {
  const std::size_t colon = address.rfind(':');
  std::string host = address.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  addrinfo wanted{};
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int failed = ::getaddrinfo(host.c_str(), address.substr(colon + 1).c_str(), &wanted, &found);
  if (failed != 0) throwNotReached(address, ::gai_strerror(failed));
  return std::unique_ptr<addrinfo, AddressesFreer>(found);
}

/// The first of the host's addresses that answers.
FileDescriptor connectTcp(const std::string& address, const Patience& patience) {
  const auto addresses = addressesOfHost(address);
  int failure = EADDRNOTAVAIL;
  for (const addrinfo* at = addresses.get(); at != nullptr; at = at->ai_next) {
    FileDescriptor socket(::socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (socket && ::connect(socket.get(), at->ai_addr, at->ai_addrlen) == 0) return socket;
    failure = errno;
    if (!socket || failure != EINPROGRESS) continue;
    waitForSocket(socket.get(), POLLOUT, address, patience);
    socklen_t size = sizeof(failure);
    if (::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &failure, &size) == 0 && failure == 0) return socket;
  }
  throwNotReached(address, systemReason(failure));
}

/// The memory between OpenSSL and a socket: OpenSSL itself would write to one so that a lost connection ends the
/// program.
struct Between {
  BIO* received;
  BIO* to_send;
};

void sendPending(const Between& between, int socket, const std::string& address, const Patience& patience) {
  std::array<char, 4096> bytes{};
  for (int size = 0; (size = BIO_read(between.to_send, bytes.data(), bytes.size())) > 0;) {
    for (int sent = 0; sent < size;) {
      const ssize_t now = ::send(socket, bytes.data() + sent, static_cast<std::size_t>(size - sent), MSG_NOSIGNAL);
      if (now > 0) sent += static_cast<int>(now);
      if (now < 0 && errno != EAGAIN && errno != EINTR) throwNotReached(address, systemReason(errno));
      if (now < 0) waitForSocket(socket, POLLOUT, address, patience);
    }
  }
}

/// Returns how much came.
std::size_t receiveSome(const Between& between, int socket, const std::string& address, const Patience& patience) {
  std::array<char, 4096> bytes{};
  waitForSocket(socket, POLLIN, address, patience);
  const ssize_t size = ::recv(socket, bytes.data(), bytes.size(), 0);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
  if (size < 0) throwNotReached(address, systemReason(errno));
  if (size == 0) throwNotReached(address, "it ended the connection");
  BIO_write(between.received, bytes.data(), static_cast<int>(size));
  return static_cast<std::size_t>(size);
}

void shakeHands(SSL* tls, const Between& between, int socket, const std::string& address, const Patience& patience) {
  std::size_t received = 0;
  while (received < kMaxHandshakeBytes) {
    ERR_clear_error();
    const int done = ::SSL_connect(tls);
    const int why = ::SSL_get_error(tls, done);
    sendPending(between, socket, address, patience);
    if (done == 1) return;
    if (why != SSL_ERROR_WANT_READ) break;
    received += receiveSome(between, socket, address, patience);
  }
  throwNotReached(address, "whoever listens there does not speak TLS");
}

}  // namespace

std::string fingerprintOf(std::string_view certificate_pem) {
  const MemoryBio text(BIO_new_mem_buf(certificate_pem.data(), static_cast<int>(certificate_pem.size())));
  const X509Certificate certificate(PEM_read_bio_X509(text.get(), nullptr, nullptr, nullptr));
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (certificate == nullptr || X509_digest(certificate.get(), EVP_sha256(), digest.data(), &size) != 1) {
    throw Error(ErrorCode::kDataLoss, "certificate_damaged",
                "The certificate of the engine is damaged. Take certificate.pem of the run's folder access/ again.");
  }
  constexpr std::string_view kHexDigits = "0123456789abcdef";
  std::string text_of_digest;
  for (unsigned i = 0; i < size; ++i) {
    text_of_digest += kHexDigits[digest[i] >> 4U];
    text_of_digest += kHexDigits[digest[i] & 15U];
  }
  return text_of_digest;
}

std::string fetchCertificate(const std::string& address, const Patience& patience) {
  const TlsContext context(SSL_CTX_new(TLS_client_method()));
  const Tls tls(context == nullptr ? nullptr : SSL_new(context.get()));
  if (tls == nullptr) throw Error(ErrorCode::kInternal, "tls_failed", "OpenSSL did not begin a connection.");
  constexpr std::array<unsigned char, 3> kHttp2 = {2, 'h', '2'};
  SSL_set_alpn_protos(tls.get(), kHttp2.data(), kHttp2.size());
  SSL_set_verify(tls.get(), SSL_VERIFY_NONE, nullptr);
  const Between between{BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem())};
  SSL_set_bio(tls.get(), between.received, between.to_send);  // which owns both from now on
  const FileDescriptor socket = connectTcp(address, patience);
  shakeHands(tls.get(), between, socket.get(), address, patience);
  const X509Certificate shown(SSL_get1_peer_certificate(tls.get()));
  const MemoryBio text(BIO_new(BIO_s_mem()));
  if (shown == nullptr || PEM_write_bio_X509(text.get(), shown.get()) != 1) {
    throwNotReached(address, "it shows no certificate");
  }
  char* data = nullptr;
  const long size = BIO_get_mem_data(text.get(), &data);
  return {data, static_cast<std::size_t>(size)};
}

}  // namespace gan
