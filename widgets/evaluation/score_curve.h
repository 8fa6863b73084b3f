#pragma once

#include <QString>
#include <QVector>
#include <optional>

namespace gan {

struct ScorePoint {
  double x = 0;
  double y = 0;
  std::optional<double> deviation = {};  ///< Of y, between repeated draws.
  int row = -1;                          ///< Of the model; -1: it is another run's.
  bool stands = true;                    ///< Its weights can still be had.
  QString text = {};                     ///< What it is, in words.
};

struct ScoreCurve {
  QString name = {};   ///< Of the run, where there are several.
  bool other = false;  ///< Another run's.
  bool joined = true;  ///< Points that follow each other are joined by lines.
  QVector<ScorePoint> points = {};
};

/// Curves on one scale: what is drawn above each other shares the axis of x.
struct ScoreLane {
  QString title;
  QVector<ScoreCurve> curves;
  std::optional<double> named_x = {};  ///< A place of x that stands for no number,
  QString x_name = {};                 ///< and what for.
};

}  // namespace gan
