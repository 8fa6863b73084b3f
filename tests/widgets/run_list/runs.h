#pragma once

#include <QString>

#include "run_list/run_list_model.h"

namespace gan::test {

inline QString pathOf(const QString& name, const QString& folder = QStringLiteral("/runs")) {
  return folder + QLatin1Char('/') + name;
}

/// A finished run of /runs; parent is the name of one beside it.
inline RunRow run(const QString& name, const QString& parent = {}) {
  RunRow row;
  row.path = pathOf(name);
  row.name = name;
  row.folder = QStringLiteral("/runs");
  row.parent_path = parent.isEmpty() ? QString() : pathOf(parent);
  row.state = RunRow::State::kFinished;
  row.glance.step = 1500;
  row.glance.total_steps = 1500;
  return row;
}

inline RunRow running(const QString& name, qint64 step, double speed = 50) {
  RunRow row = run(name);
  row.state = RunRow::State::kRunning;
  row.glance.writer_alive = true;
  row.glance.step = step;
  row.glance.iterations_per_second = speed;
  return row;
}

}  // namespace gan::test
