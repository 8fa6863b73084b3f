#pragma once

#include <QColor>
#include <QImage>
#include <QPointF>
#include <QSize>
#include <cstdint>
#include <span>
#include <vector>

namespace gan {

/// Strokes lines whose x never decreases into an image, several times faster than QPainter does: each column of pixels
/// is one span for every fraction of a pixel in x, antialiased at its ends. Kept column by column, so that the long
/// vertical strokes of dense curves are runs of memory.
class StrokeRaster {
 public:
  /// Empties it; memory is kept from picture to picture.
  void begin(QSize pixels);
  /// Points and width in pixels of the image; the line may leave it.
  void stroke(std::span<const QPointF> line, double width, const QColor& colour);
  /// The same for one of hundreds of lines: several times as fast, and stepped by whole columns of pixels.
  void sketch(std::span<const QPointF> line, double width, const QColor& colour);
  /// What lies between two lines over the same x, neither of which ever decreases in x; y grows downwards.
  void fill(std::span<const QPointF> upper, std::span<const QPointF> lower, const QColor& colour);
  QImage image() const;

 private:
  struct Span {
    float low;
    float high;
  };
  void blend(int column, Span span, std::uint32_t colour);
  void blendCoverage(int column, std::span<const Span> spans, std::uint32_t colour);

  QSize size_;
  std::vector<std::uint32_t> pixels_;  ///< Premultiplied, [column][row].
  std::vector<std::uint16_t> coverage_;
};

}  // namespace gan
