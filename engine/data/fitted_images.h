#pragma once

#include <memory>
#include <string>

#include "data/dataset.h"
#include "data/image_fit.h"

namespace gan {

class RunConfig;

/// How data.* bring images to the networks' size, but for what is random: none is mirrored, and of random crops the
/// middle is taken.
FitOptions fitWithoutChance(const RunConfig& config);

/// A text that two fits have alike only where they make the same of every image.
std::string describeFit(const FitOptions& fit);

/// Images of a data set as networks see them: cropped and resized, before their bytes become numbers.
class FittedImages : public Dataset {
 public:
  /// fit: without chance.
  FittedImages(std::unique_ptr<Dataset> images, const FitOptions& fit) : images_(std::move(images)), fit_(fit) {}

  const DatasetInfo& info() const override { return images_->info(); }
  std::int64_t label(std::int64_t index) const override { return images_->label(index); }
  std::int64_t read(std::int64_t index, Image& image) const override {
    const std::int64_t label = images_->read(index, image);
    fitImage(image, fit_, index);
    image.composed = false;  // the networks see no other one
    return label;
  }
  std::string imageName(std::int64_t index) const override { return images_->imageName(index); }

 private:
  std::unique_ptr<Dataset> images_;
  FitOptions fit_;
};

}  // namespace gan
