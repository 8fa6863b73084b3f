#include "interop/safetensors_header.h"

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "core/error.h"

namespace gan {
namespace {

constexpr std::string_view kMetadataName = "__metadata__";

std::optional<ElementType> elementTypeNamed(std::string_view name) {
  for (const ElementType type :
       {ElementType::kBool, ElementType::kU8, ElementType::kI8, ElementType::kI16, ElementType::kI32, ElementType::kI64,
        ElementType::kF16, ElementType::kBF16, ElementType::kF32, ElementType::kF64}) {
    if (elementTypeName(type) == name) return type;
  }
  return std::nullopt;
}

/// Receives the header's JSON piece by piece: {name: {"dtype": s, "shape": [n...], "data_offsets": [n, n]}...} with an
/// optional "__metadata__": {s: s...}.
class HeaderReceiver : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit HeaderReceiver(std::string_view source) : source_(source) {}

  SafetensorsHeader take() { return std::move(header_); }

  bool null() override { refuse("null"); }
  bool boolean(bool) override { refuse("true or false"); }
  bool number_integer(number_integer_t) override { refuse("a negative number"); }
  bool number_float(number_float_t, const string_t&) override { refuse("a fraction"); }
  bool binary(binary_t&) override { refuse("binary data"); }

  bool number_unsigned(number_unsigned_t value) override {
    if (place_ == Place::kShape && value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      header_.entries.back().shape.push_back(static_cast<std::int64_t>(value));
    } else if (place_ == Place::kOffsets && offset_count_ < 2) {
      (offset_count_++ == 0 ? header_.entries.back().begin : header_.entries.back().end) = value;
    } else {
      refuse("the number " + std::to_string(value));
    }
    return true;
  }

  bool string(string_t& value) override {
    if (place_ == Place::kMetadata) {
      if (!header_.metadata.emplace(key_, std::move(value)).second) refuse("a second value");
    } else if (place_ == Place::kTensor && key_ == "dtype") {
      const auto type = elementTypeNamed(value);
      if (!type) refuseType(value);
      header_.entries.back().type = *type;
    } else {
      refuse("the text '" + shortened(value) + "'");
    }
    return true;
  }

  bool start_object(std::size_t) override {
    if (place_ == Place::kOutside) {
      place_ = Place::kRoot;
    } else if (place_ == Place::kRoot && key_ == kMetadataName) {
      if (std::exchange(has_metadata_, true)) refuse("a second one");
      place_ = Place::kMetadata;
    } else if (place_ == Place::kRoot) {
      if (!names_.insert(key_).second) refuse("a second tensor of this name");
      header_.entries.emplace_back().name = key_;
      seen_fields_.clear();
      place_ = Place::kTensor;
    } else {
      refuse("an object");
    }
    return true;
  }

  bool end_object() override {
    if (place_ == Place::kTensor && seen_fields_.size() < 3) refuse("only a part of dtype, shape and data_offsets");
    place_ = place_ == Place::kRoot ? Place::kOutside : Place::kRoot;
    return true;
  }

  bool start_array(std::size_t) override {
    if (place_ != Place::kTensor || (key_ != "shape" && key_ != "data_offsets")) refuse("a list");
    place_ = key_ == "shape" ? Place::kShape : Place::kOffsets;
    offset_count_ = 0;
    return true;
  }

  bool end_array() override {
    if (place_ == Place::kOffsets && offset_count_ < 2) refuse("fewer than two data_offsets");
    place_ = Place::kTensor;
    return true;
  }

  bool key(string_t& name) override {
    key_ = std::move(name);
    if (place_ == Place::kTensor) {
      if (key_ != "dtype" && key_ != "shape" && key_ != "data_offsets") refuse("the field '" + shortened(key_) + "'");
      if (!seen_fields_.insert(key_).second) refuse("a second " + key_);
    }
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) override {
    throw Error(
        ErrorCode::kDataLoss, "safetensors_header_not_json",
        "{path} is not a whole safetensors file: its header is no valid JSON from byte {position} on. Use another "
        "copy of it.",
        {{"path", std::string(source_)}, {"position", std::to_string(position)}});
  }

 private:
  enum class Place { kOutside, kRoot, kMetadata, kTensor, kShape, kOffsets };

  [[noreturn]] void refuse(std::string_view found) const {
    const bool in_tensor = place_ == Place::kTensor || place_ == Place::kShape || place_ == Place::kOffsets;
    const std::string_view name = in_tensor ? std::string_view(header_.entries.back().name) : std::string_view(key_);
    throw Error(ErrorCode::kDataLoss, "safetensors_header_entry",
                "{path} is not a valid safetensors file: the header's entry '{tensor}' must hold a dtype, a shape and "
                "two data_offsets (or texts, for __metadata__), but holds {found}. Use another copy of it.",
                {{"path", std::string(source_)}, {"tensor", shortened(name)}, {"found", std::string(found)}});
  }

  [[noreturn]] void refuseType(std::string_view type) const {
    throw Error(
        ErrorCode::kUnsupported, "safetensors_element_type",
        "Tensor '{tensor}' in {path} has elements of type '{type}'; BOOL, U8, I8, I16, I32, I64, F16, BF16, F32 "
        "and F64 can be read. Convert it to one of these.",
        {{"path", std::string(source_)},
         {"tensor", shortened(header_.entries.back().name)},
         {"type", shortened(type)}});
  }

  std::string_view source_;
  SafetensorsHeader header_;
  Place place_ = Place::kOutside;
  std::string key_;
  std::set<std::string> names_;
  std::set<std::string> seen_fields_;
  int offset_count_ = 0;
  bool has_metadata_ = false;
};

}  // namespace

SafetensorsHeader parseSafetensorsHeader(std::string_view json, std::string_view source) {
  HeaderReceiver receiver(source);
  nlohmann::json::sax_parse(json.begin(), json.end(), &receiver);
  return receiver.take();
}

std::string shortened(std::string_view name) {
  constexpr std::size_t kLimit = 120;
  return name.size() <= kLimit ? std::string(name) : std::string(name.substr(0, kLimit)) + "...";
}

}  // namespace gan
