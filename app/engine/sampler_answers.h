#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "gpu_share.h"
#include "protocol/sampler.pb.h"
#include "sampling/point_painter.h"
#include "session/late_images.h"
#include "session/photo.h"
#include "session/picture_requests.h"

namespace gan::app {

/// What the process that makes pictures answers to the tasks of its engine. One thread.
class SamplerAnswers {
 public:
  /// device, threads: as PointPainter's.
  SamplerAnswers(const std::string& device, int threads, GpuShare share)
      : painter_(device, threads), device_(device), threads_(threads), share_(std::move(share)) {}

  /// An error is an answer, too.
  ganstudio::v1::SamplerAnswer to(const ganstudio::v1::SamplerTask& task);

 private:
  void answer(const ganstudio::v1::SamplerTask& task, ganstudio::v1::SamplerAnswer& answer);
  void paint(const ganstudio::v1::SamplerTask& task, ganstudio::v1::SamplerAnswer& answer);
  void describe(const ganstudio::v1::SamplerTask& task, ganstudio::v1::SamplerAnswer& answer);
  void project(const ganstudio::v1::SamplerTask& task, ganstudio::v1::SamplerAnswer& answer);
  void findNearest(const ganstudio::v1::SamplerTask& task, ganstudio::v1::SamplerAnswer& answer);
  void drawSheet(const ganstudio::v1::SamplerTask& task, ganstudio::v1::SamplerAnswer& answer);
  /// The data that a task is about; null while they are being opened.
  const NearestImages* imagesOf(const ganstudio::v1::SamplerTask& task, const RunConfig& config);
  const Image& photoOf(const std::string& file, const RunConfig& config);
  /// The picture that others are to be near to.
  const Image& wantedPicture(const ganstudio::v1::SamplerTask& task, const PaintedWeights& weights);

  PointPainter painter_;
  std::string device_;
  int threads_;
  GpuShare share_;
  LateImages images_;
  LastPhoto photo_;
  Image painted_;                        ///< What the search for images that is under way is about,
  std::string painted_of_;               ///< as weights and point.
  std::unique_ptr<PictureSheet> sheet_;  ///< That is being drawn,
  std::string sheet_file_;               ///< and what it becomes.
};

}  // namespace gan::app
