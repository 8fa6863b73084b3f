#include "evaluation/class_distances.h"

#include <ATen/ops/from_blob.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "evaluation/frechet_distance.h"

namespace gan {
namespace {

/// Names that say no more than the labels do.
bool areNumbers(const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!names[i].empty() && names[i] != std::to_string(i)) return false;
  }
  return true;
}

std::int64_t labelOf(const std::string& name, const std::vector<std::string>& names) {
  const auto found = name.empty() ? names.end() : std::ranges::find(names, name);
  return found != names.end() ? found - names.begin() : -1;
}

at::Tensor rowsOf(const LabelledRows& side, std::vector<std::int64_t>& places) {
  return side.rows.index_select(0, at::from_blob(places.data(), {static_cast<std::int64_t>(places.size())}, at::kLong));
}

}  // namespace

std::vector<std::int64_t> sameClasses(const std::vector<std::string>& from, const std::vector<std::string>& to) {
  std::vector<std::int64_t> same;
  for (const std::string& name : from) same.push_back(labelOf(name, to));
  const bool share_names = std::ranges::any_of(same, [](std::int64_t label) { return label >= 0; });
  if (share_names || (!areNumbers(from) && !areNumbers(to))) return same;
  const auto common = static_cast<std::int64_t>(std::min(from.size(), to.size()));
  std::iota(same.begin(), same.begin() + common, 0);
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
    const std::string& name = real.class_names[static_cast<std::size_t>(label)];
    found.push_back(
        {.name = name.empty() ? std::to_string(label) : name,
         .fid = frechetDistance(factorise(rowsOf(real, places.real)), factorise(rowsOf(generated, places.generated))),
         .real = static_cast<std::int64_t>(places.real.size()),
         .generated = static_cast<std::int64_t>(places.generated.size())});
  }
  return found;
}

}  // namespace gan
