#pragma once

#include <cstdint>

namespace gan {

/// Where training stands between two iterations.
struct Standing {
  std::int64_t step = 0;     ///< Iterations completed.
  bool epoch_ended = false;  ///< By the last of them.
};

/// What is done between two iterations whenever it is due. On the thread that trains; all ranks have the same duties,
/// and run them at the same steps.
class Duty {
 public:
  virtual ~Duty() = default;
  virtual bool due(const Standing& now) const = 0;
  virtual void run() = 0;
};

}  // namespace gan
