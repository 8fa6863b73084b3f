#include "core/log.h"

#include <fcntl.h>
#include <spdlog/details/log_msg.h>
#include <spdlog/sinks/ansicolor_sink.h>
#include <spdlog/sinks/basic_file_sink.h>

#include <cerrno>
#include <exception>
#include <memory>
#include <mutex>
#include <string>

#include "core/atomic_file.h"
#include "core/file_descriptor.h"

namespace gan::log {
namespace {

spdlog::level::level_enum spdlogLevel(Level level) {
  switch (level) {
    case Level::kDebug:
      return spdlog::level::debug;
    case Level::kInfo:
      return spdlog::level::info;
    case Level::kWarning:
      return spdlog::level::warn;
    case Level::kError:
      return spdlog::level::err;
  }
  return spdlog::level::err;
}

void appendEscaped(std::string& line, unsigned char byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  line += "\\x";
  line.push_back(kDigits[byte >> 4U]);
  line.push_back(kDigits[byte & 0x0fU]);
}

std::string withoutControlCharacters(std::string_view message) {
  std::string line;
  line.reserve(message.size());
  for (std::size_t i = 0; i < message.size(); ++i) {
    const auto byte = static_cast<unsigned char>(message[i]);
    const auto following = i + 1 < message.size() ? static_cast<unsigned char>(message[i + 1]) : 0U;
    if (byte < 0x20 || byte == 0x7f) {
      appendEscaped(line, byte);
    } else if (byte == 0xc2 && following >= 0x80 && following < 0xa0) {  // U+0080 to U+009F steer terminals, too
      appendEscaped(line, byte);
      appendEscaped(line, static_cast<unsigned char>(following));
      ++i;
    } else {
      line.push_back(message[i]);
    }
  }
  return line;
}

/// Every access holds mutex, so the sinks need no locks of their own.
struct State {
  std::mutex mutex;
  spdlog::sinks::ansicolor_stderr_sink_st console;
  std::unique_ptr<spdlog::sinks::basic_file_sink_st> file;
  Listener listener;
  Level console_level = Level::kInfo;
  ConsoleGuard* guard = nullptr;

  State() { console.set_pattern("%H:%M:%S %^%l%$ %v"); }

  void writeConsole(const spdlog::details::log_msg& line) {
    if (guard != nullptr) guard->beforeLine();
    console.log(line);
    console.flush();
    if (guard != nullptr) guard->afterLine();
  }

  void writeFile(const spdlog::details::log_msg& line) {
    try {
      file->log(line);
      file->flush();
    } catch (const std::exception& failure) {
      // A full disk must not stop training, nor be told once a line.
      file.reset();
      const std::string message = std::string("engine.log is no longer written: ") + failure.what();
      writeConsole({spdlog::source_loc{}, "", spdlog::level::warn, message});
    }
  }
};

/// Never destroyed, because destructors of other objects may still write.
State& state() {
  static auto* const instance = new State();
  return *instance;
}

}  // namespace

void write(Level level, std::string_view message) {
  const std::string text = withoutControlCharacters(message);
  State& log = state();
  const std::scoped_lock lock(log.mutex);
  const spdlog::details::log_msg line(spdlog::source_loc{}, "", spdlogLevel(level), text);
  if (level >= log.console_level) log.writeConsole(line);
  if (log.file && level >= Level::kInfo) log.writeFile(line);
  if (log.listener && level >= Level::kInfo) log.listener(level, text);
}

void setConsoleLevel(Level level) {
  State& log = state();
  const std::scoped_lock lock(log.mutex);
  log.console_level = level;
}

void setFile(const std::filesystem::path& path) {
  std::unique_ptr<spdlog::sinks::basic_file_sink_st> file;
  if (!path.empty()) {
    // Opened here first, because spdlog's exception does not tell the reason apart and it would create folders.
    openRegularFile(path, O_WRONLY | O_CREAT | O_APPEND);
    try {
      file = std::make_unique<spdlog::sinks::basic_file_sink_st>(path.string(), /*truncate=*/false);
    } catch (const spdlog::spdlog_ex&) {
      throwFileError("write", path, errno);
    }
    file->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l %v");
  }
  State& log = state();
  const std::scoped_lock lock(log.mutex);
  log.file = std::move(file);
}

void setListener(Listener listener) {
  State& log = state();
  const std::scoped_lock lock(log.mutex);
  log.listener = std::move(listener);
}

void setConsoleGuard(ConsoleGuard* guard) {
  State& log = state();
  const std::scoped_lock lock(log.mutex);
  log.guard = guard;
}

}  // namespace gan::log
