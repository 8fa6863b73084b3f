#include "config/run_config.h"

#include <algorithm>
#include <set>

#include "config/text.h"
#include "core/error.h"

namespace gan {
namespace {

template <typename T>
const T& typedValue(const RunConfig& config, std::string_view path) {
  const T* value = std::get_if<T>(&config.value(path));
  if (value == nullptr) {
    throw Error(ErrorCode::kInternal, "config_read_as_wrong_type",
                "The program reads {key} as another type than its schema says. Please report this.",
                {{"key", std::string(path)}});
  }
  return *value;
}

}  // namespace

RunConfig::RunConfig(const Schema& schema) : schema_(&schema) {
  for (const Field& field : schema.fields()) {
    values_.emplace(field.path, field.default_value);
  }
}

bool RunConfig::flag(std::string_view path) const { return typedValue<bool>(*this, path); }
std::int64_t RunConfig::integer(std::string_view path) const { return typedValue<std::int64_t>(*this, path); }
double RunConfig::real(std::string_view path) const { return typedValue<double>(*this, path); }
const std::string& RunConfig::text(std::string_view path) const { return typedValue<std::string>(*this, path); }

const Value& RunConfig::value(std::string_view path) const {
  const auto found = values_.find(path);
  if (found == values_.end()) {
    throw Error(ErrorCode::kInternal, "config_reads_unknown_key",
                "The program reads {key}, which its schema lacks. Please report this.", {{"key", std::string(path)}});
  }
  return found->second;
}

void RunConfig::set(std::string_view path, const Value& value) {
  const Field& field = schema_->at(path);
  values_.insert_or_assign(field.path, checkValue(field, value));
}

void RunConfig::setText(std::string_view path, std::string_view text) {
  const Field& field = schema_->at(path);
  values_.insert_or_assign(field.path, parseValue(field, text));
}

void RunConfig::applyOverride(std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos) {
    throw Error(ErrorCode::kInvalidArgument, "config_bad_override",
                "{found} sets nothing: write it as KEY=VALUE, for example data.batch_size=32.",
                {{"found", excerpt(assignment)}});
  }
  setText(assignment.substr(0, equals), assignment.substr(equals + 1));
}

void RunConfig::applyOverrides(std::span<const std::string> assignments) {
  std::set<std::string, std::less<>> own;
  for (const std::string& assignment : assignments) {
    applyOverride(assignment);
    own.insert(assignment.substr(0, assignment.find('=')));
  }
  if (own.empty()) return;
  // One that goes back may be what another one needs.
  for (bool changes = true; changes;) {
    changes = false;
    for (const auto& [path, value] : changed()) {
      const Field& field = schema_->at(path);
      if (own.contains(path) || applies(field, *this)) continue;
      values_.insert_or_assign(path, field.default_value);
      changes = true;
    }
  }
}

std::map<std::string, Value> RunConfig::changed() const {
  std::map<std::string, Value> result;
  for (const Field& field : schema_->fields()) {
    const Value& value = values_.at(field.path);
    if (value != field.default_value) {
      result.emplace(field.path, value);
    }
  }
  return result;
}

const Need* unmetNeed(const Field& field, const RunConfig& config) {
  const auto unmet = std::ranges::find_if(field.needs, [&](const Need& need) {
    const bool found = std::ranges::find(need.values, formatValue(config.value(need.path))) != need.values.end();
    return found != (need.kind == Need::Kind::kOneOf);
  });
  return unmet == field.needs.end() ? nullptr : &*unmet;
}

}  // namespace gan
