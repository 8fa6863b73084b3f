#include <QLocale>
#include <cmath>

#include "run_list/run_list_model.h"

namespace gan {

QString runStateText(RunRow::State state) {
  switch (state) {
    case RunRow::State::kStarting:
      return RunListModel::tr("starting");
    case RunRow::State::kRunning:
      return RunListModel::tr("running");
    case RunRow::State::kPaused:
      return RunListModel::tr("paused");
    case RunRow::State::kFinished:
      return RunListModel::tr("finished");
    case RunRow::State::kStopped:
      return RunListModel::tr("stopped");
    case RunRow::State::kDiverged:
      return RunListModel::tr("diverged");
    case RunRow::State::kFailed:
      return RunListModel::tr("failed");
    case RunRow::State::kLost:
      return RunListModel::tr("lost");
    case RunRow::State::kUnreadable:
      return RunListModel::tr("cannot be read");
  }
  return {};
}

QString durationText(double seconds) {
  constexpr double kLongest = 1e12;  // far beyond any run, and within qint64
  if (!std::isfinite(seconds) || seconds < 0 || seconds > kLongest) return {};
  const auto whole = static_cast<qint64>(std::round(seconds));
  const auto number = [](qint64 value) { return QLocale().toString(value); };
  const auto twoDigits = [](qint64 value) { return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0')); };
  if (whole < 60) return RunListModel::tr("%1 s", "seconds").arg(number(whole));
  const qint64 minutes = (whole + 30) / 60;
  if (minutes < 60) return RunListModel::tr("%1 min", "minutes").arg(number(minutes));
  const qint64 hours = minutes / 60;
  if (hours < 24) return RunListModel::tr("%1 h %2 min").arg(number(hours), twoDigits(minutes % 60));
  const qint64 whole_hours = (minutes + 30) / 60;
  return RunListModel::tr("%1 d %2 h").arg(number(whole_hours / 24), twoDigits(whole_hours % 24));
}

}  // namespace gan
