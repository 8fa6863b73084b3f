#include "core/message.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace gan {
namespace {

TEST(Message, FillsItsPlaceholdersInEnglish) {
  const Message message{"paused_by", "asked by {client} at {time}", {{"client", "ann"}, {"time", "noon"}}};
  EXPECT_EQ(message.english(), "asked by ann at noon");
  EXPECT_FALSE(message.empty());
  EXPECT_TRUE(Message().empty());
  EXPECT_EQ(Message().english(), "");
}

TEST(Message, OfAnErrorKeepsWhatATranslatorNeeds) {
  const Error error(ErrorCode::kNotFound, "file_not_found", "{path} is not there.", {{"path", "a"}});
  EXPECT_EQ(messageOf(error), (Message{"file_not_found", "{path} is not there.", {{"path", "a"}}}));
}

TEST(Message, OfAnyOtherExceptionHoldsItsWords) {
  const Message message = messageOf(std::runtime_error("a {brace} and all"));
  EXPECT_EQ(message.id, "internal");
  EXPECT_EQ(message.english(), "a {brace} and all");
  EXPECT_EQ(messageOf(std::runtime_error("out of memory\nframe #0\nframe #1")).english(), "out of memory");
}

TEST(Because, IsAValueThatKeepsTheSentenceWhoseEnglishItIs) {
  const Error why(ErrorCode::kNotFound, "file_not_found", "{path} is not there.", {{"path", "a"}});
  const Message message{"run_failed", "The run failed: {reason}", {because(why)}};
  EXPECT_EQ(message.english(), "The run failed: a is not there.");
  EXPECT_EQ(message.arguments,
            (std::vector<ErrorArgument>{{"reason", "a is not there.", "{path} is not there.", {{"path", "a"}}}}));
  EXPECT_EQ(because(messageOf(why)), because(why));
}

TEST(Because, OfAnyOtherExceptionIsItsFirstLine) {
  EXPECT_EQ(because(std::runtime_error("out of memory\nframe #0")), (ErrorArgument{"reason", "out of memory"}));
}

TEST(Because, KeepsAsManySentencesInsideOneAnotherAsAreReadAgain) {
  Message message{"x", "0", {}};
  for (int i = 1; i <= 9; ++i) message = {"x", std::to_string(i) + " {reason}", {because(message)}};
  EXPECT_EQ(message.english(), "9 8 7 6 5 4 3 2 1 0");
  int depth = 0;
  const std::vector<ErrorArgument>* arguments = &message.arguments;
  for (; arguments->size() == 1 && !arguments->front().text.empty(); ++depth) arguments = &arguments->front().arguments;
  EXPECT_EQ(depth, kMaxInnerSentences);
}

}  // namespace
}  // namespace gan
