#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "core/error.h"
#include "distributed/rendezvous.h"

namespace gan::test {

/// A world of `size` ranks of this host that meet at a store which the test's own process serves.
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
  return {.arrival_timeout = 20s, .collective_timeout = 20s, .interface = {}};
}

/// Runs `rank_main` in `size` child processes and returns what each returned; a text beginning with "error: " when it
/// threw. Must be called before this process has used threads of LibTorch: a child inherits none of them.
inline std::vector<std::string> runRanks(int size, const std::function<std::string(Collective&)>& rank_main,
                                         const RendezvousOptions& options = quick()) {
  struct Child {
    pid_t pid = -1;
    int output = -1;
  };
  int port_pipe[2];
  if (pipe(port_pipe) != 0) return {};
  // The store's server has threads, so it lives in a child of its own.
  const pid_t server = fork();
  if (server == 0) {
    const StoreServer store;
    const std::uint16_t port = store.port();
    if (write(port_pipe[1], &port, sizeof(port)) < 0) _exit(1);
    pause();
  }
  std::uint16_t port = 0;
  if (read(port_pipe[0], &port, sizeof(port)) != sizeof(port)) return {};
  close(port_pipe[0]);
  close(port_pipe[1]);

  std::vector<Child> children;
  for (int rank = 0; rank < size; ++rank) {
    int pipes[2];
    if (pipe(pipes) != 0) return {};
    const pid_t pid = fork();
    if (pid == 0) {
      close(pipes[0]);
      std::string said;
      try {
        const auto collective = meet(worldAt(port, rank, size), options, glooBackend());
        said = rank_main(*collective);
        collective->barrier();
      } catch (const std::exception& error) {
        said = std::string("error: ") + error.what();
      }
      for (std::size_t sent = 0; sent < said.size();) {
        const ssize_t wrote = write(pipes[1], said.data() + sent, said.size() - sent);
        if (wrote <= 0) break;
        sent += static_cast<std::size_t>(wrote);
      }
      _exit(0);
    }
    close(pipes[1]);
    children.push_back({pid, pipes[0]});
  }
  std::vector<std::string> results;
  for (const Child& child : children) {
    std::string all;
    char buffer[65536];
    for (ssize_t got = 0; (got = read(child.output, buffer, sizeof(buffer))) > 0;) {
      all.append(buffer, static_cast<std::size_t>(got));
    }
    close(child.output);
    waitpid(child.pid, nullptr, 0);
    results.push_back(std::move(all));
  }
  kill(server, SIGKILL);
  waitpid(server, nullptr, 0);
  return results;
}

}  // namespace gan::test
