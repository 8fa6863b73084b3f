#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "distributed/rendezvous.h"
#include "distributed/store_server.h"

namespace gan::test {

/// A world of `size` ranks of this host that meet at a store which another process serves.
inline World worldAt(std::uint16_t port, int rank, int size) {
  World world;
  world.rank = world.local_rank = rank;
  world.size = world.local_size = size;
  world.store_host = "127.0.0.1";
  world.store_port = port;
  world.store_at = World::StoreHost::kLauncher;
  return world;
}

inline RendezvousOptions quick() {
  using std::chrono_literals::operator""s;
  return {.arrival_timeout = 60s, .collective_timeout = 60s, .interface = {}};
}

/// A child process that says something through a pipe. It inherits no threads: fork before this process uses those of
/// LibTorch.
class Child {
 public:
  /// What the child throws it says, too, after "error: ".
  explicit Child(const std::function<std::string()>& main) {
    int pipes[2] = {-1, -1};
    if (pipe(pipes) != 0) return;
    pid_ = fork();
    if (pid_ == 0) {
      close(pipes[0]);
      std::string said;
      try {
        said = main();
      } catch (const std::exception& error) {
        said = std::string("error: ") + error.what();
      }
      say(pipes[1], said);
      _exit(0);
    }
    close(pipes[1]);
    output_ = pipes[0];
  }
  ~Child() {
    if (output_ >= 0) close(output_);
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
  }
  Child(Child&& other) noexcept : pid_(std::exchange(other.pid_, -1)), output_(std::exchange(other.output_, -1)) {}
  Child& operator=(Child&&) = delete;

  static void say(int pipe, const std::string& text) {
    for (std::size_t sent = 0; sent < text.size();) {
      const ssize_t wrote = write(pipe, text.data() + sent, text.size() - sent);
      if (wrote <= 0) return;
      sent += static_cast<std::size_t>(wrote);
    }
  }

  /// Everything it says until it ends.
  std::string hear() {
    std::string all;
    char buffer[65536];
    for (ssize_t got = 0; (got = read(output_, buffer, sizeof(buffer))) > 0;) {
      all.append(buffer, static_cast<std::size_t>(got));
    }
    return all;
  }

 private:
  pid_t pid_ = -1;
  int output_ = -1;
};

/// A store in a process of its own: its server has threads.
class StoreProcess {
 public:
  StoreProcess() {
    int pipes[2] = {-1, -1};
    if (pipe(pipes) != 0) return;
    pid_ = fork();
    if (pid_ == 0) {
      const StoreServer store;
      const std::uint16_t port = store.port();
      if (write(pipes[1], &port, sizeof(port)) < 0) _exit(1);
      while (true) pause();
    }
    if (read(pipes[0], &port_, sizeof(port_)) != sizeof(port_)) port_ = 0;
    close(pipes[0]);
    close(pipes[1]);
  }
  ~StoreProcess() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
  }
  StoreProcess(const StoreProcess&) = delete;
  StoreProcess& operator=(const StoreProcess&) = delete;
  std::uint16_t port() const { return port_; }
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
  std::uint16_t port_ = 0;
};

/// Runs `rank_main` in `size` child processes that compute together, and returns what each of them said.
inline std::vector<std::string> runRanks(int size, const std::function<std::string(Collective&)>& rank_main,
                                         const RendezvousOptions& options = quick()) {
  const StoreProcess store;
  std::vector<Child> children;
  for (int rank = 0; rank < size; ++rank) {
    children.emplace_back([&] {
      const auto collective = meet(worldAt(store.port(), rank, size), options, glooBackend());
      std::string said = rank_main(*collective);
      collective->barrier();
      return said;
    });
  }
  std::vector<std::string> results;
  for (Child& child : children) results.push_back(child.hear());
  return results;
}

}  // namespace gan::test
