#include "state/strip_filler.h"

#include "latent_explorer/explorer_model.h"
#include "latent_explorer/strip_model.h"
#include "state/texts.h"
#include "state/waiting.h"

namespace gan {

StripFiller::StripFiller(StripModel& strip, ExplorerModel& explorer, PictureRowLink& pictures, QObject* parent)
    : QObject(parent), strip_(strip), explorer_(explorer), pictures_(pictures) {
  rest_.setSingleShot(true);
  connect(&rest_, &QTimer::timeout, this, &StripFiller::fill);
  connect(&explorer_, &ExplorerModel::wishChanged, this,
          [this] { strip_.setLine(lineWithoutStep(explorer_.point())); });
  connect(&explorer_, &ExplorerModel::factsChanged, this, [this] { strip_.setSteps(explorer_.facts().steps); });
  connect(&strip_, &StripModel::wishChanged, this, &StripFiller::onWish);
  connect(&pictures_, &PictureRowLink::drawn, this, [this](int index, const ExploredPicture& picture) {
    strip_.setPicture(asked_.value(index, -1), picture.image);
  });
  connect(&pictures_, &PictureRowLink::ended, this, [this](const Message& why) {
    if (why.empty()) return fill();
    strip_.setProblem(translated(why));
    if (strip_.isWatched() && mayPass(why)) rest_.start(kAskAgain);
  });
}

void StripFiller::onWish() {
  pictures_.stop();
  rest_.stop();
  if (strip_.isWatched()) rest_.start(kGathering);
}

void StripFiller::fill() {
  strip_.setProblem({});
  asked_ = strip_.missing().mid(0, PictureRow::kMost);
  if (asked_.isEmpty()) return;
  std::vector<std::string> lines;
  SamplePoint point = explorer_.point();
  for (const qint64 step : asked_) {
    point.step = step;
    lines.push_back(toText(point));
  }
  pictures_.draw({lines, StripModel::kThumbnailSide});
}

}  // namespace gan
