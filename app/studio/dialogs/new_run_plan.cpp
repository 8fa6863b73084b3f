#include "dialogs/new_run_plan.h"

#include <algorithm>

#include "config/batch_size_consistency.h"
#include "config/preset.h"
#include "core/error.h"
#include "state/texts.h"

namespace gan {
namespace {

using State = SettingsModel::State;

/// The setting that an error of the configuration is about.
QString blamed(const Error& error) {
  const auto first = std::ranges::find(error.arguments(), "first", &ErrorArgument::name);
  return first == error.arguments().end() ? QString() : QString::fromStdString(first->value);
}

}  // namespace

NewRunPlan::NewRunPlan(QObject* parent) : QObject(parent) {
  QVector<Setting> settings;
  for (const Field& field : Schema::builtin().fields()) settings << settingOf(field);
  settings_.setSettings(settings);
}

void NewRunPlan::setPreset(const QString& name) {
  const RunConfig config = configFromPreset(name.toStdString());
  preset_ = name;
  QVariantMap values;
  for (const Field& field : config.schema().fields()) {
    values.insert(QString::fromStdString(field.path), toVariant(config.value(field.path)));
  }
  settings_.setValues(values);
  settings_.setBaseline(values);
}

void NewRunPlan::setData(const QString& path) {
  const auto source = path.isEmpty() ? QLatin1String("shapes") : QLatin1String("idx");
  settings_.wish(QStringLiteral("data.path"), path);  // first: files without a path would be a fault
  settings_.wish(QStringLiteral("data.source"), QString(source));
}

bool NewRunPlan::check(int processes) {
  problem_.clear();
  problem_path_.clear();
  forgive();
  RunConfig config = configFromPreset(preset_.toStdString());
  for (const Field& field : config.schema().fields()) {
    const QString path = QString::fromStdString(field.path);
    const auto value = toValue(field, settings_.shown(path));
    if (!value) continue;  // of a type that the editors do not make
    try {
      config.set(field.path, *value);
    } catch (const Error& error) {
      refuse(path, translated(error));
    }
  }
  if (!problem_.isEmpty()) return false;
  for (const Field& field : config.schema().fields()) {
    if (!applies(field, config)) config.set(field.path, field.default_value);  // what a preset or person left behind
  }
  const auto stages = static_cast<int>(config.integer("distributed.stages"));
  try {
    checkConsistency(config);
  } catch (const Error& error) {
    refuse(blamed(error), translated(error));
    return false;
  }
  try {
    checkStages(stages, processes);
  } catch (const Error& error) {
    refuse(QStringLiteral("distributed.stages"), translated(error));
    return false;
  }
  try {
    checkBatchSize(config, processes / stages);
  } catch (const Error& error) {
    refuse(blamed(error), translated(error));
    return false;
  }
  config_ = config;
  return true;
}

void NewRunPlan::refuse(const QString& path, const QString& why) {
  if (problem_.isEmpty()) {
    problem_ = why;
    problem_path_ = path;
  }
  if (settings_.state(path) != State::kRefused || settings_.note(path) != why) {
    settings_.setState(path, State::kRefused, why);
  }
}

void NewRunPlan::forgive() {
  for (int row = 0; row < settings_.rowCount(); ++row) {
    const QModelIndex index = settings_.index(row);
    if (settings_.data(index, SettingsModel::kStateRole).toInt() != static_cast<int>(State::kRefused)) continue;
    const bool wished = settings_.data(index, SettingsModel::kWishRole).isValid();
    settings_.setState(settings_.settings()[row].path, wished ? State::kEdited : State::kUnchanged);
  }
}

}  // namespace gan
