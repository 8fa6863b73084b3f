#include "state/evaluations_store.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "config/evaluation_order.h"
#include "core/error.h"
#include "core/log.h"
#include "state/run_store.h"
#include "state/texts.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// What was to be had, or why it cannot be.
template <class Value>
struct Tried {
  std::optional<Value> value = {};
  Message why = {};
};

struct KeptNews {
  fs::file_time_type since;
  std::vector<KeptEvaluation> kept;
};

std::optional<KeptNews> newsOf(const fs::path& run, fs::file_time_type known) {
  constexpr std::chrono::seconds kCoarsest(2);  // file systems' clocks
  std::error_code none;
  const fs::file_time_type changed = fs::last_write_time(run / "evaluation", none);
  if (none || (changed == known && changed + kCoarsest < fs::file_time_type::clock::now())) return std::nullopt;
  return KeptNews{changed, keptEvaluations(run)};
}

}  // namespace

EvaluationsStore::EvaluationsStore(RunStore& run, ExportLink& exports, LocalServer& server, ReadScores read_scores,
                                   QObject* parent)
    : QObject(parent),
      run_(run),
      exports_(exports),
      read_scores_(std::move(read_scores)),
      pending_(
          {.exports = exports,
           .server = server,
           .takes = [](const ExportWish& wish) { return std::holds_alternative<EvaluationOrder>(wish.pictures); },
           .wants =
               [this] { return run_.isOpen() && refusal_.isEmpty() && (pending_.isWatched() || plan_.isOpen()); }}),
      answers_(
          {.plan = plan_,
           .exports = exports,
           .ask_server = [this] { pending_.askServer(); },
           .waits_for_it = [this] { return pending_.waitsForServer(); },
           .wish = [](const EvaluationWish& wish) -> ExportWish { return {.step = wish.step, .pictures = wish.order}; },
           .forecast = [](const ExportForecast& found) -> EvaluationForecast {
             return {.pictures = found.pictures, .seconds = found.seconds, .step = found.step};
           }}) {
  connect(&run_, &RunStore::opened, this, &EvaluationsStore::onOpened);
  connect(&run_.link(), &RunLink::updated, this,
          [this](const std::shared_ptr<const RunUpdate>& update) { onUpdated(*update); });
  connect(&run_, &RunStore::checkpointsChanged, this,
          [this] { model_.setCheckpoints(standingSteps(run_.checkpoints())); });
  connect(&pending_, &PendingExports::looked, this, &EvaluationsStore::readKept);
  connect(&pending_, &PendingExports::listed, this, &EvaluationsStore::onListed);
  connect(&pending_, &PendingExports::served, this, [this] { answers_.onServed(); });
  connect(&pending_, &PendingExports::serverFailed, this, [this](const Message& why) { answers_.onServerFailed(why); });
  connect(&pending_, &PendingExports::complained, this, &EvaluationsStore::complained);
  connect(&pending_, &PendingExports::settled, this, &EvaluationsStore::settled);
}

EvaluationsStore::~EvaluationsStore() { stopComparing(); }

void EvaluationsStore::onOpened() {
  model_.setRunName(QString::fromStdString(run_.facts().name));
  if (run_.config() != nullptr) model_.setOwnWeights(evaluationOrder(*run_.config()).weights);
  if (run_.isClassifier()) setRefusal(tr("A classifier makes no pictures that could be judged."));
  readKept();
}

void EvaluationsStore::setRefusal(const QString& why) {
  if (why == refusal_) return;
  refusal_ = why;
  emit refusalChanged();
}

void EvaluationsStore::onUpdated(const RunUpdate& update) {
  bool changed = false;
  for (const Event& event : update.events) {
    if (const auto* started = std::get_if<SegmentStarted>(&event.what)) {
      line_.add(event.segment, started->first_step);
      changed = true;
    } else if (const auto* evaluated = std::get_if<Evaluated>(&event.what)) {
      found_.push_back({event.step, event.segment, toEntry(event, *evaluated)});
      changed = true;
    }
  }
  if (changed) showEntries();
}

/// What was superseded counts no longer.
void EvaluationsStore::showEntries() {
  QVector<EvaluationEntry> entries;
  for (const Found& found : found_) {
    if (line_.contains(found.step, found.segment)) entries << found.entry;
  }
  for (const KeptEvaluation& kept : kept_) {
    if (line_.contains(kept.step, kept.segment)) entries << toEntry(kept);
  }
  model_.setEntries(entries);
}

/// They are read again when their folder has changed, or did so a moment ago.
void EvaluationsStore::readKept() {
  if (!run_.isOpen()) return;
  if (run_.facts().folder.empty()) return askKept();
  reading_.run([path = run_.facts().folder, known = kept_since_] { return newsOf(path, known); },
               [this](const std::optional<KeptNews>& news) {
                 if (!news) return;
                 kept_since_ = news->since;
                 showKept(news->kept);
               });
}

