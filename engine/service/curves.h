#pragma once

#include <optional>
#include <utility>

#include "run/ancestry.h"
#include "run/run_folder.h"
#include "run/run_reader.h"

namespace ganstudio::v1 {
class SeriesReply;
class SeriesRequest;
}  // namespace ganstudio::v1

namespace gan {

/// Answers questions about a run's series with a reader of its own, made for the first of them: files are read and
/// smoothed curves built, which takes as long as it takes, with no lock held that watchers wait for. One thread.
class Curves {
 public:
  explicit Curves(RunFolder folder) : folder_(std::move(folder)) {}

  /// Throws what querySeries() does.
  void query(const ganstudio::v1::SeriesRequest& request, ganstudio::v1::SeriesReply& reply);

 private:
  const RunFolder folder_;
  std::optional<RunReader> reader_;
  std::optional<Ancestry> ancestry_;  ///< Once it was asked for.
};

}  // namespace gan
