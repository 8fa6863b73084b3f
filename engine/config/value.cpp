#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

#include "config/automatic.h"
#include "config/schema.h"
#include "config/text.h"
#include "core/error.h"

namespace gan {
namespace {

constexpr std::size_t kLongestText = 4096;
constexpr std::int64_t kAutomatic = -1;
constexpr double kLargestExactInteger = 9007199254740992.0;  // 2^53
constexpr std::array<std::pair<FieldType, std::string_view>, 6> kTypeNames = {{
    {FieldType::kBool, "bool"},
    {FieldType::kInteger, "integer"},
    {FieldType::kReal, "real"},
    {FieldType::kChoice, "choice"},
    {FieldType::kText, "text"},
    {FieldType::kPath, "path"},
}};

[[noreturn]] void throwWrongType(const Field& field, const std::string& found) {
  throw Error(ErrorCode::kInvalidArgument, "config_wrong_type",
              "{key} takes {expected}, but {found} was given. Its default is {default}.",
              {{"key", field.path},
               {"expected", describeValues(field)},
               {"found", found},
               {"default", formatValue(field.default_value)}});
}

[[noreturn]] void throwOutOfRange(const Field& field, const std::string& found) {
  throw Error(ErrorCode::kInvalidArgument, "config_out_of_range",
              "{key} takes {expected}, but {found} lies outside. Its default is {default}.",
              {{"key", field.path},
               {"expected", describeValues(field)},
               {"found", found},
               {"default", formatValue(field.default_value)}});
}

[[noreturn]] void throwUnknownChoice(const Field& field, std::string_view found) {
  std::vector<ErrorArgument> arguments = {
      {"key", field.path}, {"expected", describeValues(field)}, {"found", excerpt(found)}};
  if (const auto nearest = nearestWord(found, field.choices)) {
    arguments.push_back({"suggestion", *nearest});
    throw Error(ErrorCode::kInvalidArgument, "config_unknown_choice",
                "{key} takes {expected}, but {found} was given. Did you mean \"{suggestion}\"?", std::move(arguments));
  }
  throw Error(ErrorCode::kInvalidArgument, "config_unknown_choice", "{key} takes {expected}, but {found} was given.",
              std::move(arguments));
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::string lowerCase(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return result;
}

// Without a leading plus sign and without underscores between digits, which std::from_chars does not know.
std::string plainNumber(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') {
    text.remove_prefix(1);
  }
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool separator =
        text[i] == '_' && i > 0 && i + 1 < text.size() && isDigit(text[i - 1]) && isDigit(text[i + 1]);
    if (!separator) {
      result += text[i];
    }
  }
  return result;
}

template <typename Number>
std::errc readWhole(const std::string& text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return stop == end ? error : std::errc::invalid_argument;
}

Value parseBool(const Field& field, std::string_view text) {
  const std::string word = lowerCase(text);
  if (word == "true" || word == "on" || word == "yes" || word == "1") {
    return true;
  }
  if (word == "false" || word == "off" || word == "no" || word == "0") {
    return false;
  }
  throwWrongType(field, excerpt(text));
}

double parseReal(const Field& field, std::string_view text) {
  double number = 0;
  const std::errc error = readWhole(plainNumber(text), number);
  if (error == std::errc::result_out_of_range) {
    throwOutOfRange(field, excerpt(text));
  }
  if (error != std::errc() || !std::isfinite(number)) {
    throwWrongType(field, excerpt(text));
  }
  return number;
}

std::int64_t parseInteger(const Field& field, std::string_view text) {
  if (canBeAutomatic(field) && lowerCase(text) == "auto") return kAutomatic;
  std::int64_t integer = 0;
  const std::errc error = readWhole(plainNumber(text), integer);
  if (error == std::errc()) {
    return integer;
  }
  if (error == std::errc::result_out_of_range) {
    throwOutOfRange(field, excerpt(text));
  }
  const double real = parseReal(field, text);  // 1e6 is a whole number, too
  if (real != std::trunc(real)) {
    throwWrongType(field, excerpt(text));
  }
  if (std::abs(real) > kLargestExactInteger) {
    throwOutOfRange(field, excerpt(text));
  }
  return static_cast<std::int64_t>(real);
}

std::string parseChoice(const Field& field, std::string_view text) {
  const std::string word = lowerCase(text);
  const auto same = [&](const std::string& choice) { return lowerCase(choice) == word; };
  const auto found = std::ranges::find_if(field.choices, same);
  return found == field.choices.end() ? std::string(text) : *found;
}

// Integers are compared as such: past 2^53 a double would let neighbours of a bound through.
bool contains(const Range& range, std::int64_t number) {
  constexpr double kLimit = 9223372036854775808.0;  // 2^63
  const bool above =
      range.lowest < -kLimit || (range.lowest < kLimit && number >= static_cast<std::int64_t>(range.lowest));
  const bool below =
      range.highest >= kLimit || (range.highest >= -kLimit && number <= static_cast<std::int64_t>(range.highest));
  return above && below;
}

bool contains(const Range& range, double number) { return number >= range.lowest && number <= range.highest; }

Value checkText(const Field& field, const std::string& text) {
  if (text.size() > kLongestText || !isPlainText(text)) {
    throwWrongType(field, excerpt(text));
  }
  if (field.type == FieldType::kChoice && std::ranges::find(field.choices, text) == field.choices.end()) {
    throwUnknownChoice(field, text);
  }
  return text;
}

std::string describeNumber(const Field& field, std::string_view noun) {
  std::string result = std::string(noun);
  if (field.range) {
    result += " from " + formatValue(field.range->lowest) + " to " + formatValue(field.range->highest);
  }
  return field.unit.empty() ? result : result + " (" + field.unit + ")";
}

}  // namespace

