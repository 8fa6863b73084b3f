#pragma once

#include <QString>
#include <QStringList>
#include <QVariant>
#include <QVector>
#include <optional>

namespace gan {

/// One field of the schema as a form shows it; texts are translated already.
struct Setting {
  /// What another setting must be for this one to mean anything.
  struct Need {
    QString path;
    QStringList values;
    bool none_of = false;  ///< It must be none of the values, else one of them.
  };
  enum class Type { kBool, kInteger, kReal, kChoice, kText, kPath };
  QString path;   ///< "optimizer.generator.learning_rate"
  QString title;  ///< "G learning rate"
  QString help;
  QString unit;
  Type type = Type::kText;
  QVariant default_value;  ///< bool, qlonglong, double or QString, by type.
  std::optional<double> lowest;
  std::optional<double> highest;
  bool automatic = false;  ///< lowest is no number but says that the program decides; shown and typed as "auto".
  QStringList choices;
  bool live = false;
  bool logarithmic = false;
  bool common = false;
  QVector<Need> needs = {};  ///< A form shows the setting only where all are met.
  QString fixed = {};        ///< Why a form shows it without letting it be changed; empty: it can be.
};

}  // namespace gan
