#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/file_descriptor.h"
#include "protocol/ssh_options.h"

namespace gan {

/// The program that ssh and its jump hosts ask with (SSH_ASKPASS) instead of at a terminal: a script in a folder that
/// only we may enter, where programs may be run. It passes questions and answers on through two pipes, so that no
/// answer is ever in a file.
class AskPass {
 public:
  /// Throws Error(kPermissionDenied, "folder_not_private") and what writing throws.
  AskPass();
  ~AskPass();
  AskPass(const AskPass&) = delete;
  AskPass& operator=(const AskPass&) = delete;

  /// What ssh's environment must hold.
  std::vector<std::string> environment() const;
  /// Readable when there may be a question.
  int descriptor() const { return question_.get(); }
  /// The next question, without its host; nothing while there is no whole one.
  std::optional<SshQuestion> next();
  /// To the question that next() gave; not to a notice. What follows a line break is left out.
  void answer(const std::optional<std::string>& answer);

 private:
  std::filesystem::path folder_;
  FileDescriptor question_;
  FileDescriptor answer_;
  std::string read_;  ///< Of questions that are not whole yet.
};

}  // namespace gan
