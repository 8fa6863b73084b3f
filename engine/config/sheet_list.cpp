#include "config/sheet_list.h"

#include <algorithm>
#include <array>

#include "config/text.h"
#include "core/error.h"

namespace gan {
namespace {

constexpr std::array<std::string_view, 7> kKinds = {
    "classes", "random", "interpolate-z", "interpolate-y", "interpolate-zy", "sefa", "pca"};

[[noreturn]] void throwBad(std::string_view text, std::string_view item) {
  throw Error(ErrorCode::kInvalidArgument, "sheet_list_bad",
              "{text} is no list of sheets: {item} is none, or stands there twice. Write some of classes, random, "
              "interpolate-z, interpolate-y, interpolate-zy, sefa and pca between commas, or nothing for none.",
              {{"text", excerpt(text)}, {"item", excerpt(item)}});
}

}  // namespace

std::vector<std::string> sheetList(std::string_view text) {
  std::vector<std::string> chosen;
  if (trimmed(text).empty()) return chosen;
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    const std::string_view kind = trimmed(rest.substr(0, comma));
    if (std::ranges::find(kKinds, kind) == kKinds.end() || std::ranges::find(chosen, kind) != chosen.end()) {
      throwBad(text, kind);
    }
    chosen.emplace_back(kind);
    if (comma == std::string_view::npos) return chosen;
    rest.remove_prefix(comma + 1);
  }
}

bool sheetNeedsClasses(std::string_view kind) {
  return kind == "classes" || kind == "interpolate-y" || kind == "interpolate-zy";
}

}  // namespace gan