/// Of an engine that knows no such call, what it evaluates could not be shown.
void EvaluationsStore::askKept() {
  if (std::exchange(asks_kept_, true)) return;
  const auto ask = [asked = run_.link().evaluationsAsked(), mark = kept_mark_]() -> Tried<ToldEvaluations> {
    try {
      return {.value = asked(mark)};
    } catch (const std::exception& error) {
      return {.why = messageOf(error)};
    }
  };
  reading_.run(ask, [this](const Tried<ToldEvaluations>& told) {
    asks_kept_ = false;
    if (told.why.id == "unsupported_call") return setRefusal(translated(told.why));
    if (!told.value) return log::warning(told.why.english());
    kept_mark_ = told.value->mark;
    if (!told.value->unchanged) showKept(told.value->kept);
  });
}

void EvaluationsStore::showKept(const std::vector<KeptEvaluation>& kept) {
  if (kept == kept_) return;
  kept_ = kept;
  showEntries();
}

/// Not here: the end of a connection may have to be waited for.
void EvaluationsStore::stopComparing() {
  if (!comparing_stop_) return;
  reading_.post([stop = *comparing_stop_]() mutable { stop.request_stop(); });
  comparing_stop_.reset();
}

void EvaluationsStore::compareWith(const QString& target) {
  stopComparing();
  if (target.isEmpty()) {
    comparing_.cancel();
    return model_.setOther({});
  }
  if (!run_.isOpen()) return emit complained(tr("The run is not open yet."));
  const RunPlace place = RunPlace::ofTarget(target);
  comparing_stop_.emplace();
  const auto read = [facts = run_.facts(), place, read_scores = read_scores_,
                     stop = comparing_stop_->get_token()]() -> Tried<Beside> {
    try {
      return {.value = Beside{scoredImages(facts), read_scores(place, stop)}};
    } catch (const std::exception& error) {
      return {.why = messageOf(error)};
    }
  };
  comparing_.run(read, [this, place](const Tried<Beside>& found) { showOther(place, found.value, found.why); });
}

void EvaluationsStore::showOther(const RunPlace& place, const std::optional<Beside>& found, const Message& why) {
  OtherScores shown{.path = place.target, .name = place.name};
  if (!found) {
    shown.refusal = tr("The scores of %1 cannot be read: %2").arg(shown.name, translated(why));
    return model_.setOther(shown);
  }
  const ScoredImages& own = found->own;
  const ScoredImages& other = found->other.images;
  shown.name = QString::fromStdString(found->other.name);
  if (own.fingerprint != other.fingerprint) {
    shown.refusal =
        tr("%1 was trained on other images than this run, so its scores are measured against others. Choose "
           "a run of the same images.")
            .arg(shown.name);
  } else if (own.fit != other.fit) {
    shown.refusal =
        tr("%1 brings its images to their size otherwise than this run (%2 here, %3 there), so their scores "
           "do not compare. Choose a run that cuts and resizes them alike.")
            .arg(shown.name, QString::fromStdString(own.fit), QString::fromStdString(other.fit));
  } else if (own != other) {
    const QLocale locale;
    shown.refusal =
        tr("%1 makes pictures of %2 × %2 px and this run of %3 × %3 px, so their scores do not compare. "
           "Choose a run of the same size and colours.")
            .arg(shown.name, locale.toString(qint64{other.resolution}), locale.toString(qint64{own.resolution}));
  } else {
    shown.entries = found->other.entries;
  }
  model_.setOther(shown);
}

void EvaluationsStore::setWatched(bool watched) { pending_.setWatched(watched); }

void EvaluationsStore::onListed(const QVector<ListedExport>& listed) {
  const QVector<PendingEvaluation> pending = pendingOf(listed, PendingEvaluation::What::kScores);
  model_.setPending(pending);
  const auto under_way =
      static_cast<int>(std::ranges::count_if(pending, [](const auto& each) { return goesOn({each}); }));
  if (under_way != std::exchange(under_way_, under_way)) readKept();  // one has ended
}

bool EvaluationsStore::planFor(qint64 step) {
  if (!refusal_.isEmpty() || !run_.isOpen() || run_.config() == nullptr) {
    emit complained(refusal_.isEmpty() ? tr("The run is not open yet.") : refusal_);
    return false;
  }
  const RunConfig& config = *run_.config();
  EvaluationWish wish{.step = step < 0 ? std::nullopt : std::optional(step), .order = evaluationOrder(config)};
  if (model_.rowCount() > 0) {  // so that scores compare with those that are shown
    const Evaluated& shown = model_.entry(0).evaluated;
    wish.order.count = shown.generated;
    if (!shown.weights.empty()) wish.order.weights = shown.weights;
    if (!shown.statistics.empty()) wish.order.statistics = shown.statistics;
  }
  EvaluationChoices choices{
      .steps = {}, .has_average = config.flag("ema.enabled"), .has_classes = config.integer("model.classes") > 0};
  choices.steps = standingSteps(run_.checkpoints());
  plan_.open(wish, choices);
  emit settled();
  return true;
}

void EvaluationsStore::start() {
  emit reported(tr("The evaluation is tried out on its host, and begins in a moment."));
  exports_.start(answers_.wish(),
                 {.done =
                      [this](const ListedExport&) {
                        emit reported(tr("The evaluation has begun. It goes on when the window is closed."));
                        pending_.list();
                      },
                  .failed =
                      [this](const Message& why) {
                        emit complained(tr("The evaluation does not begin: %1").arg(translated(why)));
                      }});
}

}  // namespace gan
