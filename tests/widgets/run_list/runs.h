#pragma once

#include <QString>

#include "run_list/run_list_model.h"

namespace gan::test {

inline RunPlace placeOf(const QString& name) { return {.target = QStringLiteral("/runs/") + name, .name = name}; }

/// A finished run of /runs; parent is the name of one beside it.
inline RunRow run(const QString& name, const QString& parent = {}) {
  RunRow row;
  row.place = placeOf(name);
  row.group = QStringLiteral("/runs");
  if (!parent.isEmpty()) row.parent = placeOf(parent);
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
