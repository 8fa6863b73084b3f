#include "state/lasting_lines.h"

#include <QLocale>
#include <algorithm>
#include <memory>
#include <optional>
#include <variant>

#include "config/sample_point.h"
#include "core/error.h"
#include "core/user_at_host.h"
#include "state/run_store.h"
#include "state/texts.h"

namespace gan {
namespace {

/// Nothing for what another version has written.
std::optional<SamplePoint> pointOf(const QString& line) {
  try {
    return samplePointFromText(line.toStdString());
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

LastingLines::LastingLines(RunStore& run, QObject* parent) : QObject(parent), run_(run) {
  connect(&run_.link(), &RunLink::answered, this, &LastingLines::onAnswered);
  connect(&run_.link(), &RunLink::updated, this,
          [this](const std::shared_ptr<const RunUpdate>& update) { onUpdated(*update); });
}

bool LastingLines::isPinned(qint64 step) const {
  return std::ranges::any_of(run_.checkpoints(), [step](const ListedCheckpoint& checkpoint) {
    return !checkpoint.superseded && checkpoint.entry.state.step == step && checkpoint.entry.state.pinned;
  });
}

void LastingLines::take(const QString& line) {
  const std::optional<SamplePoint> point = pointOf(line);
  if (!run_.isOpen() || !point) return;
  if (point->step) return keep(*point->step);
  if (!run_.canSteer()) return;  // where nobody trains, the newest weights stay as they are
  Asked* asked = underWay({});
  if (asked == nullptr) asked = &send(CommandKind::kCheckpoint, {});
  if (!asked->lines.contains(line)) asked->lines << line;
}

void LastingLines::keep(qint64 step) {
  if (!isPinned(step) && underWay(step) == nullptr) send(CommandKind::kKeep, step);
}

LastingLines::Asked* LastingLines::underWay(std::optional<qint64> kept) {
  const auto found =
      std::ranges::find_if(asked_, [kept](const Asked& asked) { return asked.kept == kept && !asked.unanswered; });
  return found == asked_.end() ? nullptr : &*found;
}

LastingLines::Asked& LastingLines::send(CommandKind kind, std::optional<qint64> kept) {
  Command command;
  command.client = userAtHost() + ", gan-studio";
  command.kind = kind;
  command.step = kept.value_or(-1);
  asked_.push_back({run_.link().send(command), kept});
  return asked_.back();
}

void LastingLines::onAnswered(const Command& command, const CommandAnswer& answer) {
  const QString id = QString::fromStdString(command.id);
  if (answer.result != CommandResult::kUnknown) return settle(id, answer);
  const auto asked = std::ranges::find(asked_, id, &Asked::id);
  if (asked != asked_.end()) onUnknown(*asked, answer);
}

/// They may come before the answer, and where the engine went, or the line to it, instead of one.
void LastingLines::onUpdated(const RunUpdate& update) {
  for (const Event& event : update.events) {
    const auto* handled = std::get_if<CommandHandled>(&event.what);
    if (handled == nullptr || handled->answer.result == CommandResult::kUnknown) continue;
    settle(QString::fromStdString(handled->command.id), handled->answer);
  }
}

void LastingLines::onUnknown(Asked& asked, const CommandAnswer& answer) {
  asked.unanswered = true;
  const QString reason = translated(answer.reason);
  if (asked.kept) {
    emit complained(tr("Nobody knows yet whether the checkpoint of step %1 is kept for the line; the run's journal "
                       "will say so. %2")
                        .arg(QLocale().toString(*asked.kept), reason));
  } else {
    emit complained(tr("Nobody knows yet whether a checkpoint was written for the line, which follows the newest "
                       "weights until the run's journal says so. %1")
                        .arg(reason));
  }
}

void LastingLines::settle(const QString& id, const CommandAnswer& answer) {
  const auto found = std::ranges::find(asked_, id, &Asked::id);
  if (found == asked_.end()) return;
  const Asked asked = *found;
  asked_.erase(found);
  if (asked.kept) {
    settleKept(*asked.kept, answer);
  } else {
    settleWritten(asked.lines, answer);
  }
  if (answer.result == CommandResult::kApplied) emit settled();
}

void LastingLines::settleWritten(const QStringList& lines, const CommandAnswer& answer) {
  if (answer.result != CommandResult::kApplied) {
    emit complained(tr("The line follows the newest weights, so that its picture changes while the run is trained: no "
                       "checkpoint was written. %1")
                        .arg(translated(answer.reason)));
    return;
  }
  for (const QString& line : lines) {
    SamplePoint point = *pointOf(line);
    point.step = answer.step;
    emit replaced(line, QString::fromStdString(toText(point)));
  }
}

void LastingLines::settleKept(qint64 step, const CommandAnswer& answer) {
  if (answer.result == CommandResult::kApplied) return run_.link().requestCheckpoints();
  emit complained(tr("The line brings back this picture as long as the run keeps the checkpoint of step %1. %2")
                      .arg(QLocale().toString(step), translated(answer.reason)));
}

}  // namespace gan
