#pragma once

#include <QMetaType>
#include <QString>
#include <QStringList>
#include <QVector>
#include <vector>

namespace gan {

enum class ChartAxis { kStep, kEpoch, kTime };

/// What a chart wants to draw. Newest wins: an answer whose stamp is not the newest request's is dropped.
struct ChartQuery {
  quint64 stamp = 0;
  QStringList names;
  qint64 first_step = 0;
  qint64 last_step = 0;     ///< 0: the newest.
  int columns = 0;          ///< At most so many a series: the pixels of the plot's width.
  double smoothing = 0;     ///< Weight in [0, 1); with 0 no smoothed curves are wanted.
  bool superseded = false;  ///< Pieces that a roll back or a resume cut off are wanted, too.
};

/// The values in one column of pixels, as the engine reduces them.
struct ChartColumn {
  qint64 first_step = 0;
  qint64 last_step = 0;
  double epoch = 0;         ///< Of first_step.
  double unix_seconds = 0;  ///< Of first_step.
  float min = 0;            ///< Of finite values; the four mean nothing when has_values is false.
  float max = 0;
  float first = 0;
  float last = 0;
  bool has_values = false;
  bool has_not_finite = false;  ///< NaN or infinity lies in it: to be marked.
};
using ChartColumns = std::vector<ChartColumn>;

/// One series of an answer.
struct Curve {
  QString name;
  ChartColumns raw;
  ChartColumns smoothed;                 ///< Empty without smoothing.
  std::vector<ChartColumns> superseded;  ///< One a piece.
};

struct ChartReply {
  quint64 stamp = 0;
  qint64 first_step = 0;  ///< Of the run's current line.
  qint64 last_step = 0;
  std::vector<Curve> curves;
};

/// Something that happened at a step.
struct ChartMark {
  enum class Kind { kCommand, kCheckpoint, kAlert, kSegment };
  Kind kind = Kind::kCommand;
  qint64 step = 0;
  QString text;  ///< For people: "D learning rate 2e-4 → 1e-4".
  bool superseded = false;
};

}  // namespace gan

Q_DECLARE_METATYPE(gan::ChartQuery)
Q_DECLARE_METATYPE(gan::ChartReply)
