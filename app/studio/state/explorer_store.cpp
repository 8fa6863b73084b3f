#include "state/explorer_store.h"

#include <algorithm>
#include <utility>

#include "config/sample_point.h"
#include "core/error.h"
#include "state/run_store.h"
#include "state/texts.h"
#include "state/waiting.h"

namespace gan {
namespace {

constexpr std::chrono::milliseconds kPictureRest(250);
/// Long enough for a sentence to be read.
constexpr std::chrono::milliseconds kNoticeTime(5000);
/// Of a picture that is not scaled down.
constexpr int kOwnSide = 0;

/// As the run makes its own samples.
SamplePoint firstPointOf(const RunConfig& config) {
  SamplePoint point;
  point.truncation.threshold = config.real("sampling.truncation");
  point.truncation.kind = truncationKind(config.text("sampling.truncation_kind"));
  point.statistics = statisticsMode(config.text("sampling.statistics"));
  return point;
}

}  // namespace

ExplorerStore::ExplorerStore(RunStore& run, const ExplorerLinks& links, QObject* parent)
    : QObject(parent), run_(run), links_(links) {
  connect(&run_, &RunStore::opened, this, &ExplorerStore::onOpened);
  connect(&run_, &RunStore::linkChanged, this, [this] {
    if (run_.linkState() != LinkState::kFinished) links_.server.release();
  });
  connect(&run_, &RunStore::checkpointsChanged, this, [this] {
    ExplorerFacts facts = model_.facts();
    facts.steps.clear();
    for (const ListedCheckpoint& checkpoint : run_.checkpoints()) {
      if (!checkpoint.superseded) facts.steps.push_back(checkpoint.entry.state.step);
    }
    std::ranges::sort(facts.steps);
    facts.steps.erase(std::unique(facts.steps.begin(), facts.steps.end()), facts.steps.end());
    model_.setFacts(facts);
  });
  connect(&run_.link(), &RunLink::sampleLoaded, this, [this](const QString&, const SheetContent& content) {
    if (content.info.class_names.empty()) return;
    ExplorerFacts facts = model_.facts();
    for (const auto& [label, name] : content.info.class_names) {
      facts.class_names.insert(label, QString::fromStdString(name));
    }
    model_.setFacts(facts);
  });
  connect(&model_, &ExplorerModel::wishChanged, this, &ExplorerStore::onWish);
  connect(&links_.point, &PictureLink::answered, this, &ExplorerStore::onAnswer);
  connect(&links_.point, &PictureLink::supplyChanged, this, &ExplorerStore::onSupply);
  connect(&links_.server, &LocalServer::ready, this, [this] {
    if (!std::exchange(waits_for_server_, false) || !model_.isWatched()) return;
    links_.point.start();
    sendWishes();
  });
  connect(&links_.server, &LocalServer::failed, this, [this](const Message& why) {
    waits_for_server_ = false;
    model_.setSupply(PictureSupply::kLost, translated(why));
  });
  connect(&lasting_lines_, &LastingLines::complained, this, &ExplorerStore::complained);
  connect(&lasting_lines_, &LastingLines::settled, this, &ExplorerStore::settled);
  connect(&lasting_lines_, &LastingLines::replaced, this, [this](const QString& line, const QString& by) {
    shelf_.replace(line, by);
    emit replaced(line, by);
  });
  rest_.setSingleShot(true);
  connect(&rest_, &QTimer::timeout, this, &ExplorerStore::wishWhole);
  again_.setSingleShot(true);
  connect(&again_, &QTimer::timeout, this, &ExplorerStore::onWish);
  told_.setSingleShot(true);
  connect(&told_, &QTimer::timeout, this, [this] { model_.setNotice({}); });
}

void ExplorerStore::onOpened() {
  const RunConfig* config = run_.config();
  if (config != nullptr && !run_.isClassifier()) {
    model_.setPoint(firstPointOf(*config));
    ExplorerFacts facts = model_.facts();
    facts.classes = std::max<qint64>(0, config->integer("model.classes"));
    facts.resolution = config->integer("data.resolution");
    const Field* statistics = run_.schema().find("sampling.statistics");
    facts.has_statistics = statistics != nullptr && applies(*statistics, *config);
    model_.setFacts(facts);
  }
  onWish();
}

void ExplorerStore::onWish() {
  if (!run_.isOpen() || run_.isClassifier()) return;
  if (!model_.isWatched()) return stop();
  if (links_.point.isStarted()) return sendWishes();
  if (std::exchange(waits_for_server_, true)) return;
  model_.setSupply(PictureSupply::kStarting);
  links_.server.want();
}

void ExplorerStore::sendWishes() {
  rest_.stop();
  links_.point.wish(model_.line(), model_.side());
}

void ExplorerStore::stop() {
  waits_for_server_ = false;
  rest_.stop();
  again_.stop();
  links_.point.stop();
  model_.setSupply(PictureSupply::kIdle);
}

void ExplorerStore::onSupply(PictureSupply supply, const Message& why) {
  if (supply == PictureSupply::kLost && why.id == "run_not_served") {
    links_.point.stop();
    return onWish();
  }
  model_.setSupply(supply, why.empty() ? QString() : translated(why));
}

void ExplorerStore::onAnswer(ExploredPicture picture, const Message& why) {
  if (!why.empty()) picture.problem = translated(why);
  shelf_.setPicture(picture.line, picture.image);
  model_.takePicture(picture);
  if (picture.taken_over) {
    model_.setNotice(tr("The process that made the pictures was lost; another one has taken over."));
    told_.start(kNoticeTime);
  }
  if (model_.isSettled() && !model_.isWhole()) rest_.start(kPictureRest);
  if (mayPass(why)) again_.start(kAskAgain);
}

void ExplorerStore::wishWhole() {
  if (links_.point.isStarted()) links_.point.wish(model_.line(), kOwnSide);
}

std::optional<SamplePoint> ExplorerStore::read(const QString& line) {
  try {
    std::optional<SamplePoint> point = samplePointFromText(line.toStdString());
    emit settled();
    return point;
  } catch (const Error& error) {
    emit complained(translated(error));
    return std::nullopt;
  }
}

void ExplorerStore::show(const QString& line) {
  if (const auto point = read(line)) model_.setPoint(*point);
}

void ExplorerStore::showSample(const QString& line) {
  std::optional<SamplePoint> point = read(line);
  if (!point) return;
  if (point->step && !model_.facts().steps.contains(*point->step)) point->step.reset();
  model_.setPoint(*point);
}

void ExplorerStore::addKeyframe(const QString& line, const QImage& picture) {
  if (const auto point = read(line)) timeline_.add(*point, picture);
}

}  // namespace gan
