#include "evaluation/moments_file.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/isfinite.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

#include "core/error.h"
#include "core/shape_text.h"
#include "evaluation/feature_network.h"
#include "interop/npz.h"
#include "interop/npz_writer.h"

namespace gan {
namespace {

constexpr const char* kMean = "mu";
constexpr const char* kCovariance = "sigma";
constexpr const char* kFacts = "gan_studio";

[[noreturn]] void throwBad(const std::filesystem::path& path, const std::string& found) {
  throw Error(ErrorCode::kInvalidArgument, "moments_file_bad",
              "{file} should hold moments, mu [D] and sigma [D, D] in float32 or float64 with D from 1 to {most}, but "
              "{found}. Make it again.",
              {{"file", path.string()}, {"most", std::to_string(kMostFeatures)}, {"found", found}});
}

at::Tensor readArray(const NpzFile& file, const std::filesystem::path& path, const std::string& name,
                     const std::vector<std::int64_t>& shape) {
  const auto requireRight = [&](const NpyArray& array) {
    if (array.shape != shape) throwBad(path, name + " is " + shapeText(array.shape));
    if (array.type != "<f8" && array.type != "<f4") throwBad(path, name + " has elements " + array.type);
  };
  requireRight(file.header(name));
  const NpyArray array = file.read(name);
  requireRight(array);  // it is of another opening of the file, which somebody may have replaced in between
  at::Tensor tensor = at::empty(shape, array.type == "<f8" ? at::kDouble : at::kFloat);
  std::memcpy(tensor.mutable_data_ptr(), array.bytes.data(), array.bytes.size());
  if (!tensor.isfinite().all().item<bool>()) throwBad(path, name + " holds a value that is not finite");
  return tensor.to(at::kDouble);
}

/// Whether a text of somebody's file is as plain as those that a FeatureKind holds, so that it can be shown anywhere.
bool isPlain(const std::string& text) {
  constexpr std::size_t kLongest = 64;
  return !text.empty() && text.size() <= kLongest && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == ' ';
  });
}

/// What writeMoments() noted; nothing where it cannot be understood.
void readFacts(const NpzFile& file, StoredMoments& stored) {
  constexpr std::uint64_t kMostBytes = 1U << 16U;
  NpyArray array;
  try {
    array = file.read(kFacts, kMostBytes);
  } catch (const Error& error) {
    if (error.id() == "npz_too_large") return;
    throw;
  }
  const auto facts = nlohmann::json::parse(reinterpret_cast<const char*>(array.bytes.data()),
                                           reinterpret_cast<const char*>(array.bytes.data()) + array.bytes.size(),
                                           nullptr, /*allow_exceptions=*/false);
  try {
    stored.kind = FeatureKind{.network = facts.at("network"),
                              .sha256 = facts.at("sha256"),
                              .resize = facts.at("resize"),
                              .size = facts.at("size"),
                              .features = stored.moments.mean.size(0)};
    stored.moments.count = std::max<std::int64_t>(0, facts.at("images").get<std::int64_t>());
    if (!isPlain(stored.kind->network) || !isPlain(stored.kind->sha256) || !isPlain(stored.kind->resize)) {
      stored.kind.reset();
    }
  } catch (const nlohmann::json::exception&) {
    stored.kind.reset();
  }
}

void append(NpzWriter& writer, const std::string& name, const at::Tensor& tensor) {
  const at::Tensor whole = tensor.contiguous();
  const auto type = whole.scalar_type();
  writer.begin(name, type == at::kDouble ? "<f8" : type == at::kFloat ? "<f4" : "<i8", whole.sizes().vec());
  writer.append({static_cast<const char*>(whole.const_data_ptr()), whole.nbytes()});
}

}  // namespace

StoredMoments readMoments(const std::filesystem::path& path) {
  const NpzFile file(path);
  const std::vector<std::int64_t> shape = file.header(kMean).shape;
  if (shape.size() != 1 || shape[0] < 1 || shape[0] > kMostFeatures) throwBad(path, "mu is " + shapeText(shape));
  const std::int64_t size = shape[0];
  StoredMoments stored;
  stored.moments.mean = readArray(file, path, kMean, {size});
  const at::Tensor covariance = readArray(file, path, kCovariance, {size, size});
  // Single precision leaves differences of its rounding.
  const double largest = covariance.abs().max().item<double>();
  if ((covariance - covariance.t()).abs().max().item<double>() > 1e-4 * largest) {
    throwBad(path, "sigma is not symmetric, so it is no covariance");
  }
  if (covariance.diagonal().min().item<double>() < 0) throwBad(path, "sigma has a negative variance");
  stored.moments.covariance = (covariance + covariance.t()).mul_(0.5);
  if (std::ranges::count(file.names(), kFacts) > 0) readFacts(file, stored);
  return stored;
}

void writeMoments(const std::filesystem::path& path, const Moments& moments, const FeatureKind& kind,
                  const std::map<std::string, at::Tensor>& more) {
  const std::string facts = nlohmann::json{
      {"network", kind.network},
      {"sha256", kind.sha256},
      {"resize", kind.resize},
      {"size", kind.size},
      {"images", moments.count}}.dump();
  NpzWriter writer(path);
  append(writer, kMean, moments.mean);
  append(writer, kCovariance, moments.covariance);
  writer.begin(kFacts, "|u1", {static_cast<std::int64_t>(facts.size())});
  writer.append(facts);
  for (const auto& [name, tensor] : more) append(writer, name, tensor);
  writer.finish();
}

}  // namespace gan
