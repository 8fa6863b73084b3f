#include "protocol/ask_pass.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/random_hex.h"
#include "protocol/private_folder.h"

namespace gan {
namespace {

// A question is a line that says its kind, its text, and a zero byte. An answer is a line: y and the answer, or n.
constexpr const char* kScript =
    "#!/bin/sh\n"
    "here=${0%/*}\n"
    "{ printf '%s\\n' \"${SSH_ASKPASS_PROMPT:-}\" \"$1\"; printf '\\000'; } >\"$here/question\" || exit 1\n"
    "[ \"${SSH_ASKPASS_PROMPT:-}\" != none ] || exit 0\n"
    "IFS= read -r answer <\"$here/answer\" || exit 1\n"
    "case $answer in\n"
    "  y*) printf '%s\\n' \"${answer#y}\" ;;\n"
    "  *) exit 1 ;;\n"
    "esac\n";

constexpr std::size_t kLongestQuestion = 16384;

FileDescriptor makePipe(const std::filesystem::path& path) {
  if (::mkfifo(path.c_str(), 0600) != 0) throwFileError("make", path, errno);
  // For both directions: then it has an end on each side, whoever comes and goes.
  FileDescriptor pipe(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK));
  if (!pipe) throwFileError("open", path, errno);
  return pipe;
}

bool programsMayRunIn(const std::filesystem::path& folder) {
  struct statvfs info {};
  return ::statvfs(folder.c_str(), &info) == 0 && (info.f_flag & ST_NOEXEC) == 0;
}

/// A folder of ours for the script: some systems let nothing in the runtime folder be run.
std::filesystem::path placeForPrograms() {
  const std::filesystem::path runtime = privateRuntimeFolder();
  ensurePrivateFolder(runtime);
  std::vector<std::filesystem::path> places{runtime, "/tmp/gan-studio-" + std::to_string(::geteuid())};
  if (const char* home = std::getenv("HOME"); home != nullptr && home[0] == '/') {
    places.push_back(std::filesystem::path(home) / ".cache/gan-studio");
  }
  for (const std::filesystem::path& place : places) {
    try {
      ensurePrivateFolder(place);
    } catch (const Error&) {  // somebody else's
      continue;
    }
    if (programsMayRunIn(place)) return place;
  }
  return runtime;  // ssh says that it cannot
}

/// Takes all that is there.
std::string drain(const FileDescriptor& pipe) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t count = 0; (count = ::read(pipe.get(), buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > kLongestQuestion) break;
  }
  return text;
}

SshQuestion::Kind kindOf(std::string_view hint, std::string_view text) {
  if (hint == "none") return SshQuestion::Kind::kNotice;
  if (hint == "confirm") return SshQuestion::Kind::kConfirm;
  const bool is_host_key = text.find("(yes/no") != std::string_view::npos;
  return is_host_key ? SshQuestion::Kind::kHostKey : SshQuestion::Kind::kSecret;
}

}  // namespace

AskPass::AskPass() : folder_(placeForPrograms() / ("ask-" + randomHex(4))) {
  ensurePrivateFolder(folder_);
  question_ = makePipe(folder_ / "question");
  answer_ = makePipe(folder_ / "answer");
  writeFileAtomically(folder_ / "ask", kScript, 0700);
}

AskPass::~AskPass() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::vector<std::string> AskPass::environment() const {
  std::vector<std::string> variables{"SSH_ASKPASS=" + (folder_ / "ask").string(), "SSH_ASKPASS_REQUIRE=force"};
  // OpenSSH before 8.4 asks with a program only where there is a display.
  if (std::getenv("DISPLAY") == nullptr) variables.emplace_back("DISPLAY=:0");
  return variables;
}

std::optional<SshQuestion> AskPass::next() {
  read_ += drain(question_);
  const std::size_t end = read_.find('\0');
  if (end == std::string::npos) {
    if (read_.size() > kLongestQuestion) read_.clear();
    return std::nullopt;
  }
  const std::string whole = read_.substr(0, end);
  read_.erase(0, end + 1);
  const std::size_t line = whole.find('\n');
  if (line == std::string::npos) return std::nullopt;
  SshQuestion question;
  question.text = whole.substr(line + 1);
  while (question.text.ends_with('\n')) question.text.pop_back();
  question.kind = kindOf(std::string_view(whole).substr(0, line), question.text);
  return question;
}

void AskPass::answer(const std::optional<std::string>& answer) {
  drain(answer_);  // of a question that ssh did not wait for
  std::string line = answer ? "y" + answer->substr(0, answer->find('\n')) + "\n" : "n\n";
  (void)!::write(answer_.get(), line.data(), line.size());
  std::fill(line.begin(), line.end(), '\0');
}

}  // namespace gan
