#include "evaluation/class_distances.h"

#include <ATen/ops/from_blob.h>

#include <algorithm>
#include <map>

#include "evaluation/frechet_distance.h"

namespace gan {
namespace {

bool areNumbers(const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] != std::to_string(i)) return false;
  }
  return true;
}

at::Tensor rowsOf(const LabelledRows& side, std::vector<std::int64_t>& places) {
  return side.rows.index_select(0, at::from_blob(places.data(), {static_cast<std::int64_t>(places.size())}, at::kLong));
}

}  // namespace

std::vector<std::int64_t> sameClasses(const std::vector<std::string>& from, const std::vector<std::string>& to) {
  const bool by_number = areNumbers(from) || areNumbers(to);
  std::vector<std::int64_t> same;
  for (std::size_t label = 0; label < from.size(); ++label) {
    if (by_number) {
      same.push_back(label < to.size() ? static_cast<std::int64_t>(label) : -1);
      continue;
    }
    const auto found = std::ranges::find(to, from[label]);
    same.push_back(found != to.end() ? found - to.begin() : -1);
  }
  return same;
}

std::vector<ClassDistance> classDistances(const LabelledRows& real, const LabelledRows& generated,
                                          const OnStep& on_step) {
  struct Places {
    std::vector<std::int64_t> real, generated;
  };
  std::map<std::int64_t, Places> classes;
  for (std::size_t i = 0; i < real.labels.size(); ++i) {
    if (real.labels[i] >= 0) classes[real.labels[i]].real.push_back(static_cast<std::int64_t>(i));
  }
  const std::vector<std::int64_t> same = sameClasses(generated.class_names, real.class_names);
  for (std::size_t i = 0; i < generated.labels.size(); ++i) {
    const std::int64_t label = generated.labels[i];
    if (label < 0 || label >= static_cast<std::int64_t>(same.size())) continue;
    const std::int64_t of_real = same[static_cast<std::size_t>(label)];
    if (of_real >= 0) classes[of_real].generated.push_back(static_cast<std::int64_t>(i));
  }
  std::vector<ClassDistance> found;
  std::int64_t done = 0;
  for (auto& [label, places] : classes) {
    if (on_step) on_step(done++, static_cast<std::int64_t>(classes.size()));
    if (places.real.size() < 2 || places.generated.size() < 2) continue;
    found.push_back(
        {.name = real.class_names[static_cast<std::size_t>(label)],
         .fid = frechetDistance(factorise(rowsOf(real, places.real)), factorise(rowsOf(generated, places.generated))),
         .real = static_cast<std::int64_t>(places.real.size()),
         .generated = static_cast<std::int64_t>(places.generated.size())});
  }
  return found;
}

}  // namespace gan
