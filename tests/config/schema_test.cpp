#include "config/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/error_of.h"
#include "config/live_change.h"
#include "config/recipe_kind.h"
#include "config/run_config.h"

namespace gan {
namespace {

using ::testing::HasSubstr;

Field makeField(std::string path, std::int64_t value = 1) {
  Field field;
  field.path = std::move(path);
  field.type = FieldType::kInteger;
  field.default_value = value;
  field.range = Range{0, 10};
  return field;
}

TEST(Schema, HasTheNamesThatScriptsRelyOn) {
  for (const char* path :
       {"checkpoint.interval_steps", "optimizer.generator.learning_rate", "optimizer.discriminator.learning_rate",
        "objective.real_label", "objective.fake_label", "sampling.truncation", "recording.scalars_interval_steps"}) {
    ASSERT_NE(Schema::builtin().find(path), nullptr) << path;
    EXPECT_EQ(Schema::builtin().find(path)->change, Change::kLive) << path;
  }
}

TEST(Schema, ExplainsEveryField) {
  for (const Field& field : Schema::builtin().fields()) {
    EXPECT_FALSE(field.title.empty()) << field.path;
    EXPECT_GT(field.help.size(), 15U) << field.path;
    EXPECT_EQ(field.help.back(), '.') << field.path;
    const bool number = field.type == FieldType::kInteger || field.type == FieldType::kReal;
    EXPECT_EQ(field.range.has_value(), number) << field.path;
    EXPECT_EQ(field.choices.empty(), field.type != FieldType::kChoice) << field.path;
    if (field.scale == Scale::kLogarithmic) {
      EXPECT_GT(field.range->lowest, 0) << field.path << ": a logarithmic slider cannot show 0";
    }
  }
}

TEST(Schema, KnowsEachSettingThatARecipeHasForItself) {
  for (const RecipeFacts& recipe : recipeFacts()) {
    for (const std::string_view begins : recipe.settings) {
      bool found = false;
      for (const Field& field : Schema::builtin().fields()) {
        if (!field.path.starts_with(begins)) continue;
        found = true;
        for (const std::string& architecture : Schema::builtin().at("model.architecture").choices) {
          RunConfig config;
          config.setText("model.architecture", architecture);
          if (recipeKind(config) == recipe.kind) continue;
          EXPECT_FALSE(applies(field, config)) << field.path << " of " << architecture;
        }
      }
      EXPECT_TRUE(found) << "no setting begins with " << begins;
    }
  }
}

TEST(Schema, SuggestsThePathThatWasMeant) {
  const Schema& schema = Schema::builtin();
  EXPECT_EQ(schema.nearest("data.bach_size"), "data.batch_size");
  EXPECT_EQ(schema.nearest("optimiser.generator.learning_rate"), "optimizer.generator.learning_rate");
  EXPECT_EQ(schema.nearest("batch_size"), "data.batch_size");
  EXPECT_EQ(schema.nearest("discriminator.learning_rate"), "optimizer.discriminator.learning_rate");
  EXPECT_EQ(schema.nearest("training.batch_size"), "data.batch_size");
  EXPECT_EQ(schema.nearest("utterly.different"), std::nullopt);
  EXPECT_EQ(schema.nearest(""), std::nullopt);
}

TEST(Schema, UnknownPathNamesTheSuggestionOrTheGroup) {
  const Error near = errorOf([] { Schema::builtin().at("data.resolutoin"); });
  EXPECT_EQ(near.code(), ErrorCode::kNotFound);
  EXPECT_EQ(near.id(), "config_unknown_key");
  EXPECT_THAT(near.message(), HasSubstr("Did you mean \"data.resolution\"?"));
  const Error far = errorOf([] { Schema::builtin().at("ema.xylophone"); });
  EXPECT_THAT(far.message(), HasSubstr("ema.decay"));
  const Error nowhere = errorOf([] { Schema::builtin().at("xylophone"); });
  EXPECT_THAT(nowhere.message(), HasSubstr("optimizer"));
}

// Another engine's schema arrives over the network.
TEST(Schema, RefusesAListThatContradictsItself) {
  const auto id = [](std::vector<Field> fields) { return errorOf([&] { Schema schema(std::move(fields)); }).id(); };
  EXPECT_EQ(id({makeField("a.b")}), "");
  EXPECT_EQ(id({makeField("a.b"), makeField("a.b")}), "schema_invalid");
  EXPECT_EQ(id({makeField("a.b"), makeField("a.b.c")}), "schema_invalid");
  EXPECT_EQ(id({makeField("a..b")}), "schema_invalid");
  EXPECT_EQ(id({makeField("")}), "schema_invalid");
  EXPECT_EQ(id({makeField("a b")}), "schema_invalid");
  EXPECT_EQ(id({makeField("a", 11)}), "schema_invalid");
  Field needing = makeField("a");
  needing.needs = {{"b", {"1"}}};
  EXPECT_EQ(id({needing}), "schema_invalid");
  EXPECT_EQ(id({needing, makeField("b")}), "");
  Field text = makeField("a");
  text.help = "line\nline";
  EXPECT_EQ(id({text}), "schema_invalid");
  Field type = makeField("a");
  type.type = FieldType::kReal;
  EXPECT_EQ(id({type}), "schema_invalid");
}

TEST(LiveChange, ReturnsTheValueAsTheFieldStoresIt) {
  EXPECT_EQ(checkLiveChange(Schema::builtin(), "sampling.truncation", std::int64_t{1}), Value(1.0));
}

TEST(LiveChange, TellsARestartFromAMistake) {
  const auto error = [](std::string_view path, const Value& value) {
    return errorOf([&] { checkLiveChange(Schema::builtin(), path, value); });
  };
  const Error restart = error("data.batch_size", std::int64_t{32});
  EXPECT_EQ(restart.code(), ErrorCode::kFailedPrecondition);
  EXPECT_EQ(restart.id(), "config_needs_restart");
  EXPECT_THAT(restart.message(), HasSubstr("data.batch_size=32"));
  EXPECT_EQ(error("data.batch_size", std::int64_t{0}).id(), "config_out_of_range");
  EXPECT_EQ(error("objective.real_label", 1.5).id(), "config_out_of_range");
  EXPECT_EQ(error("objective.real_lable", 0.5).id(), "config_unknown_key");
}

TEST(Builtin, NothingNeedsASettingThatMayChangeWhileARunTrains) {
  const Schema& schema = Schema::builtin();
  for (const Field& field : schema.fields()) {
    for (const Need& need : field.needs) {
      EXPECT_EQ(schema.at(need.path).change, Change::kRestart)
          << field.path << " would be refused, or lose its meaning";
    }
  }
}

}  // namespace
}  // namespace gan
