#include "state/direction_finder.h"

#include "latent_explorer/explorer_model.h"
#include "state/texts.h"
#include "state/waiting.h"

namespace gan {

DirectionFinder::DirectionFinder(ExplorerModel& explorer, SearchLink& searches, QObject* parent)
    : QObject(parent), explorer_(explorer), searches_(searches) {
  connect(&explorer_, &ExplorerModel::latentsWatchedChanged, this, [this] {
    if (!explorer_.latents().are_known) asked_ = false;  // who looks again tries again
    again_.stop();
    look();
  });
  again_.setSingleShot(true);
  connect(&again_, &QTimer::timeout, this, &DirectionFinder::look);
  connect(&explorer_, &ExplorerModel::wishChanged, this, &DirectionFinder::look);
  connect(&explorer_, &ExplorerModel::answerChanged, this, &DirectionFinder::look);
}

void DirectionFinder::look() {
  const std::optional<qint64> step = explorer_.point().step;
  if (!explorer_.areLatentsWatched() || explorer_.supply() != PictureSupply::kReady) return;
  if (again_.isActive() || (asked_ && asked_step_ == step)) return;
  asked_ = true;
  asked_step_ = step;
  searches_.describe(
      step, [this](const ExplorerLatents& facts) { explorer_.setLatents(facts); },
      [this](const Message& why) {
        if (why.empty()) return;
        ExplorerLatents facts;
        facts.problem = translated(why);
        explorer_.setLatents(facts);
        if (!mayPass(why)) return;
        asked_ = false;
        again_.start(kAskAgain);
      });
}

}  // namespace gan
