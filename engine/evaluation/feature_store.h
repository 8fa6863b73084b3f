#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "evaluation/feature_kind.h"
#include "evaluation/picture_features.h"

namespace gan {

/// 64 hexadecimal digits that change with each of the texts.
std::string keyOf(const std::vector<std::string>& texts);

/// A folder that outlives an evaluation: what sets of pictures gave that will be asked for again, and shares of
/// unfinished work. Several processes may use one.
class FeatureStore {
 public:
  static constexpr std::uint64_t kMostBytes = std::uint64_t{8} << 30U;
  /// Shares beyond which processes leave the rest to the one that takes them.
  static constexpr std::uint64_t kMostBytesOfShares = kMostBytes / 2;
  /// Sets that would take more are computed each time.
  static constexpr std::uint64_t kMostBytesOfSet = std::uint64_t{1} << 30U;
  /// Features of all pictures of a set that would take more are computed each time.
  static constexpr std::uint64_t kMostBytesOfFeatures = kMostBytes / 2;

  /// folder: empty: nothing is kept.
  explicit FeatureStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// What keep() was given under this key; what was used last counts as newest. A damaged file is warned of and goes
  /// away.
  std::optional<PictureFeatures> find(const std::string& key, const FeatureKind& kind) const;
  /// Moments, kept rows and how many pictures are composed. A folder that refuses is warned of.
  void keep(const std::string& key, const FeatureKind& kind, const PictureFeatures& found) const;
  /// For PictureFeatureOptions::shares; empty where nothing is kept.
  std::filesystem::path shares(const std::string& key) const;

  /// For KeptFeatures that will take so many bytes: what was not used for longest gives way to them. Empty where
  /// nothing is kept, and for more than kMostBytesOfFeatures.
  std::filesystem::path features(const std::string& key, std::uint64_t bytes, std::uint64_t most = kMostBytes) const;

  /// Whether shares take as much or more.
  bool full(std::uint64_t most = kMostBytesOfShares) const;

  /// Takes away what was not used for longest of what keep() was given, of shares and of features(), until they are at
  /// most `most` bytes, and shares of work that nobody went on with for a week. Other files of the folder stay.
  void trim(std::uint64_t most = kMostBytes) const;

 private:
  std::filesystem::path fileOf(const std::string& key) const;

  std::filesystem::path folder_;
};

}  // namespace gan
