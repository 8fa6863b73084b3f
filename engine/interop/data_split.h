#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gan {

/// The parts that data sets are shipped in.
enum class DataSplit { kTrain, kValidation, kTest };

/// "train", "val" or "test", as data.split has it.
std::string_view nameOf(DataSplit split);
/// Throws Error(kInvalidArgument, "data_split_unknown").
DataSplit dataSplit(std::string_view name);

/// Throws Error(kNotFound, "data_no_split"): data does not hold the wanted part. found is what it holds instead.
[[noreturn]] void throwNoSplit(const std::string& data, DataSplit wanted, const std::vector<std::string>& found);

}  // namespace gan
