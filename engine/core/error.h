#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace gan {

/// What kind of failure an Error is. Decides the exit code of a command and the status of a protocol call.
enum class ErrorCode {
  kInvalidArgument,     ///< The caller passed something that can never be right.
  kNotFound,            ///< A file, run, checkpoint, field or preset does not exist.
  kAlreadyExists,       ///< Something that must be new is already there.
  kFailedPrecondition,  ///< Right in itself, but not in the present state (locked run, missing driver).
  kDataLoss,            ///< Stored bytes are damaged or incomplete.
  kResourceExhausted,   ///< Disk, memory or a stated limit is used up.
  kPermissionDenied,    ///< The caller's role or the file system does not allow it.
  kUnavailable,         ///< A peer or service cannot be reached at present; trying again can help.
  kUnsupported,         ///< A feature, version, field or call that this build does not have.
  kCancelled,           ///< Stopped on request.
  kDiverged,            ///< Training produced NaN or infinity.
  kPeerLost,            ///< A process of the same run died or fell silent.
  kInternal,            ///< A defect of ours.
};

/// Name of a code as it appears in JSON output, for example "invalid_argument".
std::string_view errorCodeName(ErrorCode code);

/// One named value inside an error's text: a name, a number, a word, or a sentence with values of its own.
struct ErrorArgument {
  std::string name;
  std::string value;                          ///< As it is filled in; of a sentence: its English.
  std::string text = {};                      ///< Of a sentence: with its {name} placeholders. Empty: it is none.
  std::vector<ErrorArgument> arguments = {};  ///< Of that text.

  friend bool operator==(const ErrorArgument& a, const ErrorArgument& b) = default;
};

/// The one error type. It stays translatable: an identifier, an English text with {name} placeholders, and the values.
/// A text names the object, what was expected, what was found, and what to do next.
///
///   throw Error(ErrorCode::kNotFound, "run_not_found", "{path} is not a run folder: it has no run.yaml. ...",
///               {{"path", path}});
class Error : public std::exception {
 public:
  Error(ErrorCode code, std::string_view id, std::string_view text, std::vector<ErrorArgument> arguments = {});

  ErrorCode code() const { return code_; }
  /// Stable, snake_case; what translations and scripts refer to.
  const std::string& id() const { return id_; }
  /// English source text with its {name} placeholders.
  const std::string& text() const { return text_; }
  const std::vector<ErrorArgument>& arguments() const { return arguments_; }
  /// The text with its values filled in, without the identifier.
  const std::string& message() const { return message_; }
  /// "id: message".
  const char* what() const noexcept override { return what_.c_str(); }

 private:
  ErrorCode code_;
  std::string id_;
  std::string text_;
  std::vector<ErrorArgument> arguments_;
  std::string message_;
  std::string what_;
};

/// How many sentences may stand inside one another, the outermost not counted; what is deeper is its English only.
inline constexpr int kMaxInnerSentences = 4;

/// Replaces each {name} in text by its value; a placeholder without a value stays as it is.
std::string fillPlaceholders(std::string_view text, const std::vector<ErrorArgument>& arguments);

}  // namespace gan
