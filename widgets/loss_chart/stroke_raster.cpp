#include "loss_chart/stroke_raster.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gan {
namespace {

constexpr int kFractions = 4;         // spans a column for lines that are not dense
constexpr std::uint32_t kFull = 256;  // coverage of a whole pixel
constexpr double kDensePoints = 1.5;  // points a column from which one span a column is enough

/// All four channels times amount / 256.
std::uint32_t scaled(std::uint32_t colour, std::uint32_t amount) {
  const std::uint32_t odd = ((colour & 0xff00ffU) * amount >> 8) & 0xff00ffU;
  const std::uint32_t even = ((colour >> 8) & 0xff00ffU) * amount & 0xff00ff00U;
  return odd | even;
}

/// colour, premultiplied, over what is there.
void over(std::uint32_t& pixel, std::uint32_t colour) { pixel = colour + scaled(pixel, kFull - (colour >> 24)); }

/// Extremes of a line over windows of x that only move right.
class Extremes {
 public:
  explicit Extremes(std::span<const QPointF> line) : line_(line) {}

  /// left <= last x and right >= first x.
  std::pair<double, double> over(double left, double right) {
    while (from_ + 1 < line_.size() && line_[from_].x() < left) ++from_;
    double low = 1e30;
    double high = -1e30;
    const auto include = [&](double y) {
      low = std::min(low, y);
      high = std::max(high, y);
    };
    if (from_ > 0 && line_[from_].x() > left) include(between(from_, left));
    std::size_t i = from_;
    for (; i < line_.size() && line_[i].x() <= right; ++i) include(line_[i].y());
    if (i > 0 && i < line_.size()) include(between(i, right));
    return {low, high};
  }

 private:
  double between(std::size_t i, double x) const {
    const QPointF& a = line_[i - 1];
    const QPointF& b = line_[i];
    const double width = b.x() - a.x();
    return width > 0 ? a.y() + (b.y() - a.y()) * std::clamp((x - a.x()) / width, 0.0, 1.0) : b.y();
  }

  std::span<const QPointF> line_;
  std::size_t from_ = 0;
};

/// y of a line at places that only move right, from its first to its last x.
class Heights {
 public:
  explicit Heights(std::span<const QPointF> line) : line_(line) {}

  double at(double x) {
    while (next_ < line_.size() && line_[next_].x() < x) ++next_;
    if (next_ == 0) return line_.front().y();
    if (next_ == line_.size()) return line_.back().y();
    const QPointF& a = line_[next_ - 1];
    const QPointF& b = line_[next_];
    return a.y() + (b.y() - a.y()) * (x - a.x()) / (b.x() - a.x());
  }

 private:
  std::span<const QPointF> line_;
  std::size_t next_ = 0;
};

}  // namespace

void StrokeRaster::begin(QSize pixels) {
  size_ = pixels;
  pixels_.assign(static_cast<std::size_t>(std::max(0, pixels.width())) * std::max(0, pixels.height()), 0);
  coverage_.assign(static_cast<std::size_t>(std::max(0, pixels.height())), 0);
}

void StrokeRaster::stroke(std::span<const QPointF> line, double width, const QColor& colour) {
  if (line.empty() || size_.isEmpty()) return;
  const double half = width / 2;
  const double first = line.front().x() - half;
  const double last = line.back().x() + half;
  const int from = std::max(0, static_cast<int>(std::floor(first)));
  const int to = std::min(size_.width() - 1, static_cast<int>(std::floor(last)));
  const std::uint32_t premultiplied = qPremultiply(colour.rgba());
  const bool is_dense = static_cast<double>(line.size()) > kDensePoints * std::max(1.0, last - first);
  const int fractions = is_dense ? 1 : kFractions;
  Extremes extremes(line);
  std::array<Span, kFractions> spans;
  for (int column = from; column <= to; ++column) {
    std::size_t count = 0;
    for (int part = 0; part < fractions; ++part) {
      // The part's middle, and what a pen of this width reaches from there: at least the part itself.
      const double middle = column + (part + 0.5) / fractions;
      const double reach = std::max(half, 0.5 / fractions);
      if (middle + reach < line.front().x() || middle - reach > line.back().x()) continue;
      const auto [low, high] = extremes.over(middle - reach, middle + reach);
      spans[count++] = {static_cast<float>(std::clamp(low - half, 0.0, size_.height() + 0.0)),
                        static_cast<float>(std::clamp(high + half, 0.0, size_.height() + 0.0))};
    }
    if (is_dense && count == 1) {
      blend(column, spans[0], premultiplied);
    } else if (count > 0) {
      blendCoverage(column, std::span(spans).first(count), premultiplied);
    }
  }
}

