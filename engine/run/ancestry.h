#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "run/run_reader.h"
#include "run/scored_images.h"

namespace gan {

/// What the runs recorded that a branch descends from, each up to where it was left: its own steps come behind. Read
/// once, when it is made; what cannot be read is left out, with all that comes before it. One thread.
class Ancestry {
 public:
  /// Blocks. Nothing where the run is no branch.
  explicit Ancestry(const RunFolder& branch);
  ~Ancestry();

  /// The first step that is known; 0: none is.
  std::int64_t firstStep() const;
  /// Of one run: columns of its steps as RunReader::query() has them, and where they begin on other axes.
  struct Part {
    std::vector<Column> columns;
    RunReader::Positions positions;
  };
  /// A series' values, a part a run, oldest run first; runs without a value of it have none, nor of a score those that
  /// were measured by other images than the branch is.
  std::vector<Part> query(const std::string& series, StepRange range, std::size_t columns, Smoothing smoothing) const;

 private:
  struct Run;
  ScoredImages images_;    ///< Of the branch.
  std::vector<Run> runs_;  ///< Oldest first.
};

}  // namespace gan
