#include "loss_chart/mark_clusters.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <array>

#include "loss_chart/chart_text.h"

namespace gan {
namespace {

constexpr std::array kByImportance = {ChartMark::Kind::kAlert, ChartMark::Kind::kCommand, ChartMark::Kind::kSegment,
                                      ChartMark::Kind::kCheckpoint};
constexpr int kMostLines = 6;

QString translated(const char* text, int count = -1) {
  return QCoreApplication::translate("Marks", text, nullptr, count);
}

}  // namespace

QString markCountText(ChartMark::Kind kind, int count) {
  const bool one = count == 1;
  switch (kind) {
    case ChartMark::Kind::kCommand:
      return one ? translated(QT_TRANSLATE_NOOP("Marks", "1 command"))
                 : translated(QT_TRANSLATE_N_NOOP("Marks", "%n commands"), count);
    case ChartMark::Kind::kCheckpoint:
      return one ? translated(QT_TRANSLATE_NOOP("Marks", "1 checkpoint"))
                 : translated(QT_TRANSLATE_N_NOOP("Marks", "%n checkpoints"), count);
    case ChartMark::Kind::kAlert:
      return one ? translated(QT_TRANSLATE_NOOP("Marks", "1 alert"))
                 : translated(QT_TRANSLATE_N_NOOP("Marks", "%n alerts"), count);
    case ChartMark::Kind::kSegment:
      return one ? translated(QT_TRANSLATE_NOOP("Marks", "1 start or continuation"))
                 : translated(QT_TRANSLATE_N_NOOP("Marks", "%n starts or continuations"), count);
  }
  return {};
}

ChartMark::Kind MarkCluster::kind() const {
  for (const ChartMark::Kind kind : kByImportance) {
    if (std::any_of(marks.begin(), marks.end(), [&](const ChartMark& mark) { return mark.kind == kind; })) return kind;
  }
  return ChartMark::Kind::kCheckpoint;
}

QString MarkCluster::text() const {
  QStringList lines;
  if (marks.size() <= kMostLines) {
    for (const ChartMark& mark : marks) {
      lines.append(translated(QT_TRANSLATE_NOOP("Marks", "Step %1: %2")).arg(stepText(double(mark.step)), mark.text));
    }
    return lines.join(QLatin1Char('\n'));
  }
  lines.append(translated(QT_TRANSLATE_NOOP("Marks", "Steps %1 to %2"))
                   .arg(stepText(double(marks.first().step)), stepText(double(marks.last().step))));
  for (const ChartMark::Kind kind : kByImportance) {
    const auto count =
        std::count_if(marks.begin(), marks.end(), [&](const ChartMark& mark) { return mark.kind == kind; });
    if (count > 0) lines.append(markCountText(kind, static_cast<int>(count)));
  }
  return lines.join(QLatin1Char('\n'));
}

QVector<MarkCluster> clustered(QVector<ChartMark> marks, const std::function<double(double step)>& pixel_of,
                               double left, double right, double spacing) {
  std::stable_sort(marks.begin(), marks.end(), [](const ChartMark& a, const ChartMark& b) { return a.step < b.step; });
  QVector<MarkCluster> clusters;
  for (ChartMark& mark : marks) {
    const double x = pixel_of(static_cast<double>(mark.step));
    if (x < left || x > right) continue;
    if (clusters.isEmpty() || x - clusters.last().x >= spacing) clusters.append(MarkCluster{x, {}});
    clusters.last().marks.append(std::move(mark));
  }
  return clusters;
}

}  // namespace gan
