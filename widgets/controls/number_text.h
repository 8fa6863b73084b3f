#pragma once

#include <QCoreApplication>
#include <QString>
#include <QVariant>

#include "controls/setting.h"

namespace gan {

/// Numbers as researchers write them: "2e-4", "1_000", "+3"; and "auto" where the program can decide.
class NumberText {
  Q_DECLARE_TR_FUNCTIONS(NumberText)

 public:
  struct Reading {
    QVariant value;   ///< qlonglong or double, by the setting's type; invalid where the text is no such number.
    QString problem;  ///< Empty when the value may be wished for.
  };

  /// A whole number may be written as 1e6.
  static Reading read(const Setting& setting, const QString& text);
  /// The shortest text that reads back as the same number, as people of this field write it: "0.5", "0.02", "1e-3",
  /// "2e-4". Other values as they are.
  static QString write(const QVariant& value);
  /// As write(), but "auto" for the value by which the program decides.
  static QString write(const Setting& setting, const QVariant& value);

 private:
  static QString automatic();
};

}  // namespace gan