bool canBeAutomatic(const Field& field) {
  return field.type == FieldType::kInteger && field.range && field.range->lowest == kAutomatic;
}

Value parseValue(const Field& field, std::string_view text) {
  const std::string_view word = trimmed(text);
  switch (field.type) {
    case FieldType::kBool:
      return parseBool(field, word);
    case FieldType::kInteger:
      return checkValue(field, parseInteger(field, word));
    case FieldType::kReal:
      return checkValue(field, parseReal(field, word));
    case FieldType::kChoice:
      return checkValue(field, parseChoice(field, word));
    case FieldType::kText:
    case FieldType::kPath:
      break;
  }
  return checkValue(field, std::string(text));
}

Value checkValue(const Field& field, const Value& value) {
  const auto* flag = std::get_if<bool>(&value);
  const auto* integer = std::get_if<std::int64_t>(&value);
  const auto* real = std::get_if<double>(&value);
  const auto* text = std::get_if<std::string>(&value);
  const bool wants_text =
      field.type == FieldType::kChoice || field.type == FieldType::kText || field.type == FieldType::kPath;
  if (flag != nullptr && field.type == FieldType::kBool) {
    return value;
  }
  if (text != nullptr && wants_text) {
    return checkText(field, *text);
  }
  if (integer != nullptr && field.type == FieldType::kInteger) {
    if (field.range && !contains(*field.range, *integer)) {
      throwOutOfRange(field, formatValue(value));
    }
    return value;
  }
  if ((integer != nullptr || real != nullptr) && field.type == FieldType::kReal) {
    const double number = real != nullptr ? *real : static_cast<double>(*integer);
    if (!std::isfinite(number)) {
      throwWrongType(field, formatValue(value));
    }
    if (field.range && !contains(*field.range, number)) {
      throwOutOfRange(field, formatValue(value));
    }
    return number;
  }
  throwWrongType(field, text != nullptr ? excerpt(*text) : formatValue(value));
}

std::string formatValue(const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) {
    return *flag ? "true" : "false";
  }
  if (const auto* text = std::get_if<std::string>(&value)) {
    return *text;
  }
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    return std::to_string(*integer);
  }
  const double number = std::get<double>(value);
  const double magnitude = std::abs(number);
  const bool fixed = number == 0 || (magnitude >= 1e-3 && magnitude <= kLargestExactInteger);
  std::array<char, 64> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                    fixed ? std::chars_format::fixed : std::chars_format::scientific);
  std::string text(buffer.data(), result.ptr);
  // to_chars writes at least two digits of exponent: 2e-04.
  const std::size_t exponent =
      text.find_first_of("+-", text.find('e') == std::string::npos ? text.size() : text.find('e'));
  if (exponent != std::string::npos && text[exponent + 1] == '0') {
    text.erase(exponent + 1, 1);
  }
  return text;
}

std::string describeValues(const Field& field) {
  switch (field.type) {
    case FieldType::kBool:
      return "true or false";
    case FieldType::kInteger:
      return (canBeAutomatic(field) ? "auto (-1) or " : "") + describeNumber(field, "a whole number");
    case FieldType::kReal:
      return describeNumber(field, "a number");
    case FieldType::kChoice:
      return joinChoices(field.choices);
    case FieldType::kText:
      return "text without control characters";
    case FieldType::kPath:
      return "a path in UTF-8 without control characters";
  }
  return {};
}

std::string_view fieldTypeName(FieldType type) {
  const auto found = std::ranges::find(kTypeNames, type, &std::pair<FieldType, std::string_view>::first);
  return found == kTypeNames.end() ? std::string_view() : found->second;
}

FieldType fieldTypeFromName(std::string_view name) {
  const auto found = std::ranges::find(kTypeNames, name, &std::pair<FieldType, std::string_view>::second);
  if (found == kTypeNames.end()) {
    throw Error(ErrorCode::kInvalidArgument, "config_unknown_type",
                "A setting has the type {found}, which this build does not know. Use the same version on both sides.",
                {{"found", excerpt(name)}});
  }
  return found->first;
}

}  // namespace gan
