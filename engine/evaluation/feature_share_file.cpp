#include "evaluation/feature_share_file.h"

#include <ATen/ops/empty.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "core/error.h"
#include "interop/npz.h"
#include "interop/npz_writer.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFeatures = "features";
constexpr const char* kProbabilities = "probabilities";
constexpr const char* kComposedPictures = "composed";

void append(NpzWriter& writer, const char* name, const at::Tensor& rows) {
  const at::Tensor whole = rows.contiguous();
  writer.begin(name, "<f4", whole.sizes().vec());
  writer.append({static_cast<const char*>(whole.const_data_ptr()), whole.nbytes()});
}

[[noreturn]] void throwBadShare(const fs::path& file) {
  throw Error(ErrorCode::kDataLoss, "feature_share_bad", "{file} does not hold the features of its share.",
              {{"file", file.string()}});
}

at::Tensor readRows(const NpzFile& file, const fs::path& path, const char* name, std::int64_t count) {
  const NpyArray header = file.header(name);
  const bool right = header.type == "<f4" && header.shape.size() == 2 && header.shape[0] == count &&
                     header.shape[1] >= 1 && header.shape[1] <= kMostFeatures;
  if (!right) throwBadShare(path);
  const NpyArray array = file.read(name);
  if (array.shape != header.shape || array.type != header.type) throwBadShare(path);
  at::Tensor rows = at::empty(array.shape, at::kFloat);
  std::memcpy(rows.mutable_data_ptr(), array.bytes.data(), array.bytes.size());
  return rows;
}

}  // namespace

FeatureRows readShare(const fs::path& path, std::int64_t count) {
  const NpzFile file(path);
  const std::vector<std::string> names = file.names();
  FeatureRows rows{.features = readRows(file, path, kFeatures, count), .probabilities = {}};
  if (std::ranges::count(names, kProbabilities) > 0) {
    rows.probabilities = readRows(file, path, kProbabilities, count);
  }
  constexpr std::uint64_t kMostBytes = 64;
  const NpyArray composed = file.read(kComposedPictures, kMostBytes);
  if (composed.type != "<i8" || composed.bytes.size() != sizeof(rows.composed)) throwBadShare(path);
  std::memcpy(&rows.composed, composed.bytes.data(), sizeof(rows.composed));
  return rows;
}

void writeShare(const fs::path& path, const FeatureRows& rows) {
  NpzWriter writer(path);
  append(writer, kFeatures, rows.features);
  if (rows.probabilities.defined()) append(writer, kProbabilities, rows.probabilities);
  writer.begin(kComposedPictures, "<i8", {1});
  writer.append({reinterpret_cast<const char*>(&rows.composed), sizeof(rows.composed)});
  writer.finish();
}

}  // namespace gan
