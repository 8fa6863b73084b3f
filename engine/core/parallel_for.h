#pragma once

#include <cstdint>
#include <functional>

namespace gan {

/// Calls work(i) once for each i in [0, count), from the calling thread and threads - 1 others, in no particular order.
/// Returns when all calls are over. When one throws, no further ones begin, and the first exception is thrown here.
void parallelFor(std::int64_t count, int threads, const std::function<void(std::int64_t)>& work);

}  // namespace gan
