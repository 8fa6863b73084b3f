#include "config/text.h"

#include <gtest/gtest.h>

#include <vector>

namespace gan {
namespace {

// Textbook distances: kitten-sitting in Levenshtein's sense, a swap counted once as Damerau does, and the case that
// tells optimal string alignment (3) from the unrestricted distance (2).
TEST(EditDistance, AgreesWithPublishedExamples) {
  EXPECT_EQ(editDistance("kitten", "sitting"), 3U);
  EXPECT_EQ(editDistance("saturday", "sunday"), 3U);
  EXPECT_EQ(editDistance("ab", "ba"), 1U);
  EXPECT_EQ(editDistance("ca", "abc"), 3U);
  EXPECT_EQ(editDistance("", "abc"), 3U);
  EXPECT_EQ(editDistance("abc", ""), 3U);
  EXPECT_EQ(editDistance("same", "same"), 0U);
}

TEST(NearestWord, SuggestsOnlyWhatIsNear) {
  const std::vector<std::string> words = {"mlp", "dcgan"};
  EXPECT_EQ(nearestWord("dcgn", words), "dcgan");
  EXPECT_EQ(nearestWord("mpl", words), "mlp");
  EXPECT_EQ(nearestWord("transformer", words), std::nullopt);
  EXPECT_EQ(nearestWord("", words), std::nullopt);
  EXPECT_EQ(nearestWord(std::string(1'000'000, 'd'), words), std::nullopt);
}

// RFC 3629: overlong forms, surrogates and code points past U+10FFFF are not UTF-8.
TEST(PlainText, RefusesBrokenUtf8AndControls) {
  EXPECT_TRUE(isPlainText("r\xC3\xA9seau \xE5\x9B\xBE\xF0\x9F\x90\x95"));
  EXPECT_FALSE(isPlainText("\xC0\xAF"));
  EXPECT_FALSE(isPlainText("\xE0\x80\xAF"));
  EXPECT_FALSE(isPlainText("\xED\xA0\x80"));
  EXPECT_FALSE(isPlainText("\xF4\x90\x80\x80"));
  EXPECT_FALSE(isPlainText("cut \xE5\x9B"));
  EXPECT_FALSE(isPlainText("line\nline"));
  EXPECT_FALSE(isPlainText("\x7F"));
  EXPECT_FALSE(isPlainText("\xC2\x85"));
}

TEST(Trimmed, TakesBlanksFromTheEndsAlone) {
  EXPECT_EQ(trimmed(" \t a b\r\n"), "a b");
  EXPECT_EQ(trimmed("a"), "a");
  EXPECT_EQ(trimmed(" \n"), "");
  EXPECT_EQ(trimmed(""), "");
}

TEST(Excerpt, ShowsControlCharactersAndCutsLongText) {
  EXPECT_EQ(excerpt("a\x1B[31m\xFF"), "\"a\\x1b[31m\\xff\"");
  const std::string cut = excerpt(std::string(1'000'000, 'x'));
  EXPECT_LT(cut.size(), 100U);
  EXPECT_TRUE(cut.ends_with("...\""));
}

}  // namespace
}  // namespace gan
