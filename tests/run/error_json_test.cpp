#include "run/error_json.h"

#include <gtest/gtest.h>

#include "support/expect_error.h"

namespace gan {
namespace {

TEST(ErrorJson, GivesTheSameErrorBack) {
  const Error error(ErrorCode::kDataLoss, "data_damaged", "{path} is damaged: {reason}",
                    {{"path", "/runs/\"a\"\n"}, {"reason", "short"}});
  const Error back = errorFromJson(toJson(error), "the error");
  EXPECT_EQ(back.code(), ErrorCode::kDataLoss);
  EXPECT_EQ(back.text(), error.text());
  EXPECT_EQ(back.arguments(), error.arguments());
  EXPECT_STREQ(back.what(), error.what());
}

TEST(ErrorJson, OfAnUnknownKindIsNotRead) {
  for (const char* text : {"", "{}", R"({"code": "tired", "message": {}})", R"({"code": "internal", "message": 7})"}) {
    expectError(ErrorCode::kDataLoss, "error_unreadable", [&] { errorFromJson(text, "the error"); });
  }
}

}  // namespace
}  // namespace gan
