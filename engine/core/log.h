#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace gan::log {

enum class Level { kDebug, kInfo, kWarning, kError };

/// Thread-safe. Lines go to standard error and, once set, to the run's engine.log, each with its time.
/// Control characters in message are written as \xNN, so text from outside cannot forge a line.
void write(Level level, std::string_view message);
inline void debug(std::string_view message) { write(Level::kDebug, message); }
inline void info(std::string_view message) { write(Level::kInfo, message); }
inline void warning(std::string_view message) { write(Level::kWarning, message); }
inline void error(std::string_view message) { write(Level::kError, message); }

/// Lowest level shown on standard error. Files get everything from kInfo on.
void setConsoleLevel(Level level);

/// Appends to path from now on; an empty path closes the file. Throws Error(kPermissionDenied | kNotFound).
void setFile(const std::filesystem::path& path);

/// Gets every line from kInfo on, as it is shown; an empty function removes it, after which it is not called any more.
/// Called by the thread that writes the line; must not write to the log itself.
using Listener = std::function<void(Level level, std::string_view line)>;
void setListener(Listener listener);

/// Called before each console line and after it, so that a progress bar can get out of the way. Null removes it.
class ConsoleGuard {
 public:
  virtual ~ConsoleGuard() = default;
  virtual void beforeLine() = 0;
  virtual void afterLine() = 0;
};
void setConsoleGuard(ConsoleGuard* guard);

}  // namespace gan::log
