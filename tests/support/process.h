#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace gan::test {

/// A child process whose standard output and error go to files. Killed when the object goes.
class Process {
 public:
  using Environment = std::map<std::string, std::string>;
  explicit Process(const std::vector<std::string>& arguments, const Environment& extra_environment = {});
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t pid() const { return pid_; }
  void signal(int number) const;
  bool running();
  /// Sends SIGSTOP and returns when none of its threads runs any more, until SIGCONT; false when it has ended before.
  bool stop();
  /// Waits for the end and returns the exit code, or 128 + signal. Kills it and returns -1 when the time is over.
  int wait(std::chrono::seconds timeout = std::chrono::seconds(120));
  std::string output() const;
  std::string errors() const;

 private:
  std::filesystem::path folder_;
  pid_t pid_ = -1;
  int status_ = 0;
  bool ended_ = false;
};

/// What a command printed and returned.
struct Finished {
  int code = 0;
  std::string output;
  std::string errors;
  /// Last line of the output.
  std::string lastLine() const;
};

Finished run(const std::vector<std::string>& arguments, const Process::Environment& extra_environment = {},
             std::chrono::seconds timeout = std::chrono::seconds(300));

/// Path of a program of this build.
std::string program(const std::string& name);

/// Waits until a condition holds; false when the time is over first.
bool waitUntil(const std::function<bool()>& condition, std::chrono::milliseconds timeout = std::chrono::seconds(60),
               std::chrono::milliseconds interval = std::chrono::milliseconds(5));

}  // namespace gan::test
