#include "state/snapshot_comparer.h"

#include <utility>

#include "latent_explorer/explorer_model.h"
#include "state/texts.h"
#include "state/waiting.h"

namespace gan {

SnapshotComparer::SnapshotComparer(ExplorerModel& explorer, PictureRowLink& pictures, QObject* parent)
    : QObject(parent), explorer_(explorer), pictures_(pictures) {
  again_.setSingleShot(true);
  connect(&again_, &QTimer::timeout, this, [this] {
    line_.clear();
    look();
  });
  connect(&explorer_, &ExplorerModel::wishChanged, this, &SnapshotComparer::look);
  connect(&explorer_, &ExplorerModel::answerChanged, this, &SnapshotComparer::look);
  connect(&pictures_, &PictureRowLink::drawn, this, [this](int, ExploredPicture picture) {
    picture.line = line_;
    explorer_.takeComparedPicture(picture);
  });
  connect(&pictures_, &PictureRowLink::ended, this, &SnapshotComparer::onEnded);
}

void SnapshotComparer::look() {
  if (!explorer_.isWatched() || !explorer_.compares()) {
    pictures_.stop();
    again_.stop();
    line_.clear();
    asking_ = false;
    return;
  }
  const bool asked = line_ == explorer_.comparedLine() && side_ == explorer_.side();
  if (asking_ || asked || explorer_.supply() != PictureSupply::kReady) return;
  again_.stop();
  line_ = explorer_.comparedLine();
  side_ = explorer_.side();
  asking_ = true;
  pictures_.draw({std::vector<std::string>{line_.toStdString()}, side_});
}

void SnapshotComparer::onEnded(const Message& why) {
  asking_ = false;
  if (!why.empty()) {
    if (mayPass(why)) again_.start(kAskAgain);
    explorer_.takeComparedPicture({.line = line_, .image = {}, .step = -1, .problem = translated(why)});
  }
  look();
}

}  // namespace gan
