#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/file_descriptor.h"
#include "protocol/patience.h"

namespace gan {

/// A child process whose standard input and output are one stream to us. What it says on its standard error is kept.
class ChildStream {
 public:
  enum class Session { kOurs, kOwn };  ///< One in a session of its own has no terminal to ask at.
  struct Start {
    std::vector<std::string> command;           ///< The program first, found along PATH.
    std::vector<std::string> environment = {};  ///< "NAME=value", beside or instead of ours.
    Session session = Session::kOurs;
  };

  /// Throws Error(kUnavailable, "program_not_started").
  explicit ChildStream(const Start& start);
  /// Ends the child: closing the stream ends it by itself within a second, else it is ended by a signal.
  ~ChildStream();
  ChildStream(const ChildStream&) = delete;
  ChildStream& operator=(const ChildStream&) = delete;

  /// Our end of the stream, which does not block.
  int descriptor() const { return descriptor_.get(); }
  /// Call once, and close it before the object goes.
  FileDescriptor takeDescriptor() { return std::move(descriptor_); }

  /// The end of what it said on its standard error so far, 16 KiB at most.
  std::string said() const;
  /// waitpid(2)'s status once it has ended; asks, never waits.
  std::optional<int> ended();

 private:
  FileDescriptor descriptor_;
  FileDescriptor errors_;  ///< A file in memory: nobody has to read it for the child to go on.
  pid_t child_ = -1;
  std::optional<int> status_;
};

/// What has come of a child of which a server of the protocol is to speak through the stream.
enum class Greeting {
  kSpeaks,  ///< The first bytes are those of such a server. None was taken from the stream.
  kNoise,   ///< They are something else.
  kNone,    ///< Nothing has come, or too little to tell.
  kEnd,     ///< The stream has ended.
};
Greeting greetingOf(const ChildStream& child);
/// The first line of what is no greeting, without signs that do something to a terminal.
std::string noiseOf(const ChildStream& child);

}  // namespace gan
