#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// What a feature network is fed: said for evaluations of a run, orders of one and on the command line alike.
namespace gan {

/// Instead of a file: a classifier of the pictures themselves, which takes them as it was trained on them.
inline constexpr const char* kInDomainFeatures = "in-domain";
/// Instead of the name of a program: as the one resizes that the network comes from.
inline constexpr const char* kUsualResize = "auto";
/// Height and width in pixels: Inception's, and of a network in TorchScript unless somebody says otherwise.
inline constexpr std::int64_t kUsualInput = 299;
inline constexpr std::int64_t kLargestInput = 2048;

/// kUsualResize, and the programs that InputResize names.
const std::vector<std::string>& resizeNames();

/// Throws Error(kInvalidArgument, "in_domain_input") where a classifier of the pictures themselves is to be fed
/// otherwise than it was trained. prefix: of the fields that say it, as in "evaluation."; size: 0 is the network's own.
void checkFeatureInput(const std::string& prefix, const std::string& features, const std::string& resize,
                       std::int64_t size);

}  // namespace gan
