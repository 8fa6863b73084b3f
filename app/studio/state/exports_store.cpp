#include "state/exports_store.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "config/class_list.h"
#include "core/error.h"
#include "state/explorer_store.h"
#include "state/run_store.h"
#include "state/texts.h"

namespace gan {
namespace {

constexpr std::chrono::milliseconds kWhileSomeRun(500);
constexpr std::chrono::milliseconds kWhileNoneRuns(3000);
constexpr std::chrono::milliseconds kRest(300);
constexpr int kPreviewed = 8;

ExportRow rowOf(const ListedExport& listed) {
  ExportRow row = listed.row;
  if (!listed.why.empty()) row.problem = translated(listed.why);
  return row;
}

}  // namespace

ExportsStore::ExportsStore(RunStore& run, ExplorerStore& explorer, const ExportLinks& links, QObject* parent)
    : QObject(parent), run_(run), explorer_(explorer), links_(links) {
  again_.setSingleShot(true);
  rest_.setSingleShot(true);
  connect(&run_, &RunStore::opened, this, &ExportsStore::askServer);
  connect(&model_, &ExportsModel::watchedChanged, this, &ExportsStore::askServer);
  connect(&again_, &QTimer::timeout, this, &ExportsStore::askServer);
  connect(&plan_, &ExportPlan::wishChanged, this, &ExportsStore::onWish);
  connect(&rest_, &QTimer::timeout, this, &ExportsStore::answerPlan);
  connect(&links_.preview, &PictureRowLink::drawn, this, [this](int index, const ExploredPicture& picture) {
    plan_.preview().setPicture(drawn_lines_.value(index), picture.image);
  });
  connect(&links_.server, &LocalServer::ready, this, &ExportsStore::onServed);
  connect(&links_.server, &LocalServer::failed, this, [this](const Message& why) {
    if (!std::exchange(waits_for_server_, false)) return;
    model_.setProblem(translated(why));
    if (plan_.isOpen()) plan_.setProblem(translated(why));
    again_.start(kWhileNoneRuns);
  });
}

/// Nobody needs to answer while nobody looks.
void ExportsStore::askServer() {
  const bool wanted = model_.refusal().isEmpty() && (model_.isWatched() || plan_.isOpen());
  if (!wanted) return again_.stop();
  if (!run_.isOpen() || run_.isClassifier() || std::exchange(waits_for_server_, true)) return;
  links_.server.want();
}

void ExportsStore::onServed() {
  if (!std::exchange(waits_for_server_, false)) return;
  if (model_.isWatched()) list();
  if (plan_.isOpen() && plan_waits_) rest_.start(kRest);
}

void ExportsStore::list() {
  links_.exports.list({.done = [this](const QVector<ListedExport>& listed) { onListed(listed); },
                       .failed =
                           [this](const Message& why) {
                             model_.setProblem(translated(why));
                             if (model_.isWatched()) again_.start(kWhileNoneRuns);
                           }});
}

void ExportsStore::onListed(const QVector<ListedExport>& listed) {
  QVector<ExportRow> rows;
  for (const ListedExport& each : listed) rows << rowOf(each);
  model_.setProblem({});
  model_.setExports(rows);
  const auto goes_on = [](const ExportRow& row) {
    return row.phase == ExportRow::Phase::kWaiting || row.phase == ExportRow::Phase::kRunning;
  };
  if (model_.isWatched()) again_.start(std::ranges::any_of(rows, goes_on) ? kWhileSomeRun : kWhileNoneRuns);
}

bool ExportsStore::isPossible() {
  if (model_.refusal().isEmpty()) return run_.isOpen() && !run_.isClassifier();
  emit complained(model_.refusal());
  return false;
}

bool ExportsStore::planSamples() {
  if (!isPossible()) return false;
  const ExplorerModel& explorer = explorer_.model();
  SamplesWish samples;
  samples.seed = explorer.seed();
  samples.truncation = explorer.point().truncation;
  samples.statistics = explorer.point().statistics;
  samples.class_folders = explorer.facts().classes > 0;
  plan_.open({.step = explorer.point().step, .pictures = samples}, explorer.facts());
  return true;
}

bool ExportsStore::planFilm() {
  if (!isPossible()) return false;
  const TimelineModel& timeline = explorer_.timeline();
  if (timeline.frames() < 1) {
    emit complained(timeline.problem().isEmpty()
                        ? tr("There is no film yet: put two points or more into the timeline of Explore.")
                        : timeline.problem());
    return false;
  }
  plan_.open({.step = timeline.step(), .pictures = FilmWish{.walk = timeline.walk()}}, explorer_.model().facts());
  return true;
}

void ExportsStore::onWish() {
  plan_waits_ = plan_.isOpen();
  if (plan_.isOpen()) {
    askServer();
    rest_.start(kRest);
  } else {
    rest_.stop();
    links_.preview.stop();
  }
}

/// Once for each wish: not with each look at the list.
void ExportsStore::answerPlan() {
  if (!plan_.isOpen() || waits_for_server_) return;
  plan_waits_ = false;
  estimate();
  fillPreview();
}

void ExportsStore::estimate() {
  if (!plan_.isOpen() || plan_.forecast() || std::exchange(estimating_, true)) return;
  const auto answered = [this, asked = plan_.wish()](const std::function<void()>& take) {
    estimating_ = false;
    if (plan_.isOpen() && asked == plan_.wish()) return take();
    estimate();  // it was changed meanwhile
  };
  links_.exports.estimate(
      plan_.wish(),
      {.done = [this, answered](const ExportForecast& forecast) { answered([&] { plan_.setForecast(forecast); }); },
       .failed = [this, answered](const Message& why) { answered([&] { plan_.setProblem(translated(why)); }); }});
}

QStringList ExportsStore::previewLines() const {
  const ExportWish& wish = plan_.wish();
  const QVector<qint64>& steps = plan_.facts().steps;
  std::optional<qint64> step = wish.step;
  if (!step && !steps.isEmpty()) step = steps.last();
  QStringList lines;
  const auto add = [&](SamplePoint point) {
    point.step = step;
    const QString line = QString::fromStdString(toText(point));
    if (!lines.contains(line)) lines << line;
  };
  if (const auto* film = std::get_if<FilmWish>(&wish.pictures)) {
    const std::vector<SamplePoint>& keyframes = film->walk.keyframes;
    for (std::size_t i = 0; i < std::min<std::size_t>(kPreviewed, keyframes.size()); ++i) add(keyframes[i]);
  } else if (const auto* samples = std::get_if<SamplesWish>(&wish.pictures)) {
    std::vector<std::int64_t> classes;
    try {
      classes = classList(samples->classes.toStdString(), plan_.facts().classes);
    } catch (const Error&) {
      return {};  // the estimate says what is wrong with them
    }
    for (qint64 sample = 0; sample < std::min<qint64>(kPreviewed, samples->count); ++sample) {
      SamplePoint point;
      point.latent = {{.seed = samples->seed, .sample = sample, .weight = 1}};
      const auto turn = classes.empty() ? 0 : static_cast<std::size_t>(sample) % classes.size();
      if (!classes.empty()) point.classes = {{.label = classes[turn]}};
      point.truncation = samples->truncation;
      point.statistics = samples->statistics;
      add(point);
    }
  }
  return lines;
}

void ExportsStore::fillPreview() {
  plan_.setPreviewLines(previewLines());
  drawn_lines_.clear();
  std::vector<std::string> asked;
  const ShelfModel& preview = plan_.preview();
  for (int row = 0; row < preview.rowCount(); ++row) {
    if (!preview.index(row).data(Qt::DecorationRole).value<QImage>().isNull()) continue;
    drawn_lines_ << preview.line(row);
    asked.push_back(preview.line(row).toStdString());
  }
  if (asked.empty()) return;
  links_.preview.draw({asked, ShelfModel::kThumbnailSide});
}

void ExportsStore::start() {
  const QString begun = tr("The export has begun. It goes on when the window is closed.");
  emit reported(tr("The export is tried out on its host, and begins in a moment."));
  links_.exports.start(plan_.wish(), {.done =
                                          [this, begun](const ListedExport&) {
                                            emit reported(begun);
                                            list();
                                          },
                                      .failed =
                                          [this](const Message& why) {
                                            emit complained(tr("The export does not begin: %1").arg(translated(why)));
                                          }});
}

void ExportsStore::cancel(const QString& id) {
  links_.exports.cancel(id, {.done = [this](const ListedExport&) { list(); },
                             .failed = [this](const Message& why) { emit complained(translated(why)); }});
}

void ExportsStore::goOn(const QString& id) {
  links_.exports.goOn(id, {.done = [this](const ListedExport&) { list(); },
                           .failed = [this](const Message& why) { emit complained(translated(why)); }});
}

void ExportsStore::fetch(const QString& id, const QString& folder) {
  const auto progress = [this, id](const ExportFetch& fetch) {
    const auto all = static_cast<double>(std::max<qint64>(1, fetch.total_bytes));
    model_.setFetched(id, static_cast<double>(fetch.bytes) / all);
  };
  const auto done = [this, id, folder](const ExportFetch&) {
    model_.setFetched(id, -1);
    emit reported(tr("The files of the export lie in %1 now.").arg(folder));
  };
  const auto failed = [this, id](const Message& why) {
    model_.setFetched(id, -1);
    emit complained(translated(why));
  };
  links_.exports.fetch(id, folder, progress, {.done = done, .failed = failed});
}

}  // namespace gan
