#include "config/truncation.h"

#include <algorithm>
#include <array>
#include <utility>

#include "config/text.h"
#include "core/error.h"

namespace gan {
namespace {

constexpr std::array<std::pair<TruncationKind, std::string_view>, 3> kNames = {
    {{TruncationKind::kRedraw, "redraw"},
     {TruncationKind::kScaledRedraw, "scaled_redraw"},
     {TruncationKind::kScale, "scale"}}};

}  // namespace

std::string_view nameOf(TruncationKind kind) {
  return std::ranges::find(kNames, kind, &decltype(kNames)::value_type::first)->second;
}

TruncationKind truncationKind(std::string_view name) {
  const auto* const found = std::ranges::find(kNames, name, &decltype(kNames)::value_type::second);
  if (found != kNames.end()) return found->first;
  throw Error(ErrorCode::kInvalidArgument, "truncation_kind_unknown",
              "{name} is no kind of truncation. There are redraw, scaled_redraw and scale.", {{"name", excerpt(name)}});
}

}  // namespace gan
