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

/// What the positions of a setting's slider mean. A logarithmic one covers the decades around the default that people
/// use rather than all that are allowed; a share that must stay below 1 (a decay) is logarithmic in its distance to 1,
/// because 0.99, 0.999 and 0.9999 differ as much as 0.9 does from 0.
class SliderScale {
 public:
  /// The setting must be a number with both bounds.
  explicit SliderScale(const Setting& setting);

  static constexpr int kPositions = 1000;

  /// 0 ... kPositions; a value outside what the slider covers is at its end.
  int position(double value) const;
  /// A round number within the setting's range.
  double value(int position) const;
  /// The next round number for a press of an arrow key; within the range.
  double stepped(double value, int steps) const;

 private:
  enum class Kind { kLinear, kLogarithmic, kTowardsOne };
  double clamped(double value) const;

  Kind kind_ = Kind::kLinear;
  double lowest_;  // of the setting
  double highest_;
  double from_ = 0;  // of the slider: a value, its logarithm, or that of its distance to 1
  double to_ = 1;
  double step_ = 0.01;  // linear only
};

}  // namespace gan
