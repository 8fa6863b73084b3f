#include "state/pending_exports.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "core/log.h"
#include "state/texts.h"

namespace gan {
namespace {

constexpr std::chrono::milliseconds kNextLookSoon(500);
constexpr std::chrono::milliseconds kNextLook(3000);

std::optional<PendingEvaluation::Phase> pendingPhase(ExportRow::Phase phase) {
  using From = ExportRow::Phase;
  using To = PendingEvaluation::Phase;
  switch (phase) {
    case From::kWaiting:
      return To::kWaiting;
    case From::kRunning:
      return To::kRunning;
    case From::kInterrupted:
      return To::kInterrupted;
    case From::kFailed:
      return To::kFailed;
    default:
      return std::nullopt;
  }
}

}  // namespace

QVector<PendingEvaluation> pendingOf(const QVector<ListedExport>& listed, PendingEvaluation::What what) {
  QVector<PendingEvaluation> pending;
  for (const ListedExport& each : listed) {
    const ExportRow& row = each.row;
    const auto phase = pendingPhase(row.phase);
    if (!phase) continue;
    pending.append({.id = row.id,
                    .what = what,
                    .step = row.wish.step,
                    .phase = *phase,
                    .done = row.done,
                    .total = row.total,
                    .seconds = row.seconds});
    if (*phase == PendingEvaluation::Phase::kFailed && !each.why.empty()) pending.last().problem = translated(each.why);
  }
  return pending;
}

bool goesOn(const QVector<PendingEvaluation>& pending) {
  return std::ranges::any_of(pending, [](const PendingEvaluation& each) {
    return each.phase == PendingEvaluation::Phase::kWaiting || each.phase == PendingEvaluation::Phase::kRunning;
  });
}

PendingExports::PendingExports(Parts parts, QObject* parent) : QObject(parent), parts_(std::move(parts)) {
  again_.setSingleShot(true);
  connect(&again_, &QTimer::timeout, this, &PendingExports::look);
  connect(&parts_.server, &LocalServer::ready, this, &PendingExports::onServed);
  connect(&parts_.server, &LocalServer::failed, this, [this](const Message& why) {
    if (!std::exchange(waits_for_server_, false)) return;
    emit serverFailed(why);
    if (is_watched_) again_.start(kNextLook);
  });
}

void PendingExports::setWatched(bool watched) {
  is_watched_ = watched;
  watched ? look() : again_.stop();
}

void PendingExports::look() {
  emit looked();
  askServer();
}

void PendingExports::askServer() {
  if (!parts_.wants()) return again_.stop();
  if (!std::exchange(waits_for_server_, true)) parts_.server.want();
}

void PendingExports::onServed() {
  if (!std::exchange(waits_for_server_, false)) return;
  if (is_watched_) list();
  emit served();
}

void PendingExports::list() {
  parts_.exports.list({.done = [this](const QVector<ListedExport>& all) { onListed(all); },
                       .failed =
                           [this](const Message& why) {
                             log::warning(why.english());
                             if (is_watched_) again_.start(kNextLook);
                           }});
}

void PendingExports::onListed(const QVector<ListedExport>& all) {
  QVector<ListedExport> of_kind;
  for (const ListedExport& each : all) {
    if (parts_.takes(each.row.wish)) of_kind << each;
  }
  const bool some_go_on = goesOn(pendingOf(of_kind, {}));
  emit listed(of_kind);
  if (is_watched_) again_.start(some_go_on ? kNextLookSoon : kNextLook);
}

Answers<ListedExport> PendingExports::answers() {
  return {.done =
              [this](const ListedExport&) {
                emit settled();
                list();
              },
          .failed = [this](const Message& why) { emit complained(translated(why)); }};
}

void PendingExports::cancel(const QString& id) { parts_.exports.cancel(id, answers()); }

void PendingExports::goOn(const QString& id) { parts_.exports.goOn(id, answers()); }

}  // namespace gan
