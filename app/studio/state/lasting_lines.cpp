#include "state/lasting_lines.h"

#include <QLocale>
#include <algorithm>
#include <optional>
#include <utility>

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
  if (!waiting_.contains(line)) waiting_ << line;
  if (!asked_.isEmpty()) return;
  asked_ = send(CommandKind::kCheckpoint);
}

void LastingLines::keep(qint64 step) {
  const QList<qint64> kept = kept_.values();
  if (!isPinned(step) && !kept.contains(step)) kept_.insert(send(CommandKind::kKeep, step), step);
}

QString LastingLines::send(CommandKind kind, qint64 step) {
  Command command;
  command.client = userAtHost() + ", gan-studio";
  command.kind = kind;
  command.step = step;
  return run_.link().send(command);
}

void LastingLines::onAnswered(const Command& command, const CommandAnswer& answer) {
  const QString id = QString::fromStdString(command.id);
  if (kept_.contains(id)) return onKept(kept_.take(id), answer);
  if (asked_.isEmpty() || id != asked_) return;
  asked_.clear();
  const QStringList lines = std::exchange(waiting_, {});
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

void LastingLines::onKept(qint64 step, const CommandAnswer& answer) {
  if (answer.result == CommandResult::kApplied) return run_.link().requestCheckpoints();
  emit complained(tr("The line brings back this picture as long as the run keeps the checkpoint of step %1. %2")
                      .arg(QLocale().toString(step), translated(answer.reason)));
}

}  // namespace gan
