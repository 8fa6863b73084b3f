#include "state/shelf_filler.h"

#include <chrono>

#include "config/sample_point.h"
#include "core/error.h"
#include "latent_explorer/explorer_model.h"
#include "latent_explorer/shelf_model.h"
#include "state/waiting.h"

namespace gan {

ShelfFiller::ShelfFiller(ShelfModel& shelf, const ExplorerModel& explorer, PictureRowLink& pictures, QObject* parent)
    : QObject(parent), shelf_(shelf), explorer_(explorer), pictures_(pictures) {
  rest_.setSingleShot(true);
  connect(&rest_, &QTimer::timeout, this, &ShelfFiller::fill);
  const auto look = [this] {
    if (!draws_ && !rest_.isActive()) rest_.start(kGathering);
  };
  connect(&shelf_, &ShelfModel::changed, this, look);
  connect(&shelf_, &QAbstractItemModel::modelReset, this, look);
  connect(&explorer_, &ExplorerModel::factsChanged, this, look);
  connect(&explorer_, &ExplorerModel::answerChanged, this, look);  // pictures can be had
  connect(&pictures_, &PictureRowLink::drawn, this,
          [this](int index, const ExploredPicture& picture) { shelf_.setPicture(asked_.value(index), picture.image); });
  connect(&pictures_, &PictureRowLink::ended, this, [this](const Message& why) {
    draws_ = false;
    for (const QString& line : missing()) {
      if (!mayPass(why) && asked_.contains(line)) tried_.insert(line);
    }
    rest_.start(mayPass(why) ? std::chrono::milliseconds(kAskAgain) : kGathering);
  });
}

/// Of checkpoints that are there: one that is not would leave the others without pictures.
QStringList ShelfFiller::missing() const {
  QStringList lines;
  for (int row = 0; row < shelf_.rowCount() && lines.size() < PictureRow::kMost; ++row) {
    const QString line = shelf_.line(row);
    if (tried_.contains(line) || !shelf_.index(row).data(Qt::DecorationRole).value<QImage>().isNull()) continue;
    try {
      const std::optional<std::int64_t> step = samplePointFromText(line.toStdString()).step;
      if (step && explorer_.facts().steps.contains(*step)) lines << line;
    } catch (const Error&) {
      continue;  // remembered by another version
    }
  }
  return lines;
}

void ShelfFiller::fill() {
  if (draws_ || !explorer_.isWatched() || explorer_.supply() != PictureSupply::kReady) return;
  asked_ = missing();
  if (asked_.isEmpty()) return;
  draws_ = true;
  std::vector<std::string> lines;
  for (const QString& line : asked_) lines.push_back(line.toStdString());
  pictures_.draw({lines, ShelfModel::kThumbnailSide});
}

}  // namespace gan
