#pragma once

#include <exception>
#include <string>
#include <vector>

#include "core/error.h"

namespace gan {

/// A sentence for people that can be translated: what a program says about a run when it is not an Error that it
/// throws.
///
///   Message{"paused_by", "asked by {client}", {{"client", command.client}}}
struct Message {
  std::string id;    ///< Stable, snake_case; what translations and scripts refer to. Empty in texts of older runs.
  std::string text;  ///< English, with {name} placeholders.
  std::vector<ErrorArgument> arguments;

  /// The text with its values filled in.
  std::string english() const { return fillPlaceholders(text, arguments); }
  bool empty() const { return id.empty() && text.empty(); }

  friend bool operator==(const Message& a, const Message& b) = default;
};

/// What an error says: an Error's own id, text and arguments, any other exception's words under the id "internal".
Message messageOf(const std::exception& error);

/// The value {reason} of another sentence: why, which is translated by itself.
///
///   Message{"run_failed", "The run failed: {reason}", {because(error)}}
ErrorArgument because(const Message& why);
ErrorArgument because(const std::exception& error);

}  // namespace gan
