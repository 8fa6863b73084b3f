#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "config/schema.h"

namespace gan {

/// One value for every field of a schema. A plain value type; the schema must outlive it.
class RunConfig {
 public:
  /// All defaults.
  explicit RunConfig(const Schema& schema = Schema::builtin());

  const Schema& schema() const { return *schema_; }

  /// Typed reads. A path that the schema lacks or that has another type is a defect: Error(kInternal).
  bool flag(std::string_view path) const;
  std::int64_t integer(std::string_view path) const;
  double real(std::string_view path) const;
  const std::string& text(std::string_view path) const;  // choices and paths too
  const Value& value(std::string_view path) const;

  /// Checks against the schema; errors as parseValue() and Schema::at().
  void set(std::string_view path, const Value& value);
  void setText(std::string_view path, std::string_view text);
  /// "a.b=c", as given to --set. Throws Error(kInvalidArgument, "config_bad_override") when there is no '='.
  void applyOverride(std::string_view assignment);
  /// Several of them. What they leave without a meaning, and do not set themselves, goes back to its default: whoever
  /// chooses another loss need not know which settings of a preset belonged to the old one.
  void applyOverrides(std::span<const std::string> assignments);

  /// Fields that do not stand at their default.
  std::map<std::string, Value> changed() const;

  friend bool operator==(const RunConfig& a, const RunConfig& b) { return a.values_ == b.values_; }

 private:
  const Schema* schema_;
  std::map<std::string, Value, std::less<>> values_;
};

/// The first of a field's needs that the other fields' values do not meet; null when they meet all.
const Need* unmetNeed(const Field& field, const RunConfig& config);
/// Whether a field of the configuration's schema means anything beside the others' values. One that does not is left
/// out of run.yaml and of forms, and refused by checkConsistency() unless it stands at its default.
inline bool applies(const Field& field, const RunConfig& config) { return unmetNeed(field, config) == nullptr; }

/// Rules that span several fields (an alternating schedule compares no pairs, DCGAN needs 28/32/64/128 px, ...). Throws
/// Error(kInvalidArgument, "config_conflict") that names both fields.
void checkConsistency(const RunConfig& config);
/// The same of a run that stands, with changes that have been applied, "key=value" or their keys alone: evaluations
/// that it asks for and that cannot be made, which older versions let pass, are no reason not to go on where none of
/// the changes is about them.
void checkChanges(const RunConfig& config, std::span<const std::string> changes);
/// Of assignments that have been applied, "key=value" or their keys alone: each has to mean something beside the
/// others' values, also one that sets its default, as files may. Throws likewise.
void checkHaveEffect(const RunConfig& config, std::span<const std::string> assignments);

}  // namespace gan
