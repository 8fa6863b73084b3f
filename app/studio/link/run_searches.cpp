#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.h"
#include "link/latent_search.h"
#include "link/picture_image.h"
#include "link/run_connection.h"
#include "protocol/picture_client.h"
#include "protocol/studio.pb.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

constexpr int kMostDirections = 4096;  // of what comes from outside

PhotoProgress progressOf(const v1::ProjectProgress& message) {
  PhotoProgress progress;
  progress.step = message.step();
  progress.steps = message.steps();
  progress.pixels = std::isfinite(message.pixels()) ? message.pixels() : 0;
  progress.best = {.line = QString::fromStdString(message.point()),
                   .image = imageOf(message.picture()),
                   .step = message.picture().step()};
  return progress;
}

NearestImage nearestOf(const v1::NearImage& message) {
  NearestImage image;
  image.name = QString::fromStdString(message.name());
  image.class_name = QString::fromStdString(message.class_name());
  if (image.class_name.isEmpty() && message.has_label()) image.class_name = QString::number(message.label());
  image.distance = message.distance();
  image.image = imageOf(message.picture());
  return image;
}

class RunSearches final : public LatentSearch {
 public:
  explicit RunSearches(RunConnection& connection) : client_(connection.use()) {}

  ExplorerLatents describe(std::optional<qint64> step) override {
    v1::DescribeLatentsRequest request;
    if (step) request.set_step(*step);
    const v1::LatentDescription description = client_.describeLatents(request);
    ExplorerLatents facts{.are_known = true, .problem = {}, .chunks = std::max<qint64>(1, description.chunks())};
    for (const v1::LatentDirections& directions : description.directions()) {
      for (const DirectionKind kind : {DirectionKind::kSefa, DirectionKind::kPca}) {
        if (directions.kind() != nameOf(kind)) continue;  // a later version may know more kinds
        const int count = std::min(kMostDirections, directions.shares_size());
        facts.directions[kind] = QVector<double>(directions.shares().begin(), directions.shares().begin() + count);
      }
    }
    return facts;
  }

  void project(const QByteArray& photo, const PhotoWish& wish,
               const std::function<bool(const PhotoProgress&)>& take) override {
    v1::ProjectRequest request;
    request.set_photo(photo.data(), static_cast<std::size_t>(photo.size()));
    request.set_start(wish.start);
    request.set_steps(static_cast<std::uint32_t>(wish.steps));
    client_.project(request, [&take](const v1::ProjectProgress& progress) { return take(progressOf(progress)); });
  }

  void findNearest(const std::string& point, NearestMeasure measure,
                   const std::function<bool(const NearestProgress&)>& take) override {
    v1::NearestRequest request;
    request.set_point(point);
    if (measure != NearestMeasure::kPixels) request.set_by(std::string(nameOf(measure)));
    request.set_count(NearestModel::kCount);
    client_.findNearest(request, [&take](const v1::NearestProgress& message) {
      NearestProgress progress{static_cast<qint64>(message.searched()), static_cast<qint64>(message.total())};
      if (message.images_size() > 0) {
        progress.images.emplace();
        for (const v1::NearImage& image : message.images()) *progress.images << nearestOf(image);
      }
      return take(progress);
    });
  }

  void close() override { client_.close(); }

 private:
  PictureClient client_;
};

}  // namespace

std::unique_ptr<LatentSearch> openRunSearches(RunConnection& connection) {
  return std::make_unique<RunSearches>(connection);
}

}  // namespace gan
