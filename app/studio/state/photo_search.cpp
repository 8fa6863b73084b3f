#include "state/photo_search.h"

#include "latent_explorer/explorer_model.h"
#include "latent_explorer/photo_model.h"
#include "state/texts.h"
#include "state/waiting.h"

namespace gan {

PhotoSearch::PhotoSearch(PhotoModel& photo, ExplorerModel& explorer, SearchLink& searches, QObject* parent)
    : QObject(parent), photo_(photo), explorer_(explorer), searches_(searches) {
  rest_.setSingleShot(true);
  connect(&rest_, &QTimer::timeout, this, &PhotoSearch::onWish);
  connect(&photo_, &PhotoModel::wishChanged, this, &PhotoSearch::onWish);
}

void PhotoSearch::onWish() {
  rest_.stop();
  if (!photo_.isSearching()) return searches_.stop();
  if (explorer_.supply() == PictureSupply::kStarting) return rest_.start(kAskAgain);  // until somebody answers
  SamplePoint start = explorer_.point();
  start.classes.clear();  // the search chooses one
  const PhotoWish wish{.file = photo_.file(),
                       .start = toText(start),
                       .steps = photo_.steps(),
                       .side = static_cast<int>(explorer_.facts().resolution)};
  searches_.project(
      wish, [this](const QImage& image) { photo_.setPhoto(image); },
      [this](const PhotoProgress& progress) { photo_.setProgress(progress); },
      [this](const Message& why) {
        if (isTurn(why)) return rest_.start(kAskAgain);
        photo_.end(why.empty() ? QString() : translated(why));
      });
}

}  // namespace gan
