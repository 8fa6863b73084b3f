#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "support/signature_v4.h"

namespace gan {

struct FakeAnswer {
  int status = 200;
  std::vector<std::string> headers = {};  ///< "Name: value"; Content-Length is added.
  std::string body = {};
  std::size_t cut_after = std::string::npos;  ///< Closes the connection after so many bytes of the body.
  std::chrono::milliseconds delay{0};         ///< Before it is sent; other connections do not wait with it.
};

/// An HTTP/1.1 server on 127.0.0.1 with a thread for each connection, which stays open between requests. The handler is
/// called from several threads, one at a time.
class FakeHttp {
 public:
  using Handler = std::function<FakeAnswer(const ReceivedRequest&)>;

  explicit FakeHttp(Handler handler);
  ~FakeHttp();
  FakeHttp(const FakeHttp&) = delete;
  FakeHttp& operator=(const FakeHttp&) = delete;

  std::string address() const { return "http://127.0.0.1:" + std::to_string(port_); }
  int port() const { return port_; }
  int connections() const { return connections_; }
  int requests() const { return requests_; }

 private:
  void accept();
  void serve(int connection);

  Handler handler_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> stopping_{false};
  std::atomic<int> connections_{0};
  std::atomic<int> requests_{0};
  std::mutex mutex_;
  std::vector<int> open_;
  std::vector<std::thread> threads_;
  std::mutex handling_;
  std::thread acceptor_;
};

}  // namespace gan
