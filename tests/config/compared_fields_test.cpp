#include "config/compared_fields.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace gan {
namespace {

const std::string kRate = "optimizer.generator.learning_rate";

const ComparedField* find(const std::vector<ComparedField>& fields, const std::string& path) {
  const auto found = std::ranges::find(fields, path, &ComparedField::path);
  return found == fields.end() ? nullptr : &*found;
}

TEST(ComparedFields, SayOfEachWhetherItDiffers) {
  RunConfig first;
  RunConfig second;
  second.setText("data.batch_size", "32");
  const std::vector<ComparedConfig> runs = {{&first, nullptr}, {&second, nullptr}};
  const auto fields = comparedFields(runs);
  EXPECT_EQ(std::ranges::count(fields, true, &ComparedField::differs), 1);
  const ComparedField* batch = find(fields, "data.batch_size");
  ASSERT_TRUE(batch);
  EXPECT_TRUE(batch->differs);
  EXPECT_EQ(batch->values.at(0)->now, formatValue(first.value("data.batch_size")));
  EXPECT_EQ(batch->values.at(1)->now, "32");
}

TEST(ComparedFields, TellWhatWasChangedWhileItTrained) {
  const RunConfig config;
  const std::map<std::string, Value> live = {{kRate, 0.5}};
  const std::vector<ComparedConfig> runs = {{&config, nullptr}, {&config, &live}};
  const auto fields = comparedFields(runs);
  const ComparedField* rate = find(fields, kRate);
  ASSERT_TRUE(rate);
  EXPECT_TRUE(rate->differs);
  EXPECT_EQ(rate->values.at(1)->began, rate->values.at(0)->began);
  EXPECT_EQ(rate->values.at(1)->now, "0.5");
}

TEST(ComparedFields, LeaveOutWhatMeansNothingInAnyRunAndSayNothingWhereItMeansNothingInOne) {
  const Schema& schema = Schema::builtin();
  RunConfig config;
  const auto meaningless =
      std::ranges::find_if(schema.fields(), [&](const Field& field) { return !applies(field, config); });
  ASSERT_NE(meaningless, schema.fields().end());
  EXPECT_FALSE(find(comparedFields(std::vector<ComparedConfig>{{&config, nullptr}}), meaningless->path));

  Field text;
  text.path = "only.here";
  text.default_value = std::string();
  const Schema other({text});
  const RunConfig others(other);
  const std::vector<ComparedConfig> runs = {{&config, nullptr}, {&others, nullptr}, {nullptr, nullptr}};
  const auto fields = comparedFields(runs);
  const ComparedField* only = find(fields, "only.here");
  ASSERT_TRUE(only);
  EXPECT_TRUE(only->differs);
  EXPECT_FALSE(only->values.at(0));
  EXPECT_EQ(only->values.at(1)->now, formatValue(std::string())) << "a text may be empty";
  EXPECT_FALSE(only->values.at(2));
  EXPECT_EQ(fields.back().path, "only.here") << "behind those of the schema before";
}

}  // namespace
}  // namespace gan
