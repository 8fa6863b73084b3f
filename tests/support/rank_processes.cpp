#include "support/rank_processes.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace gan::test {

std::string freePort() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  const bool bound = ::bind(socket, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                     ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  ::close(socket);
  return bound ? std::to_string(ntohs(address.sin_port)) : "0";
}

std::vector<std::unique_ptr<Process>> startRanks(int ranks, std::vector<std::string> words) {
  words.insert(words.begin(), program("gan-engine"));
  const std::string port = freePort();
  std::vector<std::unique_ptr<Process>> processes;
  for (int rank = 0; rank < ranks; ++rank) {
    processes.push_back(
        std::make_unique<Process>(words, Process::Environment{{"RANK", std::to_string(rank)},
                                                              {"LOCAL_RANK", std::to_string(rank)},
                                                              {"WORLD_SIZE", std::to_string(ranks)},
                                                              {"LOCAL_WORLD_SIZE", std::to_string(ranks)},
                                                              {"MASTER_ADDR", "127.0.0.1"},
                                                              {"MASTER_PORT", port}}));
  }
  return processes;
}

}  // namespace gan::test
