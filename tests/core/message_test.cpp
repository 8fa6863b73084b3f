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

}  // namespace
}  // namespace gan
