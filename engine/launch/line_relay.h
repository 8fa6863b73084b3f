#pragma once

#include <cstddef>
#include <string>

#include "core/file_descriptor.h"

namespace gan {

/// Reads what a worker writes into a pipe, without ever waiting for it.
class LineRelay {
 public:
  /// Whole lines go to our standard error behind a prefix.
  LineRelay(FileDescriptor input, std::string prefix);
  /// All is kept; of more than max_bytes the end.
  LineRelay(FileDescriptor input, std::size_t max_bytes);

  bool isOpen() const { return static_cast<bool>(input_); }
  int descriptor() const { return input_.get(); }
  /// Takes what is there.
  void pump();

  const std::string& kept() const { return kept_; }
  /// The last line that was passed on and not empty.
  const std::string& lastLine() const { return last_line_; }

 private:
  void take(const char* bytes, std::size_t count);
  void passOn(bool all);

  FileDescriptor input_;
  std::string prefix_;
  std::size_t max_bytes_ = 0;  ///< 0: lines are passed on.
  std::string kept_;
  std::string last_line_;
};

}  // namespace gan
