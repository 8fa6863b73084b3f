#include <algorithm>
#include <array>

#include "config/yaml.h"

namespace gan {
namespace {

constexpr std::size_t kColumns = 100;

std::vector<std::string_view> words(std::string_view text, char separator) {
  std::vector<std::string_view> result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) {
      result.push_back(text.substr(0, end));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

void appendComment(std::string& yaml, const std::string& indent, std::string_view text) {
  std::string line = indent + "#";
  for (const std::string_view word : words(text, ' ')) {
    if (line.size() + 1 + word.size() > kColumns && line.size() > indent.size() + 1) {
      yaml += line + "\n";
      line = indent + "#";
    }
    line.append(" ").append(word);
  }
  yaml += line + "\n";
}

// Bare only where every YAML reader sees the same text: "on" and "1e3" would become something else in some.
bool needsQuotes(std::string_view text) {
  constexpr std::array<std::string_view, 9> kReserved = {"true", "false", "on", "off", "yes", "no", "null", "y", "n"};
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto bare = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '/' || c == '.' || c == '-'; };
  if (text.empty() || !(letter(text[0]) || text[0] == '/') || !std::ranges::all_of(text, bare)) {
    return true;
  }
  const auto same = [&](std::string_view word) {
    return std::ranges::equal(text, word, [](char a, char b) { return (a | 0x20) == b; });
  };
  return std::ranges::any_of(kReserved, same);
}

std::string scalar(const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr || !needsQuotes(*text)) {
    return formatValue(value);
  }
  std::string quoted = "\"";
  for (const char c : *text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
    }
    quoted += c;
  }
  return quoted + "\"";
}

std::string comment(const Field& field) {
  std::string text = field.help;
  if (!text.empty() && text.back() != '.') {
    text += '.';
  }
  std::string values = describeValues(field);
  if (field.type == FieldType::kChoice) {
    values = "One of " + values;
  } else if (values[0] >= 'a' && values[0] <= 'z') {
    values[0] = static_cast<char>(values[0] - 'a' + 'A');
  }
  return text + " " + values + (field.change == Change::kLive ? "; live." : ".");
}

}  // namespace

std::string toYaml(const RunConfig& config) {
  std::string yaml = "# GAN Studio: all settings of a run. Those marked live can change while it trains.\n";
  std::vector<std::string_view> open_groups;
  for (const Field& field : config.schema().fields()) {
    if (!applies(field, config)) continue;
    const std::vector<std::string_view> parts = words(field.path, '.');
    const std::size_t depth = parts.size() - 1;
    std::size_t shared = 0;
    while (shared < depth && shared < open_groups.size() && open_groups[shared] == parts[shared]) {
      ++shared;
    }
    for (std::size_t level = shared; level < depth; ++level) {
      yaml.append(level == 0 ? "\n" : "").append(2 * level, ' ').append(parts[level]).append(":\n");
    }
    open_groups.assign(parts.begin(), parts.end() - 1);
    const std::string indent(2 * depth, ' ');
    appendComment(yaml, indent, comment(field));
    yaml.append(indent).append(parts.back()).append(": ").append(scalar(config.value(field.path))).append("\n");
  }
  return yaml;
}

std::string modelYaml(const RunConfig& config) {
  std::string yaml;
  for (const Field& field : config.schema().fields()) {
    const bool chosen = field.path.starts_with("model.") || field.path == "data.resolution" ||
                        field.path == "data.channels" || field.path == "training.float32_precision" ||
                        field.path == "sampling.statistics_batches";
    if (chosen && applies(field, config)) yaml += field.path + ": " + scalar(config.value(field.path)) + "\n";
  }
  return yaml;
}

}  // namespace gan
