#include "config/field_makers.h"

#include <utility>

namespace gan::fields {

Field field(Texts texts, FieldType type, Value default_value) {
  Field result;
  result.path = std::move(texts.path);
  result.title = std::move(texts.title);
  result.help = std::move(texts.help);
  result.type = type;
  result.default_value = std::move(default_value);
  return result;
}

Field flag(Texts texts, bool default_value) { return field(std::move(texts), FieldType::kBool, default_value); }

Field integer(Texts texts, std::int64_t default_value, Range range, std::string unit) {
  Field result = field(std::move(texts), FieldType::kInteger, default_value);
  result.range = range;
  result.unit = std::move(unit);
  return result;
}

Field real(Texts texts, double default_value, Range range, std::string unit) {
  Field result = field(std::move(texts), FieldType::kReal, default_value);
  result.range = range;
  result.unit = std::move(unit);
  return result;
}

Field choice(Texts texts, std::vector<std::string> choices) {
  Field result = field(std::move(texts), FieldType::kChoice, choices.front());
  result.choices = std::move(choices);
  return result;
}

Field live(Field result) {
  result.change = Change::kLive;
  return result;
}

Field common(Field result) {
  result.audience = Audience::kCommon;
  return result;
}

Field logarithmic(Field result) {
  result.scale = Scale::kLogarithmic;
  return result;
}

Field needs(std::string path, std::vector<std::string> values, Field result) {
  result.needs.push_back({std::move(path), std::move(values), Need::Kind::kOneOf});
  return result;
}

Field needsOther(std::string path, std::vector<std::string> values, Field result) {
  result.needs.push_back({std::move(path), std::move(values), Need::Kind::kNoneOf});
  return result;
}

Field schedule(const std::string& path, const std::string& title, const std::string& what) {
  return field({path, title,
                "How " + what +
                    " changes by the step, as a share of what is set: constant, linear N to F, cosine N to F (which "
                    "reach the factor F after N steps) or step N by F (times F after every N steps); before it, if "
                    "wanted, warmup N and a comma, to begin with a rise over N steps."},
               FieldType::kText, std::string());
}

}  // namespace gan::fields
