#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace gan::test {

/// The sequence numbers of events, a JSON object a line; an end that is not yet one is left out.
inline std::vector<std::int64_t> eventSequences(const std::string& lines) {
  std::vector<std::int64_t> found;
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) {
    const auto event = nlohmann::json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (event.is_object() && event.contains("sequence")) found.push_back(event["sequence"]);
  }
  return found;
}

}  // namespace gan::test
