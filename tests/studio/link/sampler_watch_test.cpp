#include "link/sampler_watch.h"

#include <gtest/gtest.h>

#include <QTest>

#include "core/error.h"
#include "studio/support/fake_run_source.h"

namespace gan {
namespace {

TEST(SamplerWatch, SaysWhatItTakesUntilNobodyAsks) {
  const test::EndingsAwaited endings;
  SamplerWatch watch([] { return SamplerLoad{150, 1 << 20}; });
  std::vector<std::optional<SamplerLoad>> told;
  QObject::connect(&watch, &SamplerWatch::measured, [&](const auto& load) { told.push_back(load); });
  watch.start();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !told.empty(); }));
  EXPECT_EQ(told.back(), (SamplerLoad{150, 1 << 20}));
  watch.stop();
  EXPECT_EQ(told.back(), std::nullopt);
}

TEST(SamplerWatch, AnEngineThatDoesNotAnswerHasNoLoad) {
  const test::EndingsAwaited endings;
  SamplerWatch watch([]() -> std::optional<SamplerLoad> { throw Error(ErrorCode::kNotFound, "run_not_served", ""); });
  std::vector<std::optional<SamplerLoad>> told;
  QObject::connect(&watch, &SamplerWatch::measured, [&](const auto& load) { told.push_back(load); });
  watch.start();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !told.empty(); }));
  EXPECT_EQ(told.back(), std::nullopt);
}

}  // namespace
}  // namespace gan
