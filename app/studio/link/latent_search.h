#pragma once

#include <QByteArray>
#include <QVector>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "latent_explorer/explorer_model.h"
#include "latent_explorer/nearest_model.h"
#include "latent_explorer/photo_model.h"

namespace gan {

/// A search for the latent of a photograph.
struct PhotoWish {
  QString file;
  std::string start;  ///< The point at which it begins.
  int steps = 200;
  int side = 0;  ///< Of the generator's pictures.
};

/// How far the search through the training images is.
struct NearestProgress {
  qint64 searched = 0;
  qint64 total = 0;
  std::optional<QVector<NearestImage>> images = {};  ///< At its end.
};

/// What a generator's latents are like, and where in them a picture lies. Calls block and throw gan::Error.
class LatentSearch {
 public:
  virtual ~LatentSearch() = default;

  /// By which checkpoint's weights; nothing: the newest.
  virtual ExplorerLatents describe(std::optional<qint64> step) = 0;
  /// take is called with each step's result, on the calling thread, and ends it by false.
  virtual void project(const QByteArray& photo, const PhotoWish& wish,
                       const std::function<bool(const PhotoProgress&)>& take) = 0;
  virtual void findNearest(const std::string& point, NearestMeasure measure,
                           const std::function<bool(const NearestProgress&)>& take) = 0;
  /// Ends what is under way; any thread. Nothing can be asked for any more.
  virtual void close() = 0;
};

class RunConnection;

/// By the engine that trains or serves the run. Throws gan::Error.
std::unique_ptr<LatentSearch> openRunSearches(RunConnection& connection);

}  // namespace gan
