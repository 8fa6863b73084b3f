#include "support/run_folder_compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>

#include "interop/safetensors.h"
#include "run/checkpoint_store.h"
#include "run/run_reader.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

std::string slurp(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool dependsOnTheClock(const std::string& series) {
  return series.starts_with("speed/") || series.starts_with("time/");
}

fs::path checkpointAt(const fs::path& run, std::int64_t step) {
  fs::path found;
  for (const auto& entry : CheckpointStore(run / "checkpoints").list()) {
    if (entry.state.step == step) found = entry.path;
  }
  return found;
}

std::set<std::string> tensorFiles(const fs::path& checkpoint) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(checkpoint)) {
    if (entry.path().extension() == ".safetensors") names.insert(entry.path().filename().string());
  }
  return names;
}

template <class Number>
std::vector<double> numbersAs(const TensorView& tensor) {
  std::vector<Number> own(tensor.bytes.size() / sizeof(Number));
  std::memcpy(own.data(), tensor.bytes.data(), tensor.bytes.size());
  return {own.begin(), own.end()};
}

std::vector<double> numbersOf(const TensorView& tensor) {
  if (tensor.type == ElementType::kF64) return numbersAs<double>(tensor);
  if (tensor.type == ElementType::kI64) return numbersAs<std::int64_t>(tensor);
  if (tensor.type == ElementType::kI32) return numbersAs<std::int32_t>(tensor);
  return numbersAs<float>(tensor);
}

double deviation(const std::vector<double>& one, const std::vector<double>& other) {
  double difference = 0;
  double norm = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    difference += (one[i] - other[i]) * (one[i] - other[i]);
    norm += one[i] * one[i];
  }
  return std::sqrt(difference / std::max(norm, 1.0));
}

}  // namespace

std::map<std::string, std::map<std::int64_t, float>> trainedScalars(const fs::path& run) {
  RunReader reader(RunFolder::open(run));
  reader.refresh();
  std::map<std::string, std::map<std::int64_t, float>> result;
  for (const std::string& name : reader.seriesNames()) {
    if (dependsOnTheClock(name)) continue;
    const auto values = reader.values(name, {0, std::numeric_limits<std::int64_t>::max()}, 10'000'000);
    for (std::size_t i = 0; i < values.steps.size(); ++i) result[name][values.steps[i]] = values.values[i];
  }
  return result;
}

testing::AssertionResult sameScalars(const fs::path& a, const fs::path& b) {
  const auto first = trainedScalars(a);
  const auto second = trainedScalars(b);
  if (first.empty()) return testing::AssertionFailure() << a << " has no scalars";
  for (const auto& [name, values] : first) {
    const auto other = second.find(name);
    if (other == second.end()) return testing::AssertionFailure() << b << " has no " << name;
    if (other->second.size() != values.size()) {
      return testing::AssertionFailure() << name << ": " << values.size() << " against " << other->second.size()
                                         << " values";
    }
    for (const auto& [step, value] : values) {
      const auto match = other->second.find(step);
      if (match == other->second.end()) return testing::AssertionFailure() << name << " lacks step " << step;
      if (std::memcmp(&value, &match->second, sizeof(value)) != 0) {
        return testing::AssertionFailure()
               << name << " at step " << step << ": " << value << " against " << match->second;
      }
    }
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult sameCheckpoint(const fs::path& a, const fs::path& b, std::int64_t step) {
  const fs::path first = checkpointAt(a, step);
  const fs::path second = checkpointAt(b, step);
  if (first.empty() || second.empty()) return testing::AssertionFailure() << "no checkpoint at step " << step;
  const std::set<std::string> files = tensorFiles(first);
  if (files.size() < 2) return testing::AssertionFailure() << first << " holds no network and optimiser";
  if (files != tensorFiles(second)) return testing::AssertionFailure() << "other parts at step " << step;
  for (const std::string& file : files) {
    const std::string bytes = slurp(first / file);
    if (bytes.empty()) return testing::AssertionFailure() << first / file << " holds nothing";
    if (bytes != slurp(second / file)) return testing::AssertionFailure() << file << " differs at step " << step;
  }
  return testing::AssertionSuccess();
}

double checkpointDeviation(const fs::path& a, const fs::path& b, std::int64_t step) {
  constexpr double kNothingAlike = std::numeric_limits<double>::infinity();
  const fs::path first = checkpointAt(a, step);
  const fs::path second = checkpointAt(b, step);
  if (first.empty() || second.empty() || tensorFiles(first) != tensorFiles(second)) return kNothingAlike;
  double largest = 0;
  for (const std::string& file : tensorFiles(first)) {
    const SafetensorsFile one(first / file);
    const SafetensorsFile other(second / file);
    if (one.tensors().size() != other.tensors().size()) return kNothingAlike;
    for (const auto& [name, tensor] : one.tensors()) {
      const auto match = other.tensors().find(name);
      if (match == other.tensors().end() || match->second.shape != tensor.shape) return kNothingAlike;
      largest = std::max(largest, deviation(numbersOf(tensor), numbersOf(match->second)));
    }
  }
  return largest;
}

std::int64_t newestCheckpointStep(const fs::path& run) {
  std::int64_t newest = -1;
  if (!fs::exists(run / "checkpoints")) return newest;
  for (const auto& entry : CheckpointStore(run / "checkpoints").list()) newest = std::max(newest, entry.state.step);
  return newest;
}

}  // namespace gan::test
