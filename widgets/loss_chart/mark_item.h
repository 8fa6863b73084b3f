#pragma once

#include <QFont>
#include <QGraphicsItem>
#include <QPalette>
#include <QVector>
#include <functional>

#include "loss_chart/chart_data.h"

namespace gan {

/// Marks that lie so close together that they share one sign.
struct MarkCluster {
  double x = 0;  ///< Of the sign: that of its first mark.
  QVector<ChartMark> marks;

  /// Of its most important mark: alert, command, segment, checkpoint.
  ChartMark::Kind kind() const;
  /// What happened, a line each; of many, how many of which kind.
  QString text() const;
};

/// In order of their steps; checkpoints make ticks of their own and share no sign with others. Marks outside [left,
/// right] are left out.
QVector<MarkCluster> clustered(QVector<ChartMark> marks, const std::function<double(double step)>& pixel_of,
                               double left, double right, double spacing);

/// "12 commands"
QString markCountText(ChartMark::Kind kind, int count);

/// Signs of what happened, along the plot's lower edge, and small ticks of checkpoints; the one under the pointer has a
/// dotted line through the plot.
class MarkItem : public QGraphicsItem {
 public:
  void setLook(const QPalette& palette, const QFont& font);
  void setClusters(QVector<MarkCluster> clusters, const QRectF& plot);
  const QVector<MarkCluster>& clusters() const { return clusters_; }

  /// Height and least distance of signs.
  double signSize() const;
  /// Nothing when no sign is there.
  const MarkCluster* at(QPointF point) const;
  void setHovered(const MarkCluster* cluster);

  QRectF boundingRect() const override { return plot_; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  void drawTick(QPainter* painter, const MarkCluster& cluster) const;
  void drawSign(QPainter* painter, const MarkCluster& cluster) const;

  QVector<MarkCluster> clusters_;
  QRectF plot_;
  QPalette palette_;
  QFont font_;
  double hovered_x_ = -1;  ///< Of the sign under the pointer; negative: none.
};

}  // namespace gan
