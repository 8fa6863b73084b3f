#pragma once

#include <filesystem>
#include <functional>

#include "run/run_folder.h"

namespace gan {

/// Takes the folder of a new run away again when it goes and no training has begun there, so that who is refused after
/// the folder was made can try again with the same one. What was there before make() stays, and so does a folder that
/// another process works in.
class UnbegunRun {
 public:
  UnbegunRun() = default;
  ~UnbegunRun();
  UnbegunRun(const UnbegunRun&) = delete;
  UnbegunRun& operator=(const UnbegunRun&) = delete;

  /// The folder that `create` makes at path; once. Throws what it throws.
  RunFolder make(const std::filesystem::path& path, const std::function<RunFolder()>& create);

 private:
  bool hasBegun() const;
  void takeAway() const;

  std::filesystem::path journal_;
  std::filesystem::path made_;  ///< Empty: nothing.
  bool was_there_ = false;      ///< As an empty folder.
};

}  // namespace gan
