#include "distributed/same_start.h"

#include <gtest/gtest.h>

#include "distributed/ranks.h"

namespace gan {
namespace {

using test::runRanks;

std::string outcome(Collective& collective, const std::vector<StartFact>& facts) {
  try {
    checkSameStart(collective, facts);
    return "same";
  } catch (const Error& error) {
    return error.id() + ": " + error.message();
  }
}

TEST(SameStart, EqualRanksMayBegin) {
  for (const std::string& said : runRanks(3, [](Collective& collective) {
         return outcome(collective, {{"the program", "abc"}, {"the data", ""}});
       })) {
    EXPECT_EQ(said, "same");
  }
}

TEST(SameStart, EveryRankNamesTheFirstRankAndTheFirstThingThatDiffer) {
  for (const std::string& said : runRanks(4, [](Collective& collective) {
         const bool odd = collective.rank() >= 2;
         return outcome(collective, {{"the program", "abc"},
                                     {"the setting run.seed", odd ? "8" : "7"},
                                     {"the data", std::to_string(collective.rank())}});
       })) {
    // The data of rank 1 differ, too, and rank 1 comes first.
    EXPECT_TRUE(said.starts_with("ranks_differ: The processes of the run do not agree on the data: rank 1 on "))
        << said;
    EXPECT_NE(said.find("has 1, rank 0 on "), std::string::npos) << said;
  }
}

TEST(SameStart, AFactThatOneRankLacksIsADifference) {
  for (const std::string& said : runRanks(2, [](Collective& collective) {
         std::vector<StartFact> facts = {{"a", "1"}};
         if (collective.rank() == 1) facts.push_back({"the shape of D's weight", "[2, 3]"});
         return outcome(collective, facts);
       })) {
    EXPECT_NE(said.find("the shape of D's weight"), std::string::npos) << said;
    EXPECT_NE(said.find("has [2, 3], rank 0 on "), std::string::npos) << said;
    EXPECT_NE(said.find("has nothing"), std::string::npos) << said;
  }
}

TEST(SameStart, TheProgramsFingerprintIsItsDigest) {
  EXPECT_EQ(programFingerprint().size(), 64U);
  EXPECT_EQ(programFingerprint(), programFingerprint());
}

}  // namespace
}  // namespace gan
