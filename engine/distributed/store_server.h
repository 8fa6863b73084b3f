#pragma once

#include <cstdint>
#include <memory>

namespace gan {

/// Serves a store in this process: a launcher outlives any rank, so ranks that start again meet at the same place.
class StoreServer {
 public:
  /// port 0: a free one. Throws Error(kUnavailable, "store_port_taken").
  explicit StoreServer(std::uint16_t port = 0);
  ~StoreServer();
  StoreServer(const StoreServer&) = delete;
  StoreServer& operator=(const StoreServer&) = delete;

  std::uint16_t port() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
