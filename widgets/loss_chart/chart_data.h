#pragma once

#include <QMetaType>
#include <QString>
#include <QStringList>
#include <QVector>
#include <optional>
#include <vector>

#include "run/column.h"

namespace gan {

enum class ChartAxis { kStep, kEpoch, kTime };

/// Series that are to be drawn as one band, by the name of their group.
struct BandQuery {
  QString name;
  QStringList members;
  friend bool operator==(const BandQuery&, const BandQuery&) = default;
};

/// What a chart wants to draw, until it wants something else: an answer whose stamp is not the newest query's is
/// dropped.
struct ChartQuery {
  quint64 stamp = 0;
  QStringList names;
  qint64 first_step = 0;
  qint64 last_step = 0;            ///< 0: the newest.
  int columns = 0;                 ///< At most so many a series: the pixels of the plot's width.
  double smoothing = 0;            ///< Weight in [0, 1); with 0 no smoothed curves are wanted.
  std::optional<qint64> cursor{};  ///< A step of which the values themselves are wanted, too.
  bool superseded = false;         ///< Pieces that a roll back or a resume cut off are wanted, too.
  QVector<BandQuery> bands{};
  /// The steps in view, of which the asked ones are a little more; 0: the newest. What sticks out of a band does so
  /// here.
  qint64 view_first_step = 0;
  qint64 view_last_step = 0;

  bool isEmpty() const { return names.isEmpty() && bands.isEmpty(); }
};

/// A column, and where it begins on the other axes.
struct ChartColumn : Column {
  double epoch = 0;
  double unix_seconds = 0;
};
using ChartColumns = std::vector<ChartColumn>;

/// One series of an answer.
struct Curve {
  QString name;
  ChartColumns raw;
  ChartColumns smoothed;                 ///< Empty without smoothing.
  std::vector<ChartColumns> superseded;  ///< One a piece.
  /// Of the runs that the run descends from, each up to where it was left, oldest first; smoothed where `smoothed` is.
  std::vector<ChartColumns> before{};
  /// Of the cursor's step alone, where it was recorded: columns of several steps do not tell each one's value.
  std::optional<ChartColumn> at_cursor{};
  std::optional<ChartColumn> smoothed_at_cursor{};
};

/// Where the values of many series lie, column by column.
struct Band {
  /// Of the values at one step.
  struct Quartiles {
    float low = 0;
    float high = 0;
  };
  QString name;  ///< Of the group.
  int members = 0;
  /// min and max: what 5 % and 95 % of the series are below; first and last: the median. All at the column's last step.
  ChartColumns columns;
  std::vector<Quartiles> quartiles;  ///< Parallel to columns.
  QStringList sticking_out;          ///< Farthest first; their curves are in the answer, too.
  /// Of the cursor's step alone, where any of the series was recorded there.
  std::optional<ChartColumn> at_cursor{};
};

struct ChartReply {
  quint64 stamp = 0;
  qint64 first_step = 0;  ///< Of the run's current line.
  qint64 last_step = 0;
  std::vector<Curve> curves;
  std::vector<Band> bands{};
  qint64 history_first_step = 0;  ///< Of the runs that the run descends from; 0: none is known.
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
