#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "config/text.h"
#include "config/yaml.h"
#include "core/atomic_file.h"
#include "core/error.h"

namespace gan {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 20U;

// Names the place of an error in the text that is being read.
struct Place {
  std::string_view source;
  int line = 1;

  [[noreturn]] void fail(std::string_view id, std::string_view text, std::vector<ErrorArgument> arguments = {}) const {
    arguments.push_back({"source", std::string(source)});
    arguments.push_back({"line", std::to_string(line)});
    throw Error(ErrorCode::kInvalidArgument, id, "{source}:{line}: " + std::string(text), std::move(arguments));
  }
  [[noreturn]] void failSyntax(std::string_view text, std::vector<ErrorArgument> arguments = {}) const {
    fail("config_syntax", text, std::move(arguments));
  }
};

std::size_t countWords(std::string_view path) { return static_cast<std::size_t>(std::ranges::count(path, '.')) + 1; }

// What becomes of fields and values that the schema does not have.
enum class Unknown { kRefused, kLeftOut };

// Groups may be nested so deep where fields are left out: room for another build's schema.
constexpr std::size_t kDeepestLeftOut = 8;

// Takes the parser's events one by one. Whatever a configuration does not need is refused when it begins, so that the
// parser never recurses deeper than the schema's groups do, whatever the text holds.
class Reader : public YAML::EventHandler {
 public:
  Reader(RunConfig& config, std::string_view source, Unknown unknown)
      : config_(config), place_{source}, unknown_(unknown) {
    for (const Field& field : config.schema().fields()) {
      deepest_ = std::max(deepest_, countWords(field.path));
    }
    if (unknown == Unknown::kLeftOut) {
      deepest_ = std::max(deepest_, kDeepestLeftOut);
    }
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    at(mark);
    if (std::exchange(begun_, true)) {
      place_.failSyntax("a second document begins here; a configuration is one document. Remove the \"---\" above.");
    }
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuseExtras(mark, "?", anchor);
    if (levels_.empty()) {
      return;
    }
    const std::string path = takeKey("a key is missing before the colon");
    if (config_.schema().find(path) != nullptr) {
      failWrongType(path, "nothing");
    }
    checkGroup(path);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override { failAnchor(mark); }
  void OnAnchor(const YAML::Mark& mark, const std::string& /*name*/) override { failAnchor(mark); }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuseExtras(mark, tag, anchor);
    if (levels_.empty()) {
      place_.failSyntax("{found} stands alone. Settings are written as \"data:\" and, below it, \"  batch_size: 64\".",
                        {{"found", excerpt(value)}});
    }
    if (levels_.back().key) {
      assign(takeKey(""), value);
    } else {
      levels_.back().key = value;
      levels_.back().line = place_.line;
      levels_.back().empty = false;
    }
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    refuseExtras(mark, tag, anchor);
    if (levels_.empty() || !levels_.back().key) {
      place_.failSyntax("a list begins here, but settings are written as \"key: value\".");
    }
    failWrongType(takeKey(""), "a list");
  }
  void OnSequenceEnd() override {}

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    refuseExtras(mark, tag, anchor);
    if (levels_.empty()) {
      levels_.emplace_back();
      return;
    }
    if (!levels_.back().key) {
      place_.failSyntax("a group of settings stands where a key is expected.");
    }
    const std::string path = fullPath();
    if (config_.schema().find(path) != nullptr) {
      failWrongType(path, "a group of settings");
    }
    if (countWords(path) >= deepest_) {
      place_.line = levels_.back().line;
      place_.fail("config_unknown_key", "there is no group of settings {key}; settings nest at most {depth} deep.",
                  {{"key", excerpt(path)}, {"depth", std::to_string(deepest_)}});
    }
    levels_.push_back({.prefix = path + ".", .key = std::nullopt});
  }

  void OnMapEnd() override {
    const bool empty = levels_.back().empty;
    levels_.pop_back();
    if (levels_.empty()) {
      return;
    }
    const std::string path = takeKey("");
    if (empty) {
      checkGroup(path);
    }
  }

 private:
  // One map that is open; key is set between a key and its value.
  struct Level {
    std::string prefix;
    std::optional<std::string> key;
    int line = 1;
    bool empty = true;
  };

  void at(const YAML::Mark& mark) { place_.line = std::max(mark.line, 0) + 1; }

  [[noreturn]] void failAnchor(const YAML::Mark& mark) {
    at(mark);
    place_.failSyntax("anchors and aliases (& and *) are not read here. Write the value out, in quotes if it is text.");
  }

  void refuseExtras(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    at(mark);
    if (anchor != YAML::NullAnchor) {
      failAnchor(mark);
    }
    // yaml-cpp's own marks for plain and quoted values.
    if (!tag.empty() && tag != "?" && tag != "!") {
      place_.failSyntax("the tag {found} is not read here. Remove it, or put the text in quotes.",
                        {{"found", excerpt(tag)}});
    }
  }

