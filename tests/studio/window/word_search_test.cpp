#include "window/word_search.h"

#include <gtest/gtest.h>

namespace gan::test {
namespace {

int apart(const char* typed, const char* word) { return lettersApart(QLatin1String(typed), QLatin1String(word)); }
WordMatch match(const char* text, const char* typed) { return matchWords(QLatin1String(text), QLatin1String(typed)); }

TEST(WordSearch, CountsLettersThatAreMissingAddedChangedOrExchanged) {
  EXPECT_EQ(apart("branch", "branch"), 0);
  EXPECT_EQ(apart("brnch", "branch"), 1);
  EXPECT_EQ(apart("braanch", "branch"), 1);
  EXPECT_EQ(apart("bronch", "branch"), 1);
  EXPECT_EQ(apart("barnch", "branch"), 1) << "two neighbours exchanged are one mistake";
  EXPECT_EQ(apart("barcnh", "branch"), 2);
  EXPECT_EQ(apart("kitten", "sitting"), 2) << "of its beginning sittin";
}

TEST(WordSearch, TakesTheBeginningOfAWordForTheWord) {
  EXPECT_EQ(apart("chek", "checkpoint"), 1);
  EXPECT_EQ(apart("", "checkpoint"), 0);
  EXPECT_EQ(apart("checkpoint", ""), 10);
}

TEST(WordSearch, WholeWordsAreNearerThanBeginningsAndTheseThanLettersInside) {
  EXPECT_EQ(match("Roll back", "BACK roll"), WordMatch::kWhole);
  EXPECT_EQ(match("Roll back", "roll ba"), WordMatch::kBeginning);
  EXPECT_EQ(match("Roll back", "oll"), WordMatch::kInside);
  EXPECT_EQ(match("Roll back", "roll beck"), WordMatch::kMisspelt);
  EXPECT_EQ(match("Roll back", "roll forward"), WordMatch::kNone);
  EXPECT_EQ(match("Roll back", " "), WordMatch::kWhole) << "nothing was asked for";
}

TEST(WordSearch, AllowsOneMistakeInFourLettersAndTwoInEight) {
  EXPECT_EQ(match("star", "sta"), WordMatch::kBeginning);
  EXPECT_EQ(match("star", "str"), WordMatch::kNone) << "three letters are too few for a mistake";
  EXPECT_EQ(match("stop", "stpo"), WordMatch::kMisspelt);
  EXPECT_EQ(match("discard", "dsicrad"), WordMatch::kNone) << "seven letters, two mistakes";
  EXPECT_EQ(match("learning", "laerning"), WordMatch::kMisspelt);
  EXPECT_EQ(match("learning", "laerinng"), WordMatch::kMisspelt);
  EXPECT_EQ(match("checkpoint", "chexkpxixt"), WordMatch::kNone) << "three mistakes";
}

TEST(WordSearch, FindsChineseInsideItsSentences) {
  const QString text = QStringLiteral("从较早的检查点继续");
  EXPECT_TRUE(hasWords(text, QStringLiteral("检查点")));
  EXPECT_FALSE(hasWords(text, QStringLiteral("样本")));
}

}  // namespace
}  // namespace gan::test
