#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "launch.h"
#include "session/ranks.h"

namespace gan {
class RunConfig;
}

namespace gan::app {

/// Whether the same training is to give the same bits again on GPUs, too, whatever that costs.
enum class SameBits { kNotAsked, kAsked };
SameBits sameBits(const RunConfig& config);
/// Of the run in that folder; one that cannot be read asks for nothing here: whoever opens it says what is wrong.
SameBits sameBits(const std::filesystem::path& run);

/// Meets the other processes where the command line or a launcher's environment says that there are some, and says
/// where this one stands. Those with a GPU of their own compute together over NCCL, others over Gloo. Once `given_up`
/// says so it waits for them no longer. To be called before there are threads that read the environment.
std::unique_ptr<Ranks> meetRanks(const ProcessOptions& options, const RankDevice& device, SameBits same_bits,
                                 std::function<bool()> given_up);

}  // namespace gan::app
