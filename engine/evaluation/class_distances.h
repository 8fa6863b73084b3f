#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string>
#include <vector>

#include "evaluation/evaluate.h"
#include "evaluation/on_step.h"

namespace gan {

/// Rows of features with the classes of what they are of.
struct LabelledRows {
  at::Tensor rows;                       ///< [N, D]
  std::vector<std::int64_t> labels;      ///< Of each; negative: none.
  std::vector<std::string> class_names;  ///< By label; empty: it has none, as those that a run draws.
};

/// For each label of the one side that of the other which means the same class, -1 where there is none: by names, or,
/// where no name is on both sides and those of one are its labels' numbers or empty, by numbers.
std::vector<std::int64_t> sameClasses(const std::vector<std::string>& from, const std::vector<std::string>& to);

/// Intra-class FID (Miyato and Koyama, "cGANs with projection discriminator", 2018, section 4) is the mean of these:
/// of each class of which both sides have at least two samples, in the real side's order.
std::vector<ClassDistance> classDistances(const LabelledRows& real, const LabelledRows& generated,
                                          const OnStep& on_step = {});

}  // namespace gan
