#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "config/schema.h"

/// What the lists of the schema's fields are written with.
namespace gan::fields {

inline constexpr double kMaxSeed = 9007199254740992;  ///< 2^53: JSON and doubles carry it exactly
inline constexpr double kMaxSteps = 1e12;

struct Texts {
  std::string path;
  std::string title;
  std::string help;
};

Field field(Texts texts, FieldType type, Value default_value);
Field flag(Texts texts, bool default_value);
Field integer(Texts texts, std::int64_t default_value, Range range, std::string unit = {});
Field real(Texts texts, double default_value, Range range, std::string unit = {});
/// The first choice is the default.
Field choice(Texts texts, std::vector<std::string> choices);
/// A text that ValueSchedule reads. what: that it changes.
Field schedule(const std::string& path, const std::string& title, const std::string& what);

/// Each the field that it is given, of which it says one thing more.
Field live(Field result);
Field common(Field result);
Field logarithmic(Field result);
/// The field means something only while the one of this path has one of these values,
Field needs(std::string path, std::vector<std::string> values, Field result);
/// or none of them.
Field needsOther(std::string path, std::vector<std::string> values, Field result);

}  // namespace gan::fields
