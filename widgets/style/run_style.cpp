#include "style/run_style.h"

#include <array>

namespace gan {
namespace {

struct Colours {
  const char* light;
  const char* dark;
};

// At least 39 apart in CIE L*a*b*, also as those see them who lack a kind of cones (Machado, Oliveira and Fernandes,
// 2009).
constexpr std::array kColours = {Colours{"#22186d", "#20f6f7"}, Colours{"#f31f05", "#e21a23"},
                                 Colours{"#7a8ad7", "#f4cb03"}, Colours{"#5a0123", "#694ef9"},
                                 Colours{"#9b1dfd", "#bbe598"}, Colours{"#da6577", "#ac4f75"}};
constexpr std::array kDashes = {Qt::SolidLine, Qt::DashLine, Qt::DotLine};

}  // namespace

SeriesStyle runStyle(int number, bool dark) {
  const auto at = static_cast<std::size_t>(number);
  const Colours& colours = kColours.at(at % kColours.size());
  return {QColor(QLatin1String(dark ? colours.dark : colours.light)),
          kDashes.at((at + at / kColours.size()) % kDashes.size())};
}

}  // namespace gan
