#include "config/yaml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

#include "config/error_of.h"

namespace gan {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

RunConfig read(std::string_view yaml) {
  RunConfig config;
  applyYaml(config, yaml, "my.yaml");
  return config;
}

Error refused(std::string_view yaml) {
  return errorOf([&] { read(yaml); });
}

TEST(Yaml, TakesNestedAndDottedKeysAlike) {
  const RunConfig nested = read("optimizer:\n  generator:\n    learning_rate: 1e-3\ndata:\n  workers: 0\n");
  EXPECT_EQ(nested, read("optimizer.generator.learning_rate: 1e-3\ndata.workers: 0\n"));
  EXPECT_EQ(nested, read("optimizer:\n  generator.learning_rate: 1e-3\ndata: {workers: \"0\"}\n"));
  EXPECT_EQ(nested.real("optimizer.generator.learning_rate"), 1e-3);
}

TEST(Yaml, LeavesOutWhatHasNoEffect) {
  RunConfig config;
  EXPECT_THAT(toYaml(config), HasSubstr("shapes_style:"));
  config.applyOverride("data.source=folder");
  EXPECT_THAT(toYaml(config), Not(HasSubstr("shapes_style:")));
}

TEST(Yaml, KeepsWhatItDoesNotMention) {
  RunConfig config;
  config.applyOverride("data.workers=3");
  applyYaml(config, "data:\n  batch_size: 8\n", "my.yaml");
  EXPECT_EQ(config.integer("data.workers"), 3);
  EXPECT_EQ(config.integer("data.batch_size"), 8);
}

TEST(Yaml, TakesEmptyTextAndGroupsWithoutSettings) {
  for (const char* yaml :
       {"", "# nothing\n", "---\n", "---\n...\n", "data:\n", "data: {}\n", "data:\n  # workers: 2\n"}) {
    EXPECT_EQ(read(yaml), RunConfig()) << yaml;
  }
}

TEST(Yaml, ForDisplayLeavesOutWhatTheSchemaLacks) {
  RunConfig config;
  applyKnownYaml(config,
                 "data.batch_size: 16\nfuture: 1\nnext:\n  deep:\n    deeper:\n      deepest: x\n  empty:\n"
                 "data.workers: a dozen\nsampling:\n  truncation: 0.5\n",
                 "run.yaml");
  RunConfig expected;
  expected.set("data.batch_size", std::int64_t{16});
  expected.set("sampling.truncation", 0.5);
  EXPECT_EQ(config, expected);
}

TEST(Yaml, ForDisplayRefusesWhatIsNotAConfiguration) {
  for (const char* text :
       {"- a\n", "a: &x 1\n", "a: [1]\n", "a: b: c\n", "a: {b: {c: {d: {e: {f: {g: {h: {i: 1}}}}}}}}\n"}) {
    RunConfig config;
    EXPECT_THROW(applyKnownYaml(config, text, "run.yaml"), Error) << text;
  }
}

TEST(Yaml, SaysFileLineKeyAndRange) {
  const Error error = refused("# mine\ndata:\n  batch_size: 64\n  resolution: 5000\n");
  EXPECT_EQ(error.code(), ErrorCode::kInvalidArgument);
  EXPECT_EQ(error.id(), "config_out_of_range");
  EXPECT_THAT(error.message(), AllOf(StartsWith("my.yaml:4: "), HasSubstr("data.resolution"),
                                     HasSubstr("from 8 to 1024 (px)"), HasSubstr("5000")));
}

TEST(Yaml, SuggestsTheKeyThatWasMeant) {
  const Error error = refused("data:\n\n  bacth_size: 64\n");
  EXPECT_EQ(error.id(), "config_unknown_key");
  EXPECT_THAT(error.message(), AllOf(StartsWith("my.yaml:3: "), HasSubstr("Did you mean \"data.batch_size\"?")));
  EXPECT_THAT(refused("optimiser:\n  generator:\n    learning_rate: 1e-3\n").message(),
              AllOf(StartsWith("my.yaml:3: "), HasSubstr("Did you mean \"optimizer.generator.learning_rate\"?")));
  EXPECT_THAT(refused("model:\n  architecture: dcgna\n").message(),
              AllOf(StartsWith("my.yaml:2: "), HasSubstr("Did you mean \"dcgan\"?")));
}

TEST(Yaml, RefusesWrongTypesWithTheirLine) {
  for (const char* yaml : {"\ndata.batch_size: many\n", "\ndata.batch_size: [1, 2]\n", "\ndata.batch_size:\n  - 1\n",
                           "\ndata.batch_size: {a: 1}\n", "\ndata.batch_size:\n", "\ndata.batch_size: ~\n",
                           "\ndata: 5\n", "\nema.enabled: 3\n", "\nsampling.truncation: .nan\n",
                           "\nsampling.truncation: inf\n", "\noptimizer.generator: 1\n", "\ndata: [1]\n"}) {
    const Error error = refused(yaml);
    EXPECT_EQ(error.id(), "config_wrong_type") << yaml << error.message();
    EXPECT_THAT(error.message(), StartsWith("my.yaml:2: ")) << yaml;
  }
}

TEST(Yaml, RefusesASettingGivenTwice) {
  for (const char* yaml : {"data.workers: 1\ndata.workers: 2\n", "data:\n  workers: 1\ndata.workers: 1\n",
                           "data:\n  workers: 1\n  workers: 1\n", "data: {workers: 1}\ndata:\n  workers: 1\n"}) {
    const Error error = refused(yaml);
    EXPECT_EQ(error.id(), "config_duplicate_key") << yaml;
    EXPECT_THAT(error.message(), HasSubstr("data.workers")) << yaml;
  }
}

TEST(Yaml, RefusesWhatIsNotAConfiguration) {
  for (const char* yaml :
       {"text", "- a\n- b\n", "[1, 2]", "data: {workers: 1", "data:\n\tworkers: 1\n", "data.path: b: c\n",
        "\"unfinished", "data: *x\n", "data: &x {workers: 1}\n", "data.path: !secret a\n", "data: !!map {workers: 1}\n",
        "data.workers: 1\n---\ndata.workers: 1\n", "{[a]: 1}", "? {a: 1}\n: 2\n", "~: 1\n", "<<: *base\n",
        "data.path: \"a\\0b\"\n"}) {
    const Error error = refused(yaml);
    EXPECT_TRUE(error.id() == "config_syntax" || error.id() == "config_wrong_type") << yaml << " " << error.what();
    EXPECT_THAT(error.message(), StartsWith("my.yaml:")) << yaml;
  }
}

// yaml-cpp takes byte 4 for the end of the text: what follows would be left out in silence.
TEST(Yaml, RefusesBytesThatAreNotText) {
  EXPECT_THAT(refused("data.workers: 1\n\x04\ndata.batch_size: 8\n").message(), StartsWith("my.yaml:2: "));
  EXPECT_EQ(refused(std::string_view("\0", 1)).id(), "config_syntax");
  EXPECT_EQ(refused("\xFF\xFE"
                    "d")
                .id(),
            "config_syntax");
  EXPECT_EQ(refused("data.path: caf\xE9\n").id(), "config_syntax");
  EXPECT_EQ(read("\xEF\xBB\xBF"
                 "data.workers: 3\n")
                .integer("data.workers"),
            3);
}

TEST(Yaml, RefusesDeepAndLargeTextAtOnce) {
  constexpr std::size_t kMany = 200'000;
  std::string spaces;
  for (int depth = 0; depth < 400; ++depth) {
    spaces += std::string(static_cast<std::size_t>(depth), ' ') + "a:\n";
  }
  std::string pairs;
  for (std::size_t i = 0; i < kMany; ++i) {
    pairs += "{a: ";
  }
  std::string keys;
  for (std::size_t i = 0; i < kMany; ++i) {
    keys += "? ";
  }
  for (const std::string& yaml : {std::string(kMany, '['), std::string(kMany, '{'), pairs, keys, spaces}) {
    EXPECT_NE(refused(yaml).id(), "") << yaml.substr(0, 20);
  }
  EXPECT_EQ(refused(std::string((1U << 20U) + 1, ' ')).id(), "config_syntax");
}

TEST(Yaml, LeavesTheConfigurationAsItWasAfterAnError) {
  RunConfig config;
  EXPECT_NE(errorOf([&] { applyYaml(config, "data.workers: 7\ndata.batch_size: 0\n", "my.yaml"); }).id(), "");
  EXPECT_EQ(config, RunConfig());
}

TEST(Yaml, CutsLongKeysInMessages) {
  EXPECT_LT(refused(std::string(500, 'k') + ": 1\n").message().size(), 1000U);
  EXPECT_LT(refused("data.batch_size: " + std::string(500'000, 'k') + "\n").message().size(), 1000U);
}

std::string randomText(std::mt19937_64& random) {
  static const std::vector<std::string> kPieces = {"a",
                                                   "Z",
                                                   "0",
                                                   " ",
                                                   "  ",
                                                   "\"",
                                                   "'",
                                                   "\\",
                                                   ":",
                                                   ": ",
                                                   " #",
                                                   "#",
                                                   "-",
                                                   "- ",
                                                   "{",
                                                   "}",
                                                   "[",
                                                   "]",
                                                   ",",
                                                   "&",
                                                   "*",
                                                   "!",
                                                   "|",
                                                   ">",
                                                   "%",
                                                   "@",
                                                   "`",
                                                   "~",
                                                   "?",
                                                   "? ",
                                                   "on",
                                                   "null",
                                                   "true",
                                                   "\\n",
                                                   "...",
                                                   "---",
                                                   "\xC3\xA9",
                                                   "\xE5\x9B\xBE",
                                                   "\xF0\x9F\x90\x95",
                                                   "="};
  std::string text;
  for (std::uint64_t count = random() % 8; count > 0; --count) {
    text += kPieces[random() % kPieces.size()];
  }
  return text;
}

Value randomValue(const Field& field, std::mt19937_64& random) {
  switch (field.type) {
    case FieldType::kBool:
      return random() % 2 == 0;
    case FieldType::kInteger: {
      const auto lowest = static_cast<std::int64_t>(field.range->lowest);
      const auto highest = static_cast<std::int64_t>(field.range->highest);
      return std::uniform_int_distribution<std::int64_t>(lowest, highest)(random);
    }
    case FieldType::kReal:
      return std::uniform_real_distribution<double>(field.range->lowest, field.range->highest)(random);
    case FieldType::kChoice:
      return field.choices[random() % field.choices.size()];
    case FieldType::kText:
    case FieldType::kPath:
      break;
  }
  return randomText(random);
}

TEST(ToYaml, ReadsBackAsAnEqualConfiguration) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 500; ++i) {
    RunConfig config;
    for (const Field& field : config.schema().fields()) {
      config.set(field.path, randomValue(field, random));
    }
    for (const Field& field : config.schema().fields()) {
      if (!applies(field, config)) config.set(field.path, field.default_value);
    }
    const std::string yaml = toYaml(config);
    RunConfig again;
    applyYaml(again, yaml, "written");
    ASSERT_EQ(again, config) << yaml;
  }
}

TEST(ToYaml, ReadsBackUnderASchemaWhoseGroupsAreTornApart) {
  const auto field = [](std::string path) {
    Field result;
    result.path = std::move(path);
    result.type = FieldType::kText;
    result.default_value = std::string("x");
    return result;
  };
  const Schema schema({field("a.b"), field("top"), field("a.c"), field("d.e.f.g"), field("d.e.h")});
  RunConfig config(schema);
  for (const Field& each : schema.fields()) {
    config.setText(each.path, "value of " + each.path);
  }
  RunConfig again(schema);
  applyYaml(again, toYaml(config), "written");
  EXPECT_EQ(again, config);
}

TEST(ToYaml, ExplainsEachField) {
  const std::string yaml = toYaml(RunConfig());
  EXPECT_THAT(yaml, HasSubstr("\noptimizer:\n  generator:\n"));
  EXPECT_THAT(yaml, HasSubstr("    learning_rate: 2e-4\n"));
  EXPECT_THAT(yaml, HasSubstr("(px)"));
  EXPECT_THAT(yaml, HasSubstr("; live."));
}

TEST(YamlFile, NamesTheFile) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "gan_yaml_file_test";
  std::filesystem::create_directories(folder);
  const std::filesystem::path path = folder / "mine.yaml";
  std::ofstream(path) << "data.workers: 2\nnonsense: 1\n";
  RunConfig config;
  EXPECT_THAT(errorOf([&] { applyYamlFile(config, path); }).message(), StartsWith(path.string() + ":2: "));
  std::ofstream(path) << "data.workers: 2\n";
  applyYamlFile(config, path);
  EXPECT_EQ(config.integer("data.workers"), 2);
  std::filesystem::remove_all(folder);
  EXPECT_EQ(errorOf([&] { applyYamlFile(config, path); }).code(), ErrorCode::kNotFound);
}

}  // namespace
}  // namespace gan
