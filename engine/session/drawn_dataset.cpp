#include "session/drawn_dataset.h"

#include <algorithm>
#include <string>

#include "session/drawn_pictures.h"

namespace gan {

DrawnDataset::DrawnDataset(PictureMaker& maker, const DrawnAlike& alike, std::int64_t first, std::int64_t count)
    : maker_(maker), alike_(alike), classes_(classesInTurn(alike, maker.facts())), first_(first) {
  info_.name = "samples";
  info_.count = count;
  info_.class_names.resize(static_cast<std::size_t>(maker.facts().classes));  // a generator knows them by number only
}

std::int64_t DrawnDataset::label(std::int64_t index) const {
  return classes_.empty() ? kNoLabel : classes_[static_cast<std::size_t>(first_ + index) % classes_.size()];
}

SamplePoint DrawnDataset::pointAt(std::int64_t index) const { return pointOf(alike_, first_ + index, label(index)); }

at::Tensor DrawnDataset::drawn(std::int64_t index) const {
  const SamplePoint point = pointAt(index);
  const PictureInputs inputs = [&] {
    const std::lock_guard lock(mutex_);
    return maker_.inputs({&point, 1});
  }();
  return maker_.make(inputs, first_ + index)[0];
}

at::Tensor DrawnDataset::drawnInBlock(std::int64_t index) const {
  constexpr std::size_t kKept = 8;
  constexpr std::int64_t kBlock = PictureMaker::kGpuBlock;
  const std::int64_t number = (first_ + index) / kBlock;
  const std::int64_t begin = std::max<std::int64_t>(0, number * kBlock - first_);
  const std::lock_guard lock(mutex_);
  auto found = std::ranges::find(blocks_, number, &std::pair<std::int64_t, at::Tensor>::first);
  if (found == blocks_.end()) {
    std::vector<SamplePoint> points;
    for (std::int64_t i = begin; i < std::min((number + 1) * kBlock - first_, info_.count); ++i) {
      points.push_back(pointAt(i));
    }
    blocks_.emplace_front(number, maker_.make(maker_.inputs(points), first_ + begin));
    if (blocks_.size() > kKept) blocks_.pop_back();
    found = blocks_.begin();
  }
  return found->second[index - begin];
}

std::int64_t DrawnDataset::read(std::int64_t index, Image& image) const {
  image = imageOf(maker_.device().is_cpu() ? drawn(index) : drawnInBlock(index));
  return label(index);
}

}  // namespace gan
