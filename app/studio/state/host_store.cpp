#include "state/host_store.h"

#include <algorithm>
#include <utility>

#include "link/run_scanner.h"
#include "state/alert_notices.h"
#include "state/texts.h"

namespace gan {
namespace {

RunRow rowOf(const HostRun& run, const RunPlace& folder) {
  RunRow row;
  row.place = run.place;
  row.place.name = run.place.path().section(QLatin1Char('/'), -1);
  row.group = folder.target;
  row.parent = run.parent;
  row.state = run.problem.empty() ? stateOf(run.glance) : RunRow::State::kUnreadable;
  row.problem = run.problem.empty() ? QString() : translated(run.problem);
  row.glance = run.glance;
  row.troubles = textsOf(run.glance.alerts);
  return row;
}

}  // namespace

HostStore::HostStore(std::shared_ptr<EngineAccess> access, QObject* parent)
    : QObject(parent), link_(std::move(access)) {
  connect(&link_, &HostLink::listed, this, &HostStore::take);
  connect(&link_, &HostLink::lost, this, [this](const Message& why) { setState(State::kLost, why); });
  connect(&link_, &HostLink::failed, this, [this](const Message& why) { setState(State::kFailed, why); });
}

void HostStore::list(const RunPlace& folder) {
  if (folder != folder_) {
    rows_.clear();
    model_.setRuns({});
  }
  folder_ = folder;
  link_.list(folder);
  setState(State::kReaching);
}

void HostStore::setState(State state, const Message& why) {
  state_ = state;
  why_ = why;
  emit changed();
}

void HostStore::take(const QVector<HostRun>& news, const QVector<RunPlace>& gone) {
  if (state_ != State::kListed) rows_.clear();  // what was listed before the link broke
  for (const HostRun& run : news) rows_.insert(run.place.target, rowOf(run, folder_));
  for (const RunPlace& place : gone) rows_.remove(place.target);
  QVector<RunRow> rows(rows_.cbegin(), rows_.cend());
  std::ranges::sort(rows, {}, [](const RunRow& row) { return row.place.target; });
  model_.setRuns(rows);
  setState(State::kListed);
}

}  // namespace gan
