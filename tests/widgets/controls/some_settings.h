#pragma once

#include <QVector>

#include "controls/setting.h"

namespace gan::test {

inline Setting setting(const char* path, const char* title, Setting::Type type, const QVariant& default_value) {
  Setting result;
  result.path = QLatin1String(path);
  result.title = QLatin1String(title);
  result.type = type;
  result.default_value = default_value;
  return result;
}

inline Setting number(const char* path, const char* title, double default_value, double lowest, double highest) {
  Setting result = setting(path, title, Setting::Type::kReal, default_value);
  result.lowest = lowest;
  result.highest = highest;
  return result;
}

inline Setting learningRate() {
  Setting result = number("optimizer.generator.learning_rate", "G learning rate", 2e-4, 1e-8, 1);
  result.help = QStringLiteral("Adam's step size for the generator.");
  result.live = result.logarithmic = result.common = true;
  return result;
}

inline Setting steps() {
  Setting result = setting("training.steps", "Steps", Setting::Type::kInteger, 0LL);
  result.lowest = 0;
  result.highest = 1e12;
  result.unit = QStringLiteral("steps");
  result.common = true;
  return result;
}

inline Setting workers() {
  Setting result = setting("data.workers", "Loading threads", Setting::Type::kInteger, 1LL);
  result.lowest = -1;
  result.highest = 256;
  result.automatic = true;
  return result;
}

inline Setting truncation() {
  Setting result = number("sampling.truncation", "Truncation", 2, 0, 10);
  result.live = result.common = true;
  return result;
}

/// One of each type, in three groups.
inline QVector<Setting> someSettings() {
  Setting source = setting("data.source", "Source", Setting::Type::kChoice, QStringLiteral("shapes"));
  source.choices = {QStringLiteral("shapes"), QStringLiteral("idx")};
  source.common = true;
  return {source,
          setting("data.path", "Folder or file", Setting::Type::kPath, QString()),
          steps(),
          setting("training.note", "Note", Setting::Type::kText, QString()),
          setting("training.tensorboard", "TensorBoard files", Setting::Type::kBool, true),
          learningRate(),
          truncation()};
}

}  // namespace gan::test
