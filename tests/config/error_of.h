#pragma once

#include <utility>

#include "core/error.h"

namespace gan {

/// The Error that action throws; one with an empty id when it throws none.
template <typename Action>
Error errorOf(Action&& action) {
  try {
    std::forward<Action>(action)();
  } catch (const Error& error) {
    return error;
  }
  return {ErrorCode::kInternal, "", "no error"};
}

}  // namespace gan
