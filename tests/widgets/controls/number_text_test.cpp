#include <gtest/gtest.h>

#include "controls/numbers.h"
#include "some_settings.h"

namespace gan {
namespace {

QVariant read(const Setting& setting, const char* text) {
  const NumberText::Reading reading = NumberText::read(setting, QString::fromUtf8(text));
  EXPECT_EQ(reading.problem, QString()) << text;
  return reading.value;
}

QString problem(const Setting& setting, const char* text) {
  return NumberText::read(setting, QString::fromUtf8(text)).problem;
}

TEST(NumberText, ReadsRealsAsResearchersWriteThem) {
  EXPECT_EQ(read(test::learningRate(), "2e-4"), 0.0002);
  EXPECT_EQ(read(test::learningRate(), " 0.000_2 "), 0.0002);
  EXPECT_EQ(read(test::learningRate(), "+1E-3"), 0.001);
  EXPECT_EQ(read(test::learningRate(), ".5"), 0.5);
}

TEST(NumberText, ReadsWholeNumbersAlsoInScientificNotation) {
  EXPECT_EQ(read(test::steps(), "1_000"), 1000LL);
  EXPECT_EQ(read(test::steps(), "1e6"), 1000000LL);
  EXPECT_EQ(read(test::steps(), "1_000_000"), 1000000LL);
}

TEST(NumberText, NamesTheRangeThatAValueMisses) {
  EXPECT_EQ(problem(test::learningRate(), "2"), QStringLiteral("Must be from 1e-8 to 1."));
  EXPECT_EQ(problem(test::learningRate(), "0"), QStringLiteral("Must be from 1e-8 to 1."));
  EXPECT_EQ(problem(test::steps(), "-1"), QStringLiteral("Must be from 0 to 1000000000000."));
}

TEST(NumberText, RefusesWhatIsNoNumber) {
  for (const char* text :
       {"", "abc", "2e-", "1,5", "1,000", "nan", "inf", "1e999", "0x10", "1 000", "_1", "1_", "1__0"}) {
    EXPECT_EQ(problem(test::learningRate(), text), QStringLiteral("Must be a number, such as 0.5 or 2e-4.")) << text;
  }
}

TEST(NumberText, RefusesAFractionOfAStep) {
  EXPECT_EQ(problem(test::steps(), "1.5"), QStringLiteral("Must be a whole number, such as 500 or 1e6."));
  EXPECT_EQ(problem(test::steps(), "1e300"), QStringLiteral("Must be a whole number, such as 500 or 1e6."));
}

TEST(NumberText, SaysAutoWhereTheProgramDecides) {
  EXPECT_EQ(NumberText::write(test::workers(), -1LL), QStringLiteral("auto"));
  EXPECT_EQ(NumberText::write(test::workers(), 0LL), QStringLiteral("0"));
  EXPECT_EQ(read(test::workers(), " Auto "), -1LL);
  EXPECT_EQ(read(test::workers(), "-1"), -1LL);
  EXPECT_EQ(problem(test::workers(), "-2"), QStringLiteral("Must be auto or from 0 to 256."));
  EXPECT_EQ(problem(test::steps(), "auto"), QStringLiteral("Must be a whole number, such as 500 or 1e6."));
}

TEST(NumberText, WritesTheShortestTextThatReadsBack) {
  EXPECT_EQ(NumberText::write(2e-4), QStringLiteral("2e-4"));
  EXPECT_EQ(NumberText::write(0.5), QStringLiteral("0.5"));
  EXPECT_EQ(NumberText::write(0.02), QStringLiteral("0.02"));
  EXPECT_EQ(NumberText::write(0.01), QStringLiteral("0.01"));
  EXPECT_EQ(NumberText::write(0.001), QStringLiteral("1e-3"));
  EXPECT_EQ(NumberText::write(-0.0025), QStringLiteral("-2.5e-3"));
  EXPECT_EQ(NumberText::write(0.999), QStringLiteral("0.999"));
  EXPECT_EQ(NumberText::write(0.0), QStringLiteral("0"));
  EXPECT_EQ(NumberText::write(1e-16), QStringLiteral("1e-16"));
  EXPECT_EQ(NumberText::write(1e12), QStringLiteral("1000000000000"));
  EXPECT_EQ(NumberText::write(1500LL), QStringLiteral("1500"));
  for (const double value : {0.1 + 0.2, 1.0 / 3, 1.2345678901234567e-9, 0.999999}) {
    EXPECT_EQ(NumberText::write(value).toDouble(), value);
  }
}

}  // namespace
}  // namespace gan
