#pragma once

namespace gan {

/// On how many threads LibTorch computes what the calling thread asks of it; other threads keep their number. With 1 it
/// opens no team of threads there.
void setOwnComputeThreads(int count);

/// MKL's vector functions (tanh, exp, log ...) find out at their first call which code suits the processor, and keep
/// the unfinished answer where other threads read it: a second thread that calls at that moment computes with other
/// code, whose last bits differ. One call by one thread, before several compute together, settles it for the whole
/// process.
void settleVectorMath();

}  // namespace gan
