#include "run/metrics_archive.h"

#include <algorithm>
#include <utility>

namespace gan {
namespace {

bool samePlace(const MetricsPlace& a, const MetricsPlace& b) {
  return a.file == b.file && a.begin == b.begin && a.end == b.end;
}

std::size_t bytesOf(const MetricsBlock& block) {
  return block.steps.size() * (3 * sizeof(double) + block.columns.size() * sizeof(float)) +
         block.columns.size() * sizeof(std::string);
}

}  // namespace

std::shared_ptr<const MetricsBlock> MetricsArchive::block(const MetricsPlace& place) {
  const auto found = std::ranges::find_if(kept_, [&](const Kept& kept) { return samePlace(kept.block->place, place); });
  if (found != kept_.end()) {
    kept_.splice(kept_.begin(), kept_, found);
    return kept_.front().block;
  }
  auto block = std::make_shared<const MetricsBlock>(read_(place));
  kept_.push_front({block, bytesOf(*block)});
  bytes_ += kept_.front().bytes;
  while (bytes_ > kKeptBytes && kept_.size() > 1) {
    bytes_ -= kept_.back().bytes;
    kept_.pop_back();
  }
  return block;
}

}  // namespace gan