void StrokeRaster::sketch(std::span<const QPointF> line, double width, const QColor& colour) {
  const std::uint32_t premultiplied = qPremultiply(colour.rgba());
  const double half = width / 2;
  const auto inside = [this](double y) { return static_cast<float>(std::clamp(y, 0.0, size_.height() + 0.0)); };
  for (std::size_t i = 1; i < line.size(); ++i) {
    const QPointF& a = line[i - 1];
    const QPointF& b = line[i];
    if (b.x() < 0 || a.x() >= size_.width()) continue;
    const double slope = b.x() > a.x() ? (b.y() - a.y()) / (b.x() - a.x()) : 0;
    const int from = static_cast<int>(std::max(0.0, a.x()));
    const int to = static_cast<int>(std::min(size_.width() - 1.0, b.x()));
    double y = from > a.x() ? a.y() + slope * (from - a.x()) : a.y();
    for (int column = from; column <= to; ++column) {
      const double next = column + 1 < b.x() ? a.y() + slope * (column + 1 - a.x()) : b.y();
      blend(column, {inside(std::min(y, next) - half), inside(std::max(y, next) + half)}, premultiplied);
      y = next;
    }
  }
}

void StrokeRaster::fill(std::span<const QPointF> upper, std::span<const QPointF> lower, const QColor& colour) {
  if (upper.empty() || lower.empty() || size_.isEmpty()) return;
  const double first = std::clamp(upper.front().x(), 0.0, size_.width() + 0.0);
  const double last = std::clamp(upper.back().x(), 0.0, size_.width() + 0.0);
  const std::uint32_t premultiplied = qPremultiply(colour.rgba());
  Heights above(upper);
  Heights below(lower);
  for (int column = static_cast<int>(first); column < size_.width() && column < last; ++column) {
    const double left = std::max<double>(column, first);
    const double right = std::min<double>(column + 1, last);
    const double middle = (left + right) / 2;
    const auto inside = [this](double y) { return static_cast<float>(std::clamp(y, 0.0, size_.height() + 0.0)); };
    const auto share = static_cast<std::uint32_t>(std::lround(kFull * (right - left)));
    blend(column, {inside(above.at(middle)), inside(below.at(middle))}, scaled(premultiplied, share));
  }
}

void StrokeRaster::blend(int column, Span span, std::uint32_t colour) {
  if (!(span.high > span.low)) return;
  std::uint32_t* pixels = pixels_.data() + static_cast<std::size_t>(column) * size_.height();
  const int from = static_cast<int>(span.low);
  const int to = std::min(static_cast<int>(span.high), size_.height() - 1);
  if (from >= to) {
    if (from < size_.height())
      over(pixels[from], scaled(colour, static_cast<std::uint32_t>(kFull * (span.high - span.low))));
    return;
  }
  const auto share = [](float part) { return static_cast<std::uint32_t>(kFull * std::min(1.0F, part)); };
  over(pixels[from], scaled(colour, share(static_cast<float>(from + 1) - span.low)));
  if (colour >> 24 == 255) {
    std::fill(pixels + from + 1, pixels + to, colour);
  } else {
    for (int y = from + 1; y < to; ++y) over(pixels[y], colour);
  }
  over(pixels[to], scaled(colour, share(span.high - static_cast<float>(to))));
}

void StrokeRaster::blendCoverage(int column, std::span<const Span> spans, std::uint32_t colour) {
  int top = size_.height();
  int bottom = -1;
  const auto add = [&](int y, float amount) {
    coverage_[static_cast<std::size_t>(y)] += static_cast<std::uint16_t>(amount);
  };
  constexpr float kWeight = kFull / kFractions;
  for (const Span& span : spans) {
    if (!(span.high > span.low)) continue;
    const int from = static_cast<int>(span.low);
    const int to = std::min(static_cast<int>(span.high), size_.height() - 1);
    if (from >= size_.height()) continue;
    if (from >= to) {
      add(from, kWeight * (span.high - span.low));
    } else {
      add(from, kWeight * (static_cast<float>(from + 1) - span.low));
      for (int y = from + 1; y < to; ++y) add(y, kWeight);
      add(to, kWeight * std::min(1.0F, span.high - static_cast<float>(to)));
    }
    top = std::min(top, from);
    bottom = std::max(bottom, to);
  }
  std::uint32_t* pixels = pixels_.data() + static_cast<std::size_t>(column) * size_.height();
  for (int y = top; y <= bottom; ++y) {
    std::uint16_t& coverage = coverage_[static_cast<std::size_t>(y)];
    if (coverage > 0) over(pixels[y], scaled(colour, std::min<std::uint32_t>(coverage, kFull)));
    coverage = 0;
  }
}

QImage StrokeRaster::image() const {
  QImage image(size_, QImage::Format_ARGB32_Premultiplied);
  constexpr int kBlock = 32;  // both sides of the transposition stay in the cache
  const int width = size_.width();
  const int height = size_.height();
  auto* out = reinterpret_cast<std::uint32_t*>(image.bits());
  const auto stride = image.bytesPerLine() / static_cast<qsizetype>(sizeof(std::uint32_t));
  for (int y0 = 0; y0 < height; y0 += kBlock) {
    for (int x0 = 0; x0 < width; x0 += kBlock) {
      const int y1 = std::min(height, y0 + kBlock);
      const int x1 = std::min(width, x0 + kBlock);
      for (int y = y0; y < y1; ++y) {
        for (int x = x0; x < x1; ++x) out[y * stride + x] = pixels_[static_cast<std::size_t>(x) * height + y];
      }
    }
  }
  return image;
}

}  // namespace gan
