#include "config/schema.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "config/text.h"
#include "core/error.h"

namespace gan {
namespace {

[[noreturn]] void throwInvalid(const Field& field, std::string_view problem) {
  throw Error(ErrorCode::kInvalidArgument, "schema_invalid",
              "The list of settings contradicts itself at {key}: {problem}. It comes from another build or is damaged.",
              {{"key", excerpt(field.path)}, {"problem", std::string(problem)}});
}

// Lower-case words of letters, digits and underscores, joined by single dots.
bool isPath(std::string_view path) {
  const auto known = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.'; };
  return !path.empty() && path.size() <= 128 && std::ranges::all_of(path, known) && path.front() != '.' &&
         path.back() != '.' && path.find("..") == std::string_view::npos;
}

void checkField(const Field& field) {
  if (!isPath(field.path)) {
    throwInvalid(field, "this is not a well-formed path");
  }
  if (!isPlainText(field.unit) || !isPlainText(field.title) || !isPlainText(field.help) ||
      !std::ranges::all_of(field.choices, isPlainText) || !std::ranges::all_of(field.needs, [](const Need& need) {
        return std::ranges::all_of(need.values, isPlainText);
      })) {
    throwInvalid(field, "a text holds control characters");
  }
  if (field.range && !(std::isfinite(field.range->lowest) && std::isfinite(field.range->highest) &&
                       field.range->lowest <= field.range->highest)) {
    throwInvalid(field, "its range is empty");
  }
  try {
    if (checkValue(field, field.default_value) != field.default_value) {
      throwInvalid(field, "its default has another type");
    }
  } catch (const Error& error) {
    throwInvalid(field, error.message());
  }
}

[[noreturn]] void throwUnknownKey(const Schema& schema, std::string_view path) {
  if (const auto suggestion = schema.nearest(path)) {
    throw Error(ErrorCode::kNotFound, "config_unknown_key", "There is no setting {key}. Did you mean \"{suggestion}\"?",
                {{"key", excerpt(path)}, {"suggestion", *suggestion}});
  }
  // Nothing near: say what there is at the same place.
  const std::string group(path.substr(0, path.find('.') == std::string_view::npos ? 0 : path.find('.') + 1));
  std::vector<std::string> settings;
  std::vector<std::string> groups;
  for (const Field& field : schema.fields()) {
    if (!group.empty() && field.path.starts_with(group)) {
      settings.push_back(field.path);
    }
    std::string first = field.path.substr(0, field.path.find('.'));
    if (std::ranges::find(groups, first) == groups.end()) {
      groups.push_back(std::move(first));
    }
  }
  throw Error(ErrorCode::kNotFound, "config_unknown_key",
              "There is no setting {key}. It would have to be one of {known}.",
              {{"key", excerpt(path)},
               {"known", settings.empty() ? "the groups " + joinChoices(groups) : joinChoices(settings)}});
}

std::string lastWord(std::string_view path) { return std::string(path.substr(path.rfind('.') + 1)); }

}  // namespace

Schema::Schema(std::vector<Field> fields) : fields_(std::move(fields)) {
  std::set<std::string_view> paths;
  for (const Field& field : fields_) {
    checkField(field);
    if (!paths.insert(field.path).second) {
      throwInvalid(field, "it is there twice");
    }
  }
  for (const Field& field : fields_) {
    for (const Need& need : field.needs) {
      if (!paths.contains(need.path)) throwInvalid(field, "it needs " + excerpt(need.path) + ", which is not there");
    }
    for (std::size_t dot = field.path.find('.'); dot != std::string::npos; dot = field.path.find('.', dot + 1)) {
      if (paths.contains(std::string_view(field.path).substr(0, dot))) {
        throwInvalid(field, "its group is a setting, too");
      }
    }
  }
}

const Field* Schema::find(std::string_view path) const {
  const auto found = std::ranges::find(fields_, path, &Field::path);
  return found == fields_.end() ? nullptr : &*found;
}

const Field& Schema::at(std::string_view path) const {
  const Field* field = find(path);
  if (field == nullptr) {
    throwUnknownKey(*this, path);
  }
  return *field;
}

std::optional<std::string> Schema::nearest(std::string_view path) const {
  std::vector<std::string> paths;
  std::vector<std::string> words;
  for (const Field& field : fields_) {
    paths.push_back(field.path);
    words.push_back(lastWord(field.path));
  }
  // The right name without its group, or in a wrong one, says more than the spelling of the whole.
  const std::string word = lastWord(path);
  const auto ends_alike = [&](const std::string& known) { return known.ends_with("." + std::string(path)); };
  if (const auto found = std::ranges::find_if(paths, ends_alike); !path.empty() && found != paths.end()) {
    return *found;
  }
  if (auto found = nearestWord(path, paths)) {
    return found;
  }
  if (const auto found = nearestWord(word, words)) {
    return paths[static_cast<std::size_t>(std::ranges::find(words, *found) - words.begin())];
  }
  return std::nullopt;
}

}  // namespace gan
