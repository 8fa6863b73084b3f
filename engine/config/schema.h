#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gan {

/// A configuration value. Choices and paths are text: UTF-8 without control characters, at most 4,096 bytes.
using Value = std::variant<bool, std::int64_t, double, std::string>;

enum class FieldType { kBool, kInteger, kReal, kChoice, kText, kPath };

/// When a new value of a field takes effect.
enum class Change {
  kLive,     ///< Between two steps of a running training.
  kRestart,  ///< Only in a new run or branch.
};

/// How a number is best shown: a learning rate belongs on a logarithmic slider.
enum class Scale { kLinear, kLogarithmic };

/// Where forms show a field.
enum class Audience { kCommon, kAdvanced };

/// Inclusive bounds of a number.
struct Range {
  double lowest = 0;
  double highest = 0;
};

/// What another setting must be for one to mean anything.
struct Need {
  enum class Kind { kOneOf, kNoneOf };
  std::string path;
  std::vector<std::string> values;  ///< As formatValue() writes them.
  Kind kind = Kind::kOneOf;
  bool operator==(const Need&) const = default;
};

/// Everything the project says about one setting, once: files, command line, protocol, forms and translations read it.
struct Field {
  std::string path;  ///< "optimizer.generator.learning_rate"
  FieldType type = FieldType::kText;
  Value default_value;
  std::optional<Range> range;  ///< Numbers only.
  std::vector<std::string> choices;
  std::string unit;   ///< "steps", "images", "" where there is none.
  std::string title;  ///< A few words for a form's label: "G learning rate".
  std::string help;   ///< One or two sentences; English source of the translations.
  Change change = Change::kRestart;
  Scale scale = Scale::kLinear;
  Audience audience = Audience::kAdvanced;
  std::vector<Need> needs = {};  ///< All of them; see applies().
};

/// The list of all fields, in the order in which files and forms show them. Immutable; share freely between threads.
class Schema {
 public:
  /// The list may come from another build's engine. Throws Error(kInvalidArgument, "schema_invalid") when it
  /// contradicts itself: a path twice or badly formed, a default outside its own range, text with control characters, a
  /// need of a field that there is not.
  explicit Schema(std::vector<Field> fields);

  /// The schema of this build.
  static const Schema& builtin();

  std::span<const Field> fields() const { return fields_; }
  /// Null when there is no such field.
  const Field* find(std::string_view path) const;
  /// As find(); throws Error(kNotFound, "config_unknown_key") with the nearest known path as a suggestion.
  const Field& at(std::string_view path) const;
  /// The known path with the smallest edit distance, if it is near enough to be what was meant.
  std::optional<std::string> nearest(std::string_view path) const;

 private:
  std::vector<Field> fields_;
};

/// Reads text as the field's type and checks range and choices. Accepts what a person types: 2e-4, 1_000, true, on,
/// yes. Throws Error(kInvalidArgument): "config_wrong_type", "config_out_of_range", "config_unknown_choice".
Value parseValue(const Field& field, std::string_view text);
/// Checks a value that already has a type; an integer is taken for a real. Same errors as parseValue().
Value checkValue(const Field& field, const Value& value);
/// Shortest text that reads back as the same value.
std::string formatValue(const Value& value);
/// What the field takes, for messages and comments: "a whole number from 8 to 1024 (px)", "mlp or dcgan".
std::string describeValues(const Field& field);
/// "bool", "integer", "real", "choice", "text", "path": for the protocol.
std::string_view fieldTypeName(FieldType type);
/// The reverse. Throws Error(kInvalidArgument, "config_unknown_type").
FieldType fieldTypeFromName(std::string_view name);

}  // namespace gan
