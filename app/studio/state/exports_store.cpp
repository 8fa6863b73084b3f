#include "state/exports_store.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "config/sample_point.h"
#include "core/error.h"
#include "state/explorer_store.h"
#include "state/run_store.h"
#include "state/texts.h"

namespace gan {
namespace {

constexpr std::chrono::milliseconds kWhileSomeRun(500);
constexpr std::chrono::milliseconds kWhileNoneRuns(3000);

ExportRow rowOf(const ListedExport& listed) {
  ExportRow row = listed.row;
  if (!listed.why.empty()) row.problem = translated(listed.why);
  return row;
}

}  // namespace

ExportsStore::ExportsStore(RunStore& run, ExplorerStore& explorer, const ExportLinks& links, QObject* parent)
    : QObject(parent),
      run_(run),
      explorer_(explorer),
      links_(links),
      answers_({.plan = plan_,
                .exports = links.exports,
                .ask_server = [this] { askServer(); },
                .waits_for_it = [this] { return waits_for_server_; },
                .wish = [](const ExportWish& wish) { return wish; },
                .forecast = [](const ExportForecast& forecast) { return forecast; }}) {
  again_.setSingleShot(true);
  connect(&run_, &RunStore::opened, this, &ExportsStore::askServer);
  connect(&model_, &ExportsModel::watchedChanged, this, &ExportsStore::askServer);
  connect(&again_, &QTimer::timeout, this, &ExportsStore::askServer);
  connect(&links_.server, &LocalServer::ready, this, &ExportsStore::onServed);
  connect(&links_.server, &LocalServer::failed, this, [this](const Message& why) {
    if (!std::exchange(waits_for_server_, false)) return;
    model_.setProblem(translated(why));
    answers_.onServerFailed(why);
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
  answers_.onServed();
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

bool ExportsStore::open(const ExportWish& wish) {
  plan_.open(wish, choices());
  emit settled();
  return true;
}

/// The oldest first, as the timeline has them; what is no point is left out.
QVector<SamplePoint> ExportsStore::keptPoints() const {
  QVector<SamplePoint> kept;
  const ShelfModel& shelf = explorer_.shelf();
  for (int row = shelf.rowCount() - 1; row >= 0; --row) {
    try {
      kept << samplePointFromText(shelf.line(row).toStdString());
    } catch (const Error&) {
      continue;  // remembered by another version
    }
  }
  return kept;
}

AlikeWish ExportsStore::alikeExplored() const {
  const ExplorerModel& explorer = explorer_.model();
  return {
      .seed = explorer.seed(), .truncation = explorer.point().truncation, .statistics = explorer.point().statistics};
}

ExportChoices ExportsStore::choices() const {
  ExportChoices choices{.generator = explorer_.model().facts(), .kept = {}, .explored = {}};
  for (const SamplePoint& point : keptPoints()) choices.kept << lineWithoutStep(point);
  choices.explored = lineWithoutStep(explorer_.model().point());
  return choices;
}

bool ExportsStore::planSamples() {
  if (!isPossible()) return false;
  const SamplesWish samples{.alike = alikeExplored(), .class_folders = explorer_.model().facts().classes > 0};
  return open({.step = explorer_.model().point().step, .pictures = samples});
}

bool ExportsStore::planPoints() {
  if (!isPossible()) return false;
  const QVector<SamplePoint> kept = keptPoints();
  if (kept.isEmpty()) {
    emit complained(tr("The shelf is empty: keep a point of Explore first."));
    return false;
  }
  SamplesWish samples;
  for (const SamplePoint& point : kept) samples.points << QString::fromStdString(toText(point));
  return open({.pictures = samples});  // each is made by the snapshot that it names
}

bool ExportsStore::planSheet() {
  if (!isPossible()) return false;
  SheetWish sheet{.alike = alikeExplored()};
  if (explorer_.model().facts().classes < 1) sheet.kind = QStringLiteral("random");
  return open({.step = explorer_.model().point().step, .pictures = sheet});
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
  return open({.step = timeline.step(), .pictures = FilmWish{.walk = timeline.walk()}});
}

void ExportsStore::onDone() {
  emit settled();
  list();
}

void ExportsStore::start() {
  const QString begun = tr("The export has begun. It goes on when the window is closed.");
  emit reported(tr("The export is tried out on its host, and begins in a moment."));
  links_.exports.start(
      answers_.wish(),
      {.done =
           [this, begun](const ListedExport&) {
             emit reported(begun);
             list();
           },
       .failed =
           [this](const Message& why) { emit complained(tr("The export does not begin: %1").arg(translated(why))); }});
}

void ExportsStore::cancel(const QString& id) {
  links_.exports.cancel(id, {.done = [this](const ListedExport&) { onDone(); },
                             .failed = [this](const Message& why) { emit complained(translated(why)); }});
}

void ExportsStore::remove(const QString& id) {
  links_.exports.remove(id, {.done = [this](const ListedExport&) { onDone(); },
                             .failed = [this](const Message& why) { emit complained(translated(why)); }});
}

void ExportsStore::goOn(const QString& id) {
  links_.exports.goOn(id, {.done = [this](const ListedExport&) { onDone(); },
                           .failed = [this](const Message& why) { emit complained(translated(why)); }});
}

void ExportsStore::fetch(const QString& id, const QString& folder) {
  if (model_.isFetched(id)) return;
  stopped_.remove(id);
  model_.setFetched(id, 0);
  const auto progress = [this, id](const ExportFetch& fetch) {
    const auto all = static_cast<double>(std::max<qint64>(1, fetch.total_bytes));
    model_.setFetched(id, static_cast<double>(fetch.bytes) / all);
  };
  const auto done = [this, id, folder](const ExportFetch&) {
    model_.setFetched(id, {});
    emit settled();
    emit reported(stopped_.remove(id) ? tr("Fetching has ended. What came of the export lies in %1, and the rest is "
                                           "fetched if you choose that folder again.")
                                            .arg(folder)
                                      : tr("The files of the export lie in %1 now.").arg(folder));
  };
  const auto failed = [this, id](const Message& why) {
    model_.setFetched(id, {});
    emit complained(translated(why));
  };
  links_.exports.fetch(id, folder, progress, {.done = done, .failed = failed});
}

void ExportsStore::stopFetching(const QString& id) {
  if (!model_.isFetched(id)) return;
  stopped_.insert(id);
  links_.exports.stopFetching(id);
}

}  // namespace gan