  std::string fullPath() const { return levels_.back().prefix + *levels_.back().key; }

  // The path of the value that has just come, and the end of its key.
  std::string takeKey(std::string_view when_missing) {
    if (!levels_.back().key) {
      place_.failSyntax(when_missing);
    }
    std::string path = fullPath();
    place_.line = levels_.back().line;
    levels_.back().key.reset();
    return path;
  }

  void assign(const std::string& path, const std::string& text) {
    const std::string group = path + ".";
    const auto below = [&](const Field& field) { return field.path.starts_with(group); };
    if (unknown_ == Unknown::kRefused && std::ranges::any_of(config_.schema().fields(), below)) {
      place_.fail("config_wrong_type",
                  "{key} is a group of settings, but {found} was given. Write \"{key}.NAME: VALUE\".",
                  {{"key", path}, {"found", excerpt(text)}});
    }
    try {
      config_.setText(path, text);
    } catch (const Error& error) {
      if (unknown_ == Unknown::kLeftOut) {
        return;
      }
      place_.fail(error.id(), error.text(), error.arguments());
    }
    const auto [first, fresh] = lines_.emplace(path, place_.line);
    if (!fresh) {
      place_.fail("config_duplicate_key", "{key} is set a second time; line {first} sets it, too. Remove one of them.",
                  {{"key", path}, {"first", std::to_string(first->second)}});
    }
  }

  [[noreturn]] void failWrongType(const std::string& path, std::string_view found) {
    place_.line = levels_.back().line;
    const Field* field = config_.schema().find(path);
    place_.fail("config_wrong_type", "{key} takes {expected}, but {found} was given.",
                {{"key", field == nullptr ? excerpt(path) : path},
                 {"expected", field == nullptr ? "no lists" : describeValues(*field)},
                 {"found", std::string(found)}});
  }

  // A group whose settings are all commented out is fine; one that does not exist is a misspelling.
  void checkGroup(const std::string& path) {
    if (unknown_ == Unknown::kLeftOut) {
      return;
    }
    const std::string group = path + ".";
    const auto below = [&](const Field& field) { return field.path.starts_with(group); };
    if (std::ranges::any_of(config_.schema().fields(), below)) {
      return;
    }
    try {
      config_.schema().at(path);
    } catch (const Error& error) {
      place_.fail(error.id(), error.text(), error.arguments());
    }
  }

  RunConfig& config_;
  Place place_;
  Unknown unknown_;
  std::size_t deepest_ = 1;
  bool begun_ = false;
  std::vector<Level> levels_;
  std::map<std::string, int> lines_;
};

// yaml-cpp takes byte 4 for the end and guesses other encodings; neither may hide a part of the text.
void checkCharacters(std::string_view text, std::string_view source) {
  Place place{source};
  while (!text.empty()) {
    const char c = text.front();
    const std::size_t length = utf8CharacterLength(text);
    const bool control = (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t') || c == 0x7F;
    if (length == 0 || control) {
      place.failSyntax("this line holds a byte that is not text in UTF-8. Save the file as UTF-8.");
    }
    place.line += c == '\n' ? 1 : 0;
    text.remove_prefix(length);
  }
}

void readYaml(RunConfig& config, std::string_view text, std::string_view source, Unknown unknown) {
  if (text.size() > kMaxBytes) {
    throw Error(ErrorCode::kInvalidArgument, "config_syntax",
                "{source} holds {bytes} bytes, but a configuration has at most {limit}. Is it the right file?",
                {{"source", std::string(source)},
                 {"bytes", std::to_string(text.size())},
                 {"limit", std::to_string(kMaxBytes)}});
  }
  checkCharacters(text, source);
  RunConfig result = config;
  std::istringstream stream{std::string(text)};
  try {
    Reader reader(result, source, unknown);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(reader)) {
    }
  } catch (const YAML::Exception& exception) {
    const Place place{source, std::max(exception.mark.line, 0) + 1};
    place.failSyntax("this is not well-formed YAML: {problem}.", {{"problem", exception.msg}});
  }
  config = std::move(result);
}

}  // namespace

void applyYaml(RunConfig& config, std::string_view text, std::string_view source) {
  readYaml(config, text, source, Unknown::kRefused);
}

void applyYamlFile(RunConfig& config, const std::filesystem::path& path) {
  applyYaml(config, readFile(path, kMaxBytes), path.string());
}

void applyKnownYaml(RunConfig& config, std::string_view text, std::string_view source) {
  readYaml(config, text, source, Unknown::kLeftOut);
}

void applyKnownYamlFile(RunConfig& config, const std::filesystem::path& path) {
  applyKnownYaml(config, readFile(path, kMaxBytes), path.string());
}

}  // namespace gan
