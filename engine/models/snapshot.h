#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/network.h"

namespace gan {

/// A generator's weights, frozen: what sampling and evaluating use while training goes on.
struct GeneratorSnapshot {
  std::int64_t step = 0;
  std::shared_ptr<Generator> generator;  ///< In evaluation mode, on the training's devices; never trained.
};

/// Makes snapshots of one generator in memory that it uses over and over: two copies of the weights, made when they
/// are needed first, so that one can be looked at while the other is filled. Nobody who asks for none pays for it.
///
/// Thread: take() is called by the one that trains; snapshots may be read and let go of by any.
class SnapshotDesk {
 public:
  /// The present weights of source, always the same one, on its device. Where two earlier snapshots are still held, a
  /// third is a copy of its own.
  GeneratorSnapshot take(const Generator& source, std::int64_t step);

 private:
  std::vector<std::shared_ptr<Generator>> slots_;
};

}  // namespace gan
