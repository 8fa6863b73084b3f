#pragma once

#include <string>
#include <string_view>

#include "core/error.h"

namespace gan {

/// An error on its way to another process, where it is to be the same one.
std::string toJson(const Error& error);
/// Throws Error(kDataLoss, "error_unreadable"); source names the text in messages.
Error errorFromJson(std::string_view json, std::string_view source);

}  // namespace gan
