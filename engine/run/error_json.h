#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/message.h"

namespace gan {

/// An error on its way to another process, where it is to be the same one.
std::string toJson(const Error& error);
/// Throws Error(kDataLoss, "error_unreadable"); source names the text in messages.
Error errorFromJson(std::string_view json, std::string_view source);

/// What a command of gan-engine ended with.
struct CommandEnd {
  std::optional<Message> error;  ///< None where it did what was asked.
};
/// From the last line that it prints with --json; nothing where the line is no such one.
std::optional<CommandEnd> commandEndFromJson(std::string_view line);

}  // namespace gan
