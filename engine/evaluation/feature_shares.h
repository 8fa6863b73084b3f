#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "core/file_turn.h"
#include "core/progress_monitor.h"
#include "evaluation/feature_rows.h"

namespace gan {

/// Features of a set of pictures, in shares of kPictures. With a folder each is kept there when it is computed: several
/// processes that have one folder compute each share once, and one that was ended goes on where it was. One thread.
class FeatureShares {
 public:
  static constexpr std::int64_t kPictures = 1024;
  using Compute = std::function<FeatureRows(std::int64_t first, std::int64_t count, const OnPictures& on_pictures)>;

  /// folder: empty: nowhere; all who use it compute the same. stage: what progress is called. A folder that cannot be
  /// used, or cannot any more, is warned of and done without.
  FeatureShares(std::filesystem::path folder, std::int64_t pictures, std::string stage, Compute compute);

  std::int64_t count() const { return (pictures_ + kPictures - 1) / kPictures; }
  /// Computes and keeps shares that nobody has computed or computes, until there are none, or until pictures gave way
  /// to others. Nothing without a folder.
  void computeFree(ProgressMonitor& monitor);
  /// The rows of a share: as they are kept, else computed; where another process computes it, as soon as that has
  /// ended. A damaged file is warned of and computed again.
  FeatureRows rows(std::int64_t share, ProgressMonitor& monitor);
  /// Tells that so many pictures are done; never fewer than were told before.
  void report(std::int64_t done, ProgressMonitor& monitor);

 private:
  std::filesystem::path fileOf(std::int64_t share) const;
  std::int64_t sizeOf(std::int64_t share) const;
  /// done: pictures of other shares, for progress.
  FeatureRows computed(std::int64_t share, std::int64_t done, ProgressMonitor& monitor);
  void keep(std::int64_t share, const FeatureRows& rows);
  /// Nothing where another process has it.
  std::optional<FileTurn> freeTurn(std::int64_t share);

  std::filesystem::path folder_;
  std::int64_t pictures_;
  std::string stage_;
  Compute compute_;
  std::int64_t reported_ = 0;
};

}  // namespace gan
