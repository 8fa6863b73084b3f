#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "data/dataset.h"
#include "sampling/picture_maker.h"
#include "session/drawn_pictures.h"

namespace gan {

/// Numbered samples of a generator as a data set: image i is sample first + i, as `gan-engine sample` draws it. Each is
/// drawn when it is read; nothing is kept but the last blocks of a GPU.
class DrawnDataset : public Dataset {
 public:
  /// maker must outlive it and does nothing else meanwhile. Throws as classesInTurn().
  DrawnDataset(PictureMaker& maker, const DrawnAlike& alike, std::int64_t first, std::int64_t count);

  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override;
  std::int64_t read(std::int64_t index, Image& image) const override;

 private:
  SamplePoint pointAt(std::int64_t index) const;
  /// uint8 [C, H, W].
  at::Tensor drawn(std::int64_t index) const;
  at::Tensor drawnInBlock(std::int64_t index) const;

  PictureMaker& maker_;
  DrawnAlike alike_;
  std::vector<std::int64_t> classes_;
  std::int64_t first_;
  DatasetInfo info_;
  mutable std::mutex mutex_;                                       ///< Of what the maker remembers, and of blocks_.
  mutable std::list<std::pair<std::int64_t, at::Tensor>> blocks_;  ///< The newest comes first.
};

}  // namespace gan
