#include "loss_chart/chart_options.h"

#include <QDataStream>
#include <QIODevice>
#include <cmath>
#include <iterator>

namespace gan {
namespace {

constexpr quint32 kMagic = 0x47435233;              // "GCR3"
constexpr quint32 kMagicOfWeights = 0x47435232;     // "GCR2"
constexpr quint32 kMagicWithoutBands = 0x47435231;  // "GCR1"
constexpr double kMostWeight = 0.999;
constexpr qsizetype kLongest = 32768;

}  // namespace

double smoothingWeight(double share, double steps) {
  const double averaged = share * steps;
  if (!(averaged > 1)) return 0;
  return 1 - std::exp2(-std::ceil(2 * std::log2(averaged)) / 2);
}

QByteArray toBytes(const SavedChart& chart) {
  QByteArray bytes;
  QDataStream stream(&bytes, QIODevice::WriteOnly);
  stream.setVersion(QDataStream::Qt_6_0);
  const ChartOptions& options = chart.options;
  stream << kMagic << static_cast<quint8>(options.axis) << options.smoothing << options.logarithmic
         << options.superseded << options.ignores_outliers << options.table << chart.splitter;
  QMap<QString, bool> bands = chart.bands;
  while (bands.size() > kMostSavedBands) bands.erase(std::prev(bands.end()));
  stream << bands;
  return bytes;
}

std::optional<SavedChart> savedChart(const QByteArray& bytes) {
  if (bytes.size() > kLongest) return std::nullopt;
  QDataStream stream(bytes);
  stream.setVersion(QDataStream::Qt_6_0);
  quint32 magic = 0;
  quint8 axis = 0;
  SavedChart chart;
  ChartOptions& options = chart.options;
  stream >> magic >> axis >> options.smoothing >> options.logarithmic >> options.superseded >>
      options.ignores_outliers >> options.table >> chart.splitter;
  if (magic != kMagicWithoutBands) stream >> chart.bands;
  const bool is_known = magic == kMagic || magic == kMagicOfWeights || magic == kMagicWithoutBands;
  const double most = magic == kMagic ? kMostSmoothing : kMostWeight;
  const bool is_whole = stream.status() == QDataStream::Ok && stream.atEnd() && is_known;
  const bool is_sane =
      axis <= static_cast<quint8>(ChartAxis::kTime) && options.smoothing >= 0 && options.smoothing <= most;
  if (!is_whole || !is_sane) return std::nullopt;
  if (magic != kMagic && options.smoothing > 0) options.smoothing = ChartOptions().smoothing;
  options.axis = static_cast<ChartAxis>(axis);
  return chart;
}

}  // namespace gan
