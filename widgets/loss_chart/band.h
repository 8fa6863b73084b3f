#pragma once

#include <QStringList>
#include <span>
#include <vector>

#include "loss_chart/chart_data.h"

namespace gan {

/// One series of a band. Its columns are in the order of steps.
struct BandMember {
  QString name;
  std::vector<Column> columns;
};

/// Fewer series say more one by one.
constexpr int kLeastBandMembers = 4;
constexpr int kMostSticking = 5;

/// The band of several series: at the last step of each column of the series that has the most of them, quantiles of
/// what all series have there, interpolated linearly between order statistics (type 7 of Hyndman and Fan, 1996). A
/// series that was not recorded at that step has what lies on the line between its neighbouring values; before its
/// first and after its last value it has none. Epochs and times of the columns are left at 0.
///
/// A series sticks out where it leaves both the band from 5 % to 95 % and Tukey's fences (1977: 1.5 interquartile
/// ranges beyond the quartiles) in a column that touches [first_step, last_step]; where all values there are positive,
/// all of this is done on their logarithms, as a vanishing gradient is as far off as an exploding one. One with a value
/// that is not finite sticks out farther than any other. At most kMostSticking, farthest first.
Band bandOf(const QString& name, std::span<const BandMember> members, qint64 first_step, qint64 last_step);

/// The band's column of one step alone; of no values where no series has one.
ChartColumn bandAt(std::span<const BandMember> members, qint64 step);

}  // namespace gan
