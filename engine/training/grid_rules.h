#pragma once

#include <cstdint>
#include <optional>

#include "run/event.h"
#include "training/health_options.h"

namespace gan {

/// What a grid of pictures shows of its generator.
struct GridRecord {
  std::int64_t step = 0;
  bool finite = true;  ///< Every pixel is, before it becomes a byte.
  bool blank = false;  ///< Every picture is of one colour.
  /// The variance of pixels from picture to picture, as a share of that of real images; nothing: nobody knows.
  std::optional<double> variety = {};
  /// The share of pictures that look like another one of the grid; nothing: they are meant to.
  std::optional<double> equal = {};
};

/// Watches what losses do not show: networks train with the statistics of a batch, and make pictures with running ones;
/// and a generator may please with one picture. Tells each trouble once, then that it is over. One thread.
class GridRules {
 public:
  /// So many grids without variety in a row are told: one may be of an unlucky moment.
  static constexpr int kPlainGrids = 2;
  /// Grids come in order; another one of the same step says nothing new. A generator begins without variety: that is
  /// told of one that has shown some in as many, or has had health.young_steps to find it.
  std::optional<Alert> check(const GridRecord& record, const HealthOptions& options);
  /// The first step whose grid shows a trouble of the newest one.
  std::optional<std::int64_t> troubledSince() const;
  /// The weights are others now.
  void restart();

 private:
  /// A trouble of grids in a row.
  struct Lasting {
    int grids = 0;
    std::int64_t since_step = 0;
    void add(const GridRecord& record, bool shows);
  };
  std::optional<Alert> look(const GridRecord& record, const HealthOptions& options);
  std::optional<Alert> checkVariety(const GridRecord& record, const HealthOptions& options);

  Lasting not_finite_;
  Lasting blank_;
  Lasting plain_;
  int varied_grids_ = 0;    ///< In a row, up to the newest that was so; what an untrained network draws may vary once.
  std::int64_t step_ = -1;  ///< Of the newest grid.
  bool told_ = false;       ///< Of a trouble that is not over.
};

}  // namespace gan
