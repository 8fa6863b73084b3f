#pragma once

#include <memory>
#include <string>

#include "protocol/sampler.pb.h"
#include "sampling/point_painter.h"
#include "session/nearest_images.h"

namespace gan::app {

/// What the process that makes pictures answers to the tasks of its engine. One thread.
class SamplerAnswers {
 public:
  /// As PointPainter's.
  SamplerAnswers(const std::string& device, int threads) : painter_(device, threads), threads_(threads) {}

  /// An error is an answer, too.
  ganstudio::v1::SamplerAnswer to(const ganstudio::v1::SamplerTask& task);

 private:
  void paint(const ganstudio::v1::SamplerTask& task, ganstudio::v1::SamplerAnswer& answer);
  void describe(const ganstudio::v1::SamplerTask& task, ganstudio::v1::SamplerAnswer& answer);
  void project(const ganstudio::v1::SamplerTask& task, ganstudio::v1::SamplerAnswer& answer);
  void findNearest(const ganstudio::v1::SamplerTask& task, ganstudio::v1::SamplerAnswer& answer);
  /// The data that a task is about; those that were opened last stay open.
  const NearestImages& imagesOf(const ganstudio::v1::SamplerTask& task, const RunConfig& config);

  PointPainter painter_;
  int threads_;
  std::unique_ptr<NearestImages> images_;
  std::string images_of_;  ///< Configuration and fingerprint.
};

}  // namespace gan::app
