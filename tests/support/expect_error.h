#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string_view>

#include "core/error.h"

namespace gan {

/// Runs action, expects a gan::Error of this code and id, and returns it for further checks.
template <typename Action>
std::optional<Error> expectError(ErrorCode code, std::string_view id, Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(errorCodeName(error.code()), errorCodeName(code)) << error.what();
    EXPECT_EQ(error.id(), id) << error.what();
    return error;
  }
  ADD_FAILURE() << "nothing was thrown; expected " << id;
  return std::nullopt;
}

}  // namespace gan
