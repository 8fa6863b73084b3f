#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.h"

/// What the files of a run folder share about JSON. For .cpp files of this folder only: nlohmann's header is large.
namespace gan::json {

using Json = nlohmann::json;

/// How a text that cannot be used is reported: Error(kDataLoss, error_id) that names the source and ends with advice.
struct Origin {
  std::string_view error_id;
  std::string_view source;
  std::string_view advice;
};

inline constexpr std::size_t kMaxBytes = std::size_t{1} << 20U;

/// Parses an object of at most kMaxBytes and a few levels; both are checked before the parser takes memory.
Json parseObject(std::string_view text, const Origin& origin);

/// One line. Bytes that are not UTF-8 become U+FFFD.
std::string line(const Json& json);
/// Several lines, for files that people read.
std::string pretty(const Json& json);

/// A number, or "nan", "inf", "-inf", which JSON has no numbers for.
Json real(double value);

/// A text where the name of something was expected, of which this version knows no such one: a later one may.
class UnknownName : public Error {
 public:
  explicit UnknownName(Error why) : Error(std::move(why)) {}
};

/// Checked access to the members of an object. object and origin must outlive it.
class Members {
 public:
  Members(const Json& object, const Origin& origin) : object_(object), origin_(origin) {}

  bool has(std::string_view name) const { return object_.contains(name); }
  std::int64_t integer(std::string_view name, std::int64_t lowest = 0,
                       std::int64_t highest = std::numeric_limits<std::int64_t>::max()) const;
  std::int32_t segment(std::string_view name) const {
    return static_cast<std::int32_t>(integer(name, 0, std::numeric_limits<std::int32_t>::max()));
  }
  std::uint64_t size(std::string_view name) const { return static_cast<std::uint64_t>(integer(name)); }
  double real(std::string_view name) const;
  bool flag(std::string_view name) const;
  std::string text(std::string_view name) const;
  const Json& list(std::string_view name) const;
  Members object(std::string_view name) const;
  const Origin& origin() const { return origin_; }
  /// The object itself.
  const Json& json() const { return object_; }

  /// A text that is one of the names of an enumeration whose values go from 0 to last. Throws UnknownName for another.
  template <typename Enum>
  Enum choice(std::string_view name, std::string_view (*name_of)(Enum), Enum last) const {
    const std::string found = text(name);
    std::string names;
    for (int i = 0; i <= static_cast<int>(last); ++i) {
      const auto value = static_cast<Enum>(i);
      if (found == name_of(value)) return value;
      names += (i > 0 ? ", " : "") + std::string(name_of(value));
    }
    throw UnknownName(wrong(name, "one of " + names));
  }

  /// Throws the error for a member that is not what it should be.
  [[noreturn]] void fail(std::string_view name, std::string_view expected) const;

 private:
  const Json& member(std::string_view name, std::string_view expected) const;
  Error wrong(std::string_view name, std::string_view expected) const;

  const Json& object_;
  const Origin& origin_;
};

}  // namespace gan::json
