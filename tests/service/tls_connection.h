#pragma once

#include <sys/socket.h>
#include <sys/time.h>

#include <array>
#include <cstddef>
#include <string>

#include "protocol/openssl_pointers.h"
#include "service/tcp_connection.h"

namespace gan {

/// A connection to a port of this host that speaks TLS, whatever certificate is shown, and inside says what one likes.
class TlsConnection {
 public:
  explicit TlsConnection(int port)
      : connection_(port), context_(SSL_CTX_new(TLS_client_method())), tls_(SSL_new(context_.get())) {
    constexpr std::array<unsigned char, 3> kHttp2 = {2, 'h', '2'};
    SSL_set_alpn_protos(tls_.get(), kHttp2.data(), kHttp2.size());
    SSL_set_verify(tls_.get(), SSL_VERIFY_NONE, nullptr);
    received_ = BIO_new(BIO_s_mem());
    to_send_ = BIO_new(BIO_s_mem());
    SSL_set_bio(tls_.get(), received_, to_send_);  // which owns both from now on
    const timeval patience{20, 0};
    ::setsockopt(connection_.descriptor(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    if (!connection_.connected()) return;
    while (!connected_) {
      const int done = SSL_connect(tls_.get());
      const int why = SSL_get_error(tls_.get(), done);
      sendPending();
      connected_ = done == 1;
      if (!connected_ && (why != SSL_ERROR_WANT_READ || !receive())) return;
    }
  }

  bool connected() const { return connected_; }
  void send(const std::string& bytes) const {
    SSL_write(tls_.get(), bytes.data(), static_cast<int>(bytes.size()));
    sendPending();
  }
  /// Waits until the other side ends it, whatever that says before; false where that takes longer than 20 s.
  bool waitForEnd() const { return connection_.waitForEnd(); }

 private:
  void sendPending() const {
    std::array<char, 4096> bytes{};
    for (int size = 0; (size = BIO_read(to_send_, bytes.data(), bytes.size())) > 0;) {
      connection_.send({bytes.data(), static_cast<std::size_t>(size)});
    }
  }
  bool receive() const {
    std::array<char, 4096> bytes{};
    const ssize_t size = ::recv(connection_.descriptor(), bytes.data(), bytes.size(), 0);
    return size > 0 && BIO_write(received_, bytes.data(), static_cast<int>(size)) == size;
  }

  TcpConnection connection_;
  TlsContext context_;
  Tls tls_;
  BIO* received_ = nullptr;
  BIO* to_send_ = nullptr;
  bool connected_ = false;
};

}  // namespace gan
