#pragma once

#include <cstdint>
#include <string>

namespace gan {

/// What tells a process apart from every other one, on this machine and elsewhere, now and after a restart.
struct ProcessIdentity {
  std::string host;
  std::string boot_id;        ///< Of the kernel that runs now; empty where the system does not tell.
  std::string pid_namespace;  ///< In which pid counts: containers have their own.
  int pid = 0;
  std::uint64_t start_ticks =
      0;  ///< Kernel clock ticks between boot and the process's start; tells a reused pid apart.
};

ProcessIdentity thisProcess();

/// True when pid's meaning is the same for both: same kernel, same namespace.
bool sharesProcessTable(const ProcessIdentity& a, const ProcessIdentity& b);

/// Whether the process still runs. It must share this process's table.
bool isRunning(const ProcessIdentity& process);

/// When this process began, in seconds since 1970; a second or so off.
double processStartUnixSeconds();

}  // namespace gan
