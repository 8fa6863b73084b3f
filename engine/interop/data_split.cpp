#include "interop/data_split.h"

#include <algorithm>

#include "core/error.h"

namespace gan {

std::string_view nameOf(DataSplit split) {
  switch (split) {
    case DataSplit::kTrain:
      return "train";
    case DataSplit::kValidation:
      return "val";
    case DataSplit::kTest:
      return "test";
  }
  return "train";
}

DataSplit dataSplit(std::string_view name) {
  for (const DataSplit split : {DataSplit::kTrain, DataSplit::kValidation, DataSplit::kTest}) {
    if (nameOf(split) == name) return split;
  }
  throw Error(ErrorCode::kInvalidArgument, "data_split_unknown",
              "{name} is no part of a data set: choose train, val or test.", {{"name", std::string(name)}});
}

void throwNoSplit(const std::string& data, DataSplit wanted, const std::vector<std::string>& found) {
  constexpr std::size_t kMostNamed = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(found.size(), kMostNamed); ++i) text += (i == 0 ? "" : ", ") + found[i];
  if (found.size() > kMostNamed) text += " ...";
  throw Error(
      ErrorCode::kNotFound, "data_no_split",
      "{data} has no part {wanted}; it holds {found}. Set data.split to a part that is there, or data.path to "
      "the place of the images themselves and data.split to train.",
      {{"data", data}, {"wanted", std::string(nameOf(wanted))}, {"found", text.empty() ? "one set of images" : text}});
}

}  // namespace gan
