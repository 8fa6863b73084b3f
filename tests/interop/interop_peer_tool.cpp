// Our side of the cross-tests with Python: writes files for the peers' readers and says what it reads in theirs.
#include <array>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/sha256.h"
#include "interop/safetensors.h"
#include "interop/tensorboard_writer.h"

namespace gan {
namespace {

constexpr auto kTypes = {ElementType::kBool, ElementType::kU8,  ElementType::kI8,  ElementType::kI16,
                         ElementType::kI32,  ElementType::kI64, ElementType::kF16, ElementType::kBF16,
                         ElementType::kF32,  ElementType::kF64};

/// One line of JSON: names, types, shapes and digests of the bytes.
void describeSafetensors(const std::string& path) {
  const SafetensorsFile file{std::filesystem::path(path)};
  nlohmann::json tensors = nlohmann::json::object();
  for (const auto& [name, tensor] : file.tensors()) {
    Sha256 digest;
    digest.update(tensor.bytes);
    tensors[name] = {{"dtype", elementTypeName(tensor.type)}, {"shape", tensor.shape}, {"sha256", digest.finish()}};
  }
  std::cout << nlohmann::json{{"tensors", tensors}, {"metadata", file.metadata()}} << "\n";
}

/// A [2, 3] tensor of each type, whose bytes count 0, 1, 0, 1, ... (valid for every type), and awkward names.
void writeSafetensorsExample(const std::string& path) {
  std::vector<std::byte> bytes(64);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = std::byte(i % 2);
  std::map<std::string, TensorView> tensors;
  for (const ElementType type : kTypes) {
    tensors["type " + std::string(elementTypeName(type))] = {
        .type = type, .shape = {2, 3}, .bytes = std::span(bytes).first(6 * elementSize(type))};
  }
  tensors["empty"] = {.type = ElementType::kF32, .shape = {0, 4}, .bytes = {}};
  tensors["scalar \"quoted\" \xc3\xa9"] = {.type = ElementType::kF32, .shape = {}, .bytes = std::span(bytes).first(4)};
  writeSafetensors(path, tensors, {{"step", "12"}, {"line", "a\nb"}});
}

float lossAt(std::int64_t step) { return 1.0F / static_cast<float>(step + 1); }

/// Steps first to last, as one segment of a run; a value of NaN at step 7.
void writeTensorBoardSegment(const std::string& folder, std::int64_t first, std::int64_t last) {
  TensorBoardWriter writer(folder, first, 1'700'000'000.0 + static_cast<double>(first));
  for (std::int64_t step = first; step <= last; ++step) {
    const std::array scalars = {
        TensorBoardWriter::Scalar{.tag = "loss/g", .value = lossAt(step)},
        TensorBoardWriter::Scalar{.tag = "loss/d", .value = step == 7 ? std::nanf("") : -lossAt(step)},
        TensorBoardWriter::Scalar{.tag = "segment", .value = static_cast<float>(first)}};
    writer.writeScalars(step, 1'700'000'000.0 + static_cast<double>(step) / 8, scalars);
  }
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() == 2 && arguments[0] == "describe-safetensors") {
    describeSafetensors(arguments[1]);
  } else if (arguments.size() == 2 && arguments[0] == "write-safetensors") {
    writeSafetensorsExample(arguments[1]);
  } else if (arguments.size() == 4 && arguments[0] == "write-tensorboard") {
    writeTensorBoardSegment(arguments[1], std::stoll(arguments[2]), std::stoll(arguments[3]));
  } else {
    std::cerr
        << "usage: interop_peer_tool describe-safetensors FILE | write-safetensors FILE | write-tensorboard FOLDER "
           "FIRST LAST\n";
    return 2;
  }
  return 0;
}

}  // namespace
}  // namespace gan

int main(int argc, char** argv) {
  try {
    return gan::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
