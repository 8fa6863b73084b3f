#include "config/class_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"

namespace gan {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ClassList, ReadsNumbersAndRangesInTheirOrder) {
  EXPECT_THAT(classList("0, 7-9 ,2", 10), ElementsAre(0, 7, 8, 9, 2));
  EXPECT_THAT(classList("3", -1), ElementsAre(3));
}

TEST(ClassList, IsAllClassesWhenEmpty) {
  EXPECT_THAT(classList(" ", 3), ElementsAre(0, 1, 2));
  EXPECT_TRUE(classList("", 0).empty());
}

TEST(ClassList, RefusesOtherTextByName) {
  for (const char* text : {"a", "1,", "2-1", "-1", "1--2", "1.5", "99999999999999999999", "0-4000000000"}) {
    try {
      classList(text, -1);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.id(), "class_list_bad");
      EXPECT_THAT(error.what(), HasSubstr(text));
    }
  }
}

TEST(ClassList, RefusesClassesThatThereAreNot) {
  EXPECT_THROW(classList("0-10", 10), Error);
  EXPECT_THROW(classList("0", 0), Error);
}

}  // namespace
}  // namespace gan
