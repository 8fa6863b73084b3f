#include "latent_explorer/photo_model.h"

#include <algorithm>
#include <utility>

namespace gan {

void PhotoModel::choose(const QString& file) {
  if (file.isEmpty()) return;
  file_ = file;
  photo_ = {};
  search();
}

void PhotoModel::setPhoto(const QImage& photo) {
  photo_ = photo;
  emit changed();
}

void PhotoModel::setSteps(int steps) {
  steps = std::clamp(steps, kFewestSteps, kMostSteps);
  if (std::exchange(steps_, steps) != steps) emit changed();
}

void PhotoModel::search() {
  if (file_.isEmpty()) return;
  searching_ = true;
  progress_ = {};
  problem_.clear();
  emit wishChanged();
  emit changed();
}

void PhotoModel::stop() {
  if (!searching_) return;
  end();
  emit wishChanged();
}

void PhotoModel::setProgress(const PhotoProgress& progress) {
  if (!searching_) return;
  progress_ = progress;
  emit changed();
}

void PhotoModel::end(const QString& problem) {
  if (!std::exchange(searching_, false)) return;
  problem_ = problem;
  emit changed();
  if (!progress_.best.line.isEmpty()) emit found(progress_.best.line);
}

}  // namespace gan
