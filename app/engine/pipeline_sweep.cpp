#include "pipeline_sweep.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "console.h"

namespace gan::app {
namespace {

constexpr double kLeft = 80, kTop = 60, kPlotWidth = 520, kPlotHeight = 280;
constexpr const char* kPlaced = "#1b6ca8";
constexpr const char* kWhole = "#8a8a8a";
constexpr const char* kParallel = "#c2571a";

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&') {
      safe += "&amp;";
    } else if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string label(double x, double y, const std::string& text, const std::string& more) {
  return "<text x=\"" + fixed(x, 1) + "\" y=\"" + fixed(y, 1) + "\" " + more + ">" + escaped(text) + "</text>\n";
}

/// The smallest of 1, 2, 5, 10, 20 ... that is not below.
double roundedUp(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= value) return factor * power;
  }
  return 10 * power;
}

}  // namespace

std::vector<std::int64_t> microBatches(std::int64_t images) {
  std::vector<std::int64_t> counts = {1};
  for (std::int64_t count = 2; images % count == 0 && images / count >= 2; count *= 2) counts.push_back(count);
  return counts;
}

std::int64_t shareOfMicroBatch(std::int64_t images, int stages) {
  if (stages == 1) return images;
  return images % stages == 0 && images / stages >= 2 ? images / stages : 0;
}

const SweepPoint& fastest(const std::vector<SweepPoint>& points) {
  return *std::ranges::max_element(points, {}, &SweepPoint::placed);
}

std::string sweepSvg(const std::vector<SweepPoint>& points, const std::string& title) {
  double largest = 1e-9;
  for (const SweepPoint& point : points) {
    largest = std::max({largest, point.placed, point.whole.value_or(0), point.parallel.value_or(0)});
  }
  const double top = roundedUp(largest);
  const auto count = static_cast<double>(points.size());
  const auto x = [&](std::size_t i) { return kLeft + kPlotWidth * (static_cast<double>(i) + 0.5) / count; };
  const auto y = [&](double speed) { return kTop + kPlotHeight * (1 - speed / top); };
  std::string svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 400\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"640\" height=\"400\" fill=\"white\"/>\n" +
      label(kLeft, 24, title, "font-size=\"14\"");
  constexpr int kLines = 4;
  for (int line = 0; line <= kLines; ++line) {
    const double speed = top * line / kLines;
    svg += "<line x1=\"" + fixed(kLeft, 1) + "\" x2=\"" + fixed(kLeft + kPlotWidth, 1) + "\" y1=\"" +
           fixed(y(speed), 1) + "\" y2=\"" + fixed(y(speed), 1) + "\" stroke=\"#dddddd\"/>\n" +
           label(kLeft - 8, y(speed) + 4, fixed(speed, top < kLines ? 2 : 0), "text-anchor=\"end\"");
  }
  svg += label(kLeft, kTop - 16, "images/s", "");
  for (std::size_t i = 0; i < points.size(); ++i) {
    svg += label(x(i), kTop + kPlotHeight + 20,
                 std::to_string(points[i].micro_batches) + " x " + std::to_string(points[i].micro_batch),
                 "text-anchor=\"middle\"");
  }
  svg += label(kLeft + kPlotWidth / 2, kTop + kPlotHeight + 44, "micro-batches x images of each",
               "text-anchor=\"middle\"");
  using Speed = std::function<std::optional<double>(const SweepPoint&)>;
  const auto curve = [&](const Speed& speed, const std::string& colour, const std::string& name, double right) {
    std::string line;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const std::optional<double> here = speed(points[i]);
      if (!here) continue;
      line += (line.empty() ? "" : " ") + fixed(x(i), 1) + "," + fixed(y(*here), 1);
      svg +=
          "<circle cx=\"" + fixed(x(i), 1) + "\" cy=\"" + fixed(y(*here), 1) + "\" r=\"3\" fill=\"" + colour + "\"/>\n";
    }
    if (line.empty()) return;
    svg += "<polyline fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"2\" points=\"" + line + "\"/>\n" +
           label(right, kTop - 16, name, "text-anchor=\"end\" fill=\"" + colour + "\"");
  };
  curve([](const SweepPoint& point) { return point.parallel; }, kParallel, "data parallel", kLeft + kPlotWidth - 150);
  curve([](const SweepPoint& point) { return point.whole; }, kWhole, "one device", kLeft + kPlotWidth);
  curve([](const SweepPoint& point) { return point.placed; }, kPlaced, "placed", kLeft + kPlotWidth - 90);
  const SweepPoint& best = fastest(points);
  const auto place = static_cast<std::size_t>(&best - points.data());
  svg += "<circle cx=\"" + fixed(x(place), 1) + "\" cy=\"" + fixed(y(best.placed), 1) +
         "\" r=\"7\" fill=\"none\" stroke=\"" + std::string(kPlaced) + "\" stroke-width=\"2\"/>\n";
  return svg + "</svg>\n";
}

}  // namespace gan::app
