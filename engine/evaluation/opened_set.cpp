#include "evaluation/opened_set.h"

#include <ATen/Version.h>
#include <torch/version.h>

#include <utility>

#include "core/error.h"
#include "core/units.h"
#include "data/images_identity.h"
#include "evaluation/feature_shares.h"
#include "evaluation/feature_store.h"
#include "evaluation/moments_file.h"

namespace gan {
namespace {

/// Changes when what is kept of the same pictures by an earlier version would be something else.
constexpr const char* kStoreVersion = "store 2";

/// Of what a source left out beside the pictures that are scored.
void warnOfPassedOver(const std::string& name, const DatasetInfo& info, std::vector<Message>& warnings) {
  if (info.passed_over.empty()) return;
  warnings.push_back({"pictures_passed_over",
                      "{set} has files that are no pictures which are read here, so that the {count} others stand for "
                      "it: {files}. Where they are pictures, convert them to PNG.",
                      {{"set", name}, {"count", formatCount(info.count)}, {"files", describe(info.passed_over)}}});
}

}  // namespace

std::unique_ptr<FeatureNetwork> openNetwork(const JudgingNetwork& network) {
  return openFeatureNetwork({.file = network.file,
                             .resize = network.resize,
                             .size = network.size,
                             .device = network.device,
                             .classifier = network.classifier});
}

OpenedSet openSet(const JudgedSet& set, std::vector<Message>& warnings) {
  OpenedSet opened{.name = set.name, .pictures = set.opened, .identity = set.identity};
  opened.replaced = set.replaced;
  if (set.opened) return opened;
  if (!set.pictures) {
    StoredMoments stored = readMoments(set.moments);
    opened.found.moments = std::move(stored.moments);
    opened.kind = std::move(stored.kind);
    return opened;
  }
  opened.pictures = openDataset(*set.pictures, Decoding::kWhole);
  opened.identity = "pictures " + identityOfImages(*set.pictures, opened.pictures->info(), Decoding::kWhole);
  warnOfPassedOver(set.name, opened.pictures->info(), warnings);
  return opened;
}

std::string keyOfFeatures(const OpenedSet& set, const FeatureNetwork& network, std::int64_t batch, RowsHold rows) {
  const FeatureKind& kind = network.kind();
  // On a GPU rows depend on how many pictures pass together, on a CPU on what kernels it has.
  const at::Device device = network.device();
  const std::string arithmetic = device.is_cpu() ? at::get_cpu_capability() : std::to_string(batch);
  return keyOf({kStoreVersion, TORCH_VERSION, arithmetic, set.identity, kind.network, kind.sha256, kind.resize,
                std::to_string(kind.size), std::to_string(kind.features),
                c10::DeviceTypeName(device.type(), /*lower_case=*/true),
                rows == RowsHold::kProbabilitiesToo ? "and probabilities" : "",
                std::to_string(FeatureShares::kPictures)});
}

void warnOfComposed(const OpenedSet& set, std::vector<Message>& warnings) {
  if (set.found.composed == 0) return;
  warnings.push_back(
      {"pictures_composed",
       "{count} of the {all} pictures of {set} are transparent or turned by their EXIF data. Here they "
       "are laid over white and stand upright; pytorch-fid, clean-fid and NVIDIA's programs drop "
       "transparency and leave them as they are stored, so that scores of theirs differ.",
       {{"count", formatCount(set.found.composed)}, {"all", formatCount(set.found.moments.count)}, {"set", set.name}}});
}

void warnOfReplaced(const std::string& name, std::int64_t replaced, std::int64_t all, std::vector<Message>& warnings) {
  if (replaced == 0) return;
  warnings.push_back(
      {"pictures_replaced",
       "{count} of the {all} pictures of {set} cannot be read, and the next one that can counts in their "
       "place: the scores are not those of all of them. The standard error output names them. Put them "
       "back and evaluate again.",
       {{"count", formatCount(replaced)}, {"all", formatCount(all)}, {"set", name}}});
}

void throwNeedsPictures(const std::string& metric, const JudgedSet& set) {
  throw Error(ErrorCode::kInvalidArgument, "evaluation_needs_pictures",
              "{metric} is computed from pictures, but {set} holds moments, which only fid is computed from. Give the "
              "pictures, or ask for fid alone.",
              {{"metric", metric}, {"set", set.name}});
}

void requireClasses(const std::string& name, const DatasetInfo& info) {
  if (!info.class_names.empty()) return;
  throw Error(ErrorCode::kInvalidArgument, "evaluation_no_labels",
              "{set} has no classes, which this score compares. Give a run with classes or a folder with one for each "
              "class, or leave the score away.",
              {{"set", name}});
}

JudgedFacts factsOf(const OpenedSet& set) {
  JudgedFacts facts{.name = set.name,
                    .content = set.pictures ? "pictures" : "moments",
                    .count = set.pictures ? set.pictures->info().count : set.found.moments.count};
  const at::Tensor& covariance = set.found.moments.covariance;
  if (covariance.defined()) facts.variance = covariance.trace().item<double>();
  return facts;
}

}  // namespace gan
