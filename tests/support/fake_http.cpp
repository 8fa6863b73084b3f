#include "support/fake_http.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

namespace gan {

namespace {

bool sendAll(int connection, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

std::optional<ReceivedRequest> parseRequest(const std::string& head) {
  std::istringstream stream(head);
  ReceivedRequest request;
  std::string target;
  std::string line;
  stream >> request.method >> target;
  std::getline(stream, line);
  const std::size_t question = std::min(target.find('?'), target.size());
  request.path = target.substr(0, question);
  if (question < target.size()) request.query = target.substr(question + 1);
  while (std::getline(stream, line) && line != "\r") {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) return std::nullopt;
    std::string name = line.substr(0, colon);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const std::size_t begin = line.find_first_not_of(' ', colon + 1);
    request.headers[name] = line.substr(begin, line.find_last_not_of("\r ") - begin + 1);
  }
  return request;
}

}  // namespace

FakeHttp::FakeHttp(Handler handler) : handler_(std::move(handler)) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (listener_ < 0 || ::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      ::listen(listener_, 64) != 0 || ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    throw std::system_error(errno, std::generic_category(), "a server for the test");
  }
  port_ = ntohs(address.sin_port);
  acceptor_ = std::thread([this] { accept(); });
}

FakeHttp::~FakeHttp() {
  stopping_ = true;
  ::shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  ::close(listener_);
  {
    const std::lock_guard lock(mutex_);
    for (const int connection : open_) ::shutdown(connection, SHUT_RDWR);
  }
  for (std::thread& thread : threads_) thread.join();
  for (const int connection : open_) ::close(connection);
}

void FakeHttp::accept() {
  while (!stopping_) {
    const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) continue;
    const int on = 1;
    ::setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ++connections_;
    const std::lock_guard lock(mutex_);
    open_.push_back(connection);
    threads_.emplace_back([this, connection] { serve(connection); });
  }
}

void FakeHttp::serve(int connection) {
  std::string received;
  while (true) {
    std::size_t end = 0;
    while ((end = received.find("\r\n\r\n")) == std::string::npos) {
      char buffer[4096];
      const ssize_t count = ::recv(connection, buffer, sizeof buffer, 0);
      if (count <= 0) return;
      received.append(buffer, static_cast<std::size_t>(count));
    }
    const auto request = parseRequest(received.substr(0, end + 4));
    received.erase(0, end + 4);
    if (!request) return;
    ++requests_;
    FakeAnswer answer;
    {
      const std::lock_guard lock(handling_);
      answer = handler_(*request);
    }
    std::this_thread::sleep_for(answer.delay);
    std::string head = "HTTP/1.1 " + std::to_string(answer.status) + " Said\r\n";
    for (const std::string& header : answer.headers) head += header + "\r\n";
    head += "Content-Length: " + std::to_string(answer.body.size()) + "\r\n\r\n";
    const bool cut = answer.cut_after < answer.body.size();
    if (!sendAll(connection, head + answer.body.substr(0, answer.cut_after)) || cut) {
      ::shutdown(connection, SHUT_RDWR);
      return;
    }
  }
}

}  // namespace gan
