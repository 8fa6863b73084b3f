#include "state/nearest_finder.h"

#include <chrono>

#include "latent_explorer/explorer_model.h"
#include "latent_explorer/nearest_model.h"
#include "state/texts.h"
#include "state/waiting.h"

namespace gan {
namespace {

constexpr std::chrono::milliseconds kSearchRest{500};

}  // namespace

NearestFinder::NearestFinder(NearestModel& nearest, ExplorerModel& explorer, SearchLink& searches, QObject* parent)
    : QObject(parent), nearest_(nearest), explorer_(explorer), searches_(searches) {
  rest_.setSingleShot(true);
  connect(&rest_, &QTimer::timeout, this, &NearestFinder::find);
  connect(&explorer_, &ExplorerModel::wishChanged, this, [this] { nearest_.setLine(explorer_.line()); });
  connect(&nearest_, &NearestModel::wishChanged, this, &NearestFinder::onWish);
}

void NearestFinder::onWish() {
  searches_.stop();
  rest_.stop();
  if (nearest_.isWatched() && !nearest_.isSettled()) rest_.start(kSearchRest);
}

void NearestFinder::find() {
  if (explorer_.supply() == PictureSupply::kStarting) return rest_.start(kSearchRest);  // until somebody answers
  nearest_.setProblem({});
  searches_.findNearest(
      explorer_.line().toStdString(), nearest_.measure(),
      [this](const NearestProgress& progress) {
        nearest_.setSearched(progress.searched, progress.total);
        if (progress.images) nearest_.setImages(*progress.images);
      },
      [this](const Message& why) {
        if (why.empty()) return;
        nearest_.setProblem(translated(why));
        if (nearest_.isWatched() && mayPass(why)) rest_.start(kAskAgain);
      });
}

}  // namespace gan
