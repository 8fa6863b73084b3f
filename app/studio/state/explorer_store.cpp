#include "state/explorer_store.h"

#include <algorithm>

#include "config/sample_point.h"
#include "core/error.h"
#include "state/run_store.h"
#include "state/texts.h"

namespace gan {
namespace {

/// As the run makes its own samples.
SamplePoint firstPointOf(const RunConfig& config) {
  SamplePoint point;
  point.truncation.threshold = config.real("sampling.truncation");
  point.truncation.kind = truncationKind(config.text("sampling.truncation_kind"));
  point.statistics = statisticsMode(config.text("sampling.statistics"));
  return point;
}

}  // namespace

ExplorerStore::ExplorerStore(RunStore& run, PictureLink& link, QObject* parent)
    : QObject(parent), run_(run), link_(link) {
  connect(&run_, &RunStore::opened, this, &ExplorerStore::onOpened);
  connect(&run_, &RunStore::checkpointsChanged, this, [this] {
    ExplorerFacts facts = model_.facts();
    facts.steps.clear();
    for (const auto& entry : run_.checkpoints()) facts.steps.push_back(entry.state.step);
    std::ranges::sort(facts.steps);
    facts.steps.erase(std::unique(facts.steps.begin(), facts.steps.end()), facts.steps.end());
    model_.setFacts(facts);
  });
  connect(&run_.link(), &RunLink::sampleLoaded, this, [this](const QString&, const SheetContent& content) {
    if (content.grid.class_names.isEmpty()) return;
    ExplorerFacts facts = model_.facts();
    facts.class_names.insert(content.grid.class_names);
    model_.setFacts(facts);
  });
  connect(&model_, &ExplorerModel::wishChanged, this, &ExplorerStore::onWish);
  connect(&link_, &PictureLink::answered, this, [this](ExploredPicture picture, const Message& why) {
    if (!why.empty()) picture.problem = translated(why);
    shelf_.setPicture(picture.line, picture.image);
    model_.takePicture(picture);
  });
  connect(&link_, &PictureLink::supplyChanged, this, [this](PictureSupply supply, const Message& why) {
    model_.setSupply(supply, why.empty() ? QString() : translated(why));
  });
}

void ExplorerStore::onOpened() {
  const RunConfig* config = run_.config();
  if (config != nullptr && !run_.isClassifier()) {
    model_.setPoint(firstPointOf(*config));
    ExplorerFacts facts = model_.facts();
    facts.classes = std::max<qint64>(0, config->integer("model.classes"));
    const Field* statistics = run_.schema().find("sampling.statistics");
    facts.has_statistics = statistics != nullptr && applies(*statistics, *config);
    model_.setFacts(facts);
  }
  onWish();
}

void ExplorerStore::onWish() {
  if (!run_.isOpen() || run_.isClassifier()) return;
  if (!model_.isWatched()) {
    link_.stop();
    model_.setSupply(PictureSupply::kIdle);
    return;
  }
  link_.start();
  link_.wish(model_.line(), model_.side());
}

void ExplorerStore::show(const QString& line) {
  try {
    model_.setPoint(samplePointFromText(line.toStdString()));
  } catch (const Error& error) {
    emit complained(translated(error));
  }
}

}  // namespace gan
