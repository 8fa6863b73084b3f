#pragma once

namespace gan {

/// On how many threads LibTorch computes what the calling thread asks of it; other threads keep their number. With 1 it
/// opens no team of threads there.
void setOwnComputeThreads(int count);

}  // namespace gan
