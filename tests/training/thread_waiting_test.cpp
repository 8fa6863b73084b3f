#include "training/thread_waiting.h"

#include <gtest/gtest.h>

namespace gan {
namespace {

using Wait = WaitingRule::Wait;

constexpr double kAlone = 0.01;
constexpr double kBesideOthers = 0.3;  // a core of two is another's: two threads get two thirds of what they want

/// How many decisions of quiet it takes until waiting is long again.
int quietUntilLong(WaitingRule& rule) {
  int count = 1;
  while (rule.decide(kAlone) != Wait::kLong && count < 100'000) ++count;
  return count;
}

TEST(WaitingRule, WaitsLongWhileNobodyElseWantsTheCores) {
  WaitingRule rule;
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(rule.decide(i % 2 == 0 ? 0.0 : 0.1), Wait::kLong);
}

TEST(WaitingRule, WaitsBrieflyAsSoonAsOthersComeAndAsLongAsTheyStay) {
  WaitingRule rule;
  EXPECT_EQ(rule.decide(kBesideOthers), Wait::kBriefly);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(rule.decide(i % 4 == 0 ? kBesideOthers : kAlone), Wait::kBriefly);
  EXPECT_LE(quietUntilLong(rule), 4);  // two seconds
}

TEST(WaitingRule, TriesSeldomWhereOthersAreSeenOnlyWhileItWaitsLong) {
  WaitingRule rule;
  int tried = 0;
  Wait wait = Wait::kLong;
  for (int i = 0; i < 7200; ++i) {  // an hour
    wait = rule.decide(wait == Wait::kLong ? kBesideOthers : kAlone);
    tried += wait == Wait::kLong ? 1 : 0;
  }
  EXPECT_LE(tried, 40) << "half a second each: less than one in a hundred";
  EXPECT_GE(tried, 20) << "every two minutes at the least";
}

TEST(WaitingRule, IsAsQuickAsAtFirstWithOthersThatComeLater) {
  WaitingRule rule;
  for (int i = 0; i < 10; ++i) {
    rule.decide(kBesideOthers);
    quietUntilLong(rule);
  }
  for (int i = 0; i < 20; ++i) rule.decide(kAlone);
  EXPECT_EQ(rule.decide(kBesideOthers), Wait::kBriefly);
  EXPECT_EQ(quietUntilLong(rule), 4);
}

}  // namespace
}  // namespace gan
