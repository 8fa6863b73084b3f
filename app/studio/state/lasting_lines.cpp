#include "state/lasting_lines.h"

#include <QLocale>
#include <algorithm>
#include <optional>
#include <utility>

#include "config/sample_point.h"
#include "core/error.h"
#include "core/user_at_host.h"
#include "latent_explorer/explorer_model.h"
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

LastingLines::LastingLines(RunStore& run, const ExplorerModel& explorer, QObject* parent)
    : QObject(parent), run_(run), explorer_(explorer) {
  connect(&run_.link(), &RunLink::answered, this, &LastingLines::onAnswered);
}

bool LastingLines::isPinned(qint64 step) const {
  return std::ranges::any_of(run_.checkpoints(), [step](const ListedCheckpoint& checkpoint) {
    return !checkpoint.superseded && checkpoint.entry.state.step == step && checkpoint.entry.state.pinned;
  });
}

void LastingLines::take(const QString& line) {
  const std::optional<SamplePoint> point = pointOf(line);
  if (!run_.canSteer() || !point) return;  // where nobody trains, the newest weights stay as they are
  if (point->step && isPinned(*point->step)) return;
  if (point->step && point->step == explorer_.point().step) {
    emit complained(tr("The line brings back this picture as long as the run keeps the checkpoint of step %1.")
                        .arg(QLocale().toString(qint64{*point->step})));
    return;
  }
  if (!waiting_.contains(line)) waiting_ << line;
  if (!asked_.isEmpty()) return;
  Command command;
  command.client = userAtHost() + ", gan-studio";
  command.kind = CommandKind::kCheckpoint;
  asked_ = run_.link().send(command);
}

void LastingLines::onAnswered(const Command& command, const CommandAnswer& answer) {
  if (asked_.isEmpty() || command.id != asked_.toStdString()) return;
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

}  // namespace gan
