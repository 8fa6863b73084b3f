#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <locale>
#include <random>

#include "config/error_of.h"
#include "config/schema.h"

namespace gan {
namespace {

using ::testing::HasSubstr;

const Field& fieldAt(std::string_view path) { return Schema::builtin().at(path); }

std::string idOf(std::string_view path, std::string_view text) {
  return errorOf([&] { parseValue(fieldAt(path), text); }).id();
}

TEST(ParseValue, ReadsNumbersAsPeopleTypeThem) {
  const Field& rate = fieldAt("optimizer.generator.learning_rate");
  EXPECT_EQ(parseValue(rate, "2e-4"), Value(0.0002));
  EXPECT_EQ(parseValue(rate, " +.5 "), Value(0.5));
  EXPECT_EQ(parseValue(rate, "1"), Value(1.0));
  const Field& steps = fieldAt("training.steps");
  EXPECT_EQ(parseValue(steps, "1_000"), Value(std::int64_t{1000}));
  EXPECT_EQ(parseValue(steps, "1_000_000"), Value(std::int64_t{1'000'000}));
  EXPECT_EQ(parseValue(steps, "1e6"), Value(std::int64_t{1'000'000}));
  EXPECT_EQ(parseValue(steps, "+7"), Value(std::int64_t{7}));
}

TEST(ParseValue, ANumberThatTheProgramMayDecideTakesAuto) {
  EXPECT_EQ(parseValue(fieldAt("data.workers"), "auto"), Value(std::int64_t{-1}));
  EXPECT_EQ(parseValue(fieldAt("data.workers"), " Auto "), Value(std::int64_t{-1}));
  EXPECT_EQ(parseValue(fieldAt("data.workers"), "-1"), Value(std::int64_t{-1}));
  EXPECT_EQ(idOf("data.batch_size", "auto"), "config_wrong_type");
  EXPECT_EQ(describeValues(fieldAt("data.workers")), "auto (-1) or a whole number from -1 to 256 (threads)");
}

TEST(ParseValue, ReadsAllWordsForTrueAndFalse) {
  const Field& enabled = fieldAt("ema.enabled");
  for (const char* word : {"true", "on", "yes", "1", "True", "ON"}) {
    EXPECT_EQ(parseValue(enabled, word), Value(true)) << word;
  }
  for (const char* word : {"false", "off", "no", "0", "Off"}) {
    EXPECT_EQ(parseValue(enabled, word), Value(false)) << word;
  }
  EXPECT_EQ(idOf("ema.enabled", "maybe"), "config_wrong_type");
  EXPECT_EQ(idOf("ema.enabled", ""), "config_wrong_type");
}

TEST(ParseValue, RefusesWhatIsNotANumber) {
  for (const char* text : {"", "abc", "1.2.3", "0x10", "1_", "_1", "1__0", "--1", "+-1", "1 2", "1e", "nan", "inf",
                           "-inf", "infinity", "NaN(1)"}) {
    EXPECT_EQ(idOf("optimizer.generator.learning_rate", text), "config_wrong_type") << text;
    EXPECT_EQ(idOf("training.steps", text), "config_wrong_type") << text;
  }
  EXPECT_EQ(idOf("training.steps", "1.5"), "config_wrong_type");
}

TEST(ParseValue, RefusesNumbersThatNoTypeHolds) {
  EXPECT_EQ(idOf("training.steps", "99999999999999999999999"), "config_out_of_range");
  EXPECT_EQ(idOf("training.steps", "9223372036854775807"), "config_out_of_range");
  EXPECT_EQ(idOf("training.steps", "1e300"), "config_out_of_range");
  EXPECT_EQ(idOf("training.steps", "-1"), "config_out_of_range");
  EXPECT_EQ(idOf("optimizer.generator.learning_rate", "1e999"), "config_out_of_range");
  EXPECT_EQ(idOf("run.seed", std::string(100'000, '9')), "config_out_of_range");
}

// 2^53 + 1 is the first whole number that a double cannot tell from its neighbour.
TEST(ParseValue, KeepsABoundThatDoublesWouldBlur) {
  EXPECT_EQ(parseValue(fieldAt("run.seed"), "9007199254740992"), Value(std::int64_t{1} << 53));
  EXPECT_EQ(idOf("run.seed", "9007199254740993"), "config_out_of_range");
}

TEST(ParseValue, SaysKeyRangeAndWhatWasFound) {
  const Error error = errorOf([] { parseValue(fieldAt("data.resolution"), "4096"); });
  EXPECT_EQ(error.code(), ErrorCode::kInvalidArgument);
  EXPECT_THAT(error.message(), HasSubstr("data.resolution"));
  EXPECT_THAT(error.message(), HasSubstr("from 8 to 1024 (px)"));
  EXPECT_THAT(error.message(), HasSubstr("4096"));
}

TEST(ParseValue, SuggestsTheNearestChoice) {
  const Error error = errorOf([] { parseValue(fieldAt("model.architecture"), "dcgna"); });
  EXPECT_EQ(error.id(), "config_unknown_choice");
  EXPECT_THAT(error.message(),
              HasSubstr("dcgan, mlp, dcgan-32, sngan, sagan, biggan, biggan-deep, resnet-18 or resnet-50"));
  EXPECT_THAT(error.message(), HasSubstr("Did you mean \"dcgan\"?"));
  EXPECT_EQ(parseValue(fieldAt("model.architecture"), "DCGAN"), Value(std::string("dcgan")));
  EXPECT_EQ(parseValue(fieldAt("training.deterministic"), "on"), Value(std::string("on")));
}

TEST(ParseValue, RefusesTextThatCouldForgeALine) {
  EXPECT_EQ(idOf("data.path", "a\nb"), "config_wrong_type");
  EXPECT_EQ(idOf("data.path", "\xFF"), "config_wrong_type");
  EXPECT_EQ(idOf("data.path", std::string(5000, 'a')), "config_wrong_type");
  EXPECT_EQ(parseValue(fieldAt("data.path"), "/a b/\xC3\xA9: #x"), Value(std::string("/a b/\xC3\xA9: #x")));
}

TEST(CheckValue, TakesAnIntegerForAReal) {
  EXPECT_EQ(checkValue(fieldAt("sampling.truncation"), std::int64_t{2}), Value(2.0));
}

TEST(CheckValue, RefusesOtherTypesAndNumbersThatAreNotFinite) {
  const auto id = [](std::string_view path, const Value& value) {
    return errorOf([&] { checkValue(fieldAt(path), value); }).id();
  };
  EXPECT_EQ(id("sampling.truncation", std::nan("")), "config_wrong_type");
  EXPECT_EQ(id("sampling.truncation", std::numeric_limits<double>::infinity()), "config_wrong_type");
  EXPECT_EQ(id("sampling.truncation", std::string("1")), "config_wrong_type");
  EXPECT_EQ(id("training.steps", 1.0), "config_wrong_type");
  EXPECT_EQ(id("ema.enabled", std::int64_t{1}), "config_wrong_type");
  EXPECT_EQ(id("model.architecture", std::string("resnet")), "config_unknown_choice");
  EXPECT_EQ(id("training.steps", std::numeric_limits<std::int64_t>::min()), "config_out_of_range");
}

TEST(FormatValue, WritesTheShortestFormPeopleWouldWrite) {
  EXPECT_EQ(formatValue(Value(2e-4)), "2e-4");
  EXPECT_EQ(formatValue(Value(0.5)), "0.5");
  EXPECT_EQ(formatValue(Value(0.999)), "0.999");
  EXPECT_EQ(formatValue(Value(100000.0)), "100000");
  EXPECT_EQ(formatValue(Value(1e-10)), "1e-10");
  EXPECT_EQ(formatValue(Value(1e300)), "1e+300");
  EXPECT_EQ(formatValue(Value(0.0)), "0");
  EXPECT_EQ(formatValue(Value(true)), "true");
  EXPECT_EQ(formatValue(Value(std::int64_t{-3})), "-3");
}

TEST(FormatValue, ReadsBackAsTheSameBits) {
  Field any = fieldAt("sampling.truncation");
  any.range.reset();
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const auto number = std::bit_cast<double>(random());
    if (std::isnormal(number)) {
      EXPECT_EQ(parseValue(any, formatValue(number)), Value(number)) << formatValue(number);
    }
  }
}

// A person's language may write the decimal point as a comma; files must not change with it.
TEST(ParseValue, DoesNotDependOnTheLocale) {
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
  };
  const std::locale previous = std::locale::global(std::locale(std::locale::classic(), new Comma));
  const std::string text = formatValue(Value(0.5));
  const Value value = parseValue(fieldAt("sampling.truncation"), "0.5");
  std::locale::global(previous);
  EXPECT_EQ(text, "0.5");
  EXPECT_EQ(value, Value(0.5));
}

TEST(FieldType, NamesReadBack) {
  for (const FieldType type : {FieldType::kBool, FieldType::kInteger, FieldType::kReal, FieldType::kChoice,
                               FieldType::kText, FieldType::kPath}) {
    EXPECT_EQ(fieldTypeFromName(fieldTypeName(type)), type);
  }
  EXPECT_EQ(errorOf([] { fieldTypeFromName("tensor"); }).id(), "config_unknown_type");
}

}  // namespace
}  // namespace gan
