#include "support/ssh_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <vector>

#include "core/file_descriptor.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

std::string sshdProgram() {
  for (const char* path : {"/usr/sbin/sshd", "/usr/local/sbin/sshd", "/sbin/sshd"}) {
    if (::access(path, X_OK) == 0) return path;
  }
  return {};
}

sockaddr_in socketAddress(const std::string& host, int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  ::inet_pton(AF_INET, host.c_str(), &address.sin_addr);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

int freePort(const std::string& host) {
  const FileDescriptor probe(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = socketAddress(host, 0);
  socklen_t size = sizeof(address);
  if (::bind(probe.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0) return 0;
  ::getsockname(probe.get(), reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin_port);
}

bool listens(const std::string& host, int port) {
  const FileDescriptor probe(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const sockaddr_in address = socketAddress(host, port);
  return ::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
}

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool makeKey(const fs::path& path) {
  return run({"ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path.string()}).code == 0;
}

}  // namespace

std::unique_ptr<SshServer> SshServer::start(std::string& why, const Place& at) {
  const std::string program = sshdProgram();
  if (program.empty()) {
    why = "There is no sshd on this machine (Debian: openssh-server).";
    return nullptr;
  }
  std::unique_ptr<SshServer> made(new SshServer);
  const fs::path folder = made->folder();
  const passwd* user = ::getpwuid(::geteuid());
  if (user == nullptr || !makeKey(folder / "host_key") || !makeKey(folder / "key")) {
    why = "No keys could be made for sshd: ssh-keygen failed, or this user has no name.";
    return nullptr;
  }
  if (::geteuid() == 0) fs::create_directories("/run/sshd");
  const int port = freePort(at.address);
  const std::string place = folder.string();
  fs::copy_file(folder / "key.pub", folder / "authorized_keys");
  std::ofstream(folder / "sshd_config") << "Port " << port << "\nListenAddress " << at.address << "\nHostKey " << place
                                        << "/host_key\nPidFile none\nAuthorizedKeysFile " << place
                                        << "/authorized_keys\nStrictModes no\nUsePAM no\nPasswordAuthentication no\n"
                                           "KbdInteractiveAuthentication no\nPermitRootLogin yes\nLogLevel VERBOSE\n";
  if (!at.environment.empty()) {  // of several lines sshd would take the first
    std::ofstream config(folder / "sshd_config", std::ios::app);
    config << "SetEnv";
    for (const auto& [name, value] : at.environment) config << " " << name << "=" << value;
    config << "\n";
  }
  std::ofstream(folder / "known_hosts") << "[" << at.address << "]:" << port << " "
                                        << contents(folder / "host_key.pub");
  const std::string common =
      "  HostName " + at.address + "\n  Port " + std::to_string(port) + "\n  User " + user->pw_name +
      "\n  IdentityFile " + place + "/key\n  IdentitiesOnly yes\n  IdentityAgent none\n" + "  UserKnownHostsFile " +
      place + "/known_hosts\n  GlobalKnownHostsFile none\n" + "  StrictHostKeyChecking yes\n  BatchMode yes\n";
  std::ofstream(folder / "config") << "Host node\n" << common << "Host behind\n  ProxyJump node\n" << common;
  std::ofstream(folder / "ssh") << "#!/bin/sh\nexec ssh -F '" << place << "/config' \"$@\"\n";
  fs::permissions(folder / "ssh", fs::perms::owner_all);
  made->server_ =
      std::make_unique<Process>(std::vector<std::string>{program, "-D", "-e", "-f", (folder / "sshd_config").string()});
  if (waitUntil([&] { return listens(at.address, port) || !made->server_->running(); }) && made->server_->running())
    return made;
  why = "sshd does not start here: " + made->log();
  return nullptr;
}

Process::Environment SshServer::environment() const {
  return {{"GAN_SSH", (folder() / "ssh").string()}, {"GAN_REMOTE_ENGINE", program("gan-engine")}};
}

void SshServer::leadThrough(const std::string& command) const {
  const std::string config = contents(folder() / "config");
  std::ofstream(folder() / "config") << "Host node\n  ProxyCommand " << command << "\n" << config;
}

void SshServer::forgetHosts() const { std::ofstream(folder() / "known_hosts", std::ios::trunc).flush(); }

void SshServer::forgetKey() const { fs::remove(folder() / "key"); }

std::string SshServer::log() const { return server_->errors(); }

}  // namespace gan::test
