#include "protocol/ssh_tunnel.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/error.h"
#include "protocol/ssh_error.h"

namespace gan {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLook(50);
constexpr std::chrono::milliseconds kEndedSoon(5);
/// What ssh says goes to the terminal after so long without an end, with which it would be told as the reason.
constexpr std::chrono::milliseconds kHeldWords(300);

std::string variableOr(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr && value[0] != '\0' ? value : otherwise;
}

/// The remote side hands its command line to a shell. It has to put a home folder in, and nothing else.
std::string quoteForShell(const std::string& text) {
  if (text.starts_with("~/")) return "~/" + quoteForShell(text.substr(2));
  const auto is_plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("-_./+").find(c) != std::string_view::npos;
  };
  if (std::ranges::all_of(text, is_plain)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// Brackets around an address keep it from its port in a target; ssh would take them for a part of the name.
std::string nameForSsh(const std::string& host) {
  const bool is_address = host.starts_with('[') && host.ends_with(']') && host.find(':') != std::string::npos;
  return is_address ? host.substr(1, host.size() - 2) : host;
}

std::vector<std::string> commandLine(const std::string& program, const SshTarget& target, const std::string& engine) {
  // Of a line that does not answer ssh's three questions in 15 s each, or a host that does not greet in 20.
  std::vector<std::string> words{
      program, "-T", "-o", "ServerAliveInterval=15", "-o", "ServerAliveCountMax=3", "-o", "ConnectTimeout=20"};
  if (!target.port.empty()) words.insert(words.end(), {"-p", target.port});
  words.emplace_back("--");
  words.push_back((target.user.empty() ? "" : target.user + "@") + nameForSsh(target.host));
  words.push_back(quoteForShell(engine) + " connect");
  return words;
}

/// Passes on what ssh and the host say while a person waits at the terminal: banners, what a second factor needs.
class WordsForTerminal {
 public:
  void look(const std::string& said) {
    const auto now = Clock::now();
    if (said.size() != seen_) {
      seen_ = said.size();
      since_ = now;
    }
    if (seen_ <= told_ || now < since_ + kHeldWords) return;
    std::cerr << said.substr(told_) << std::flush;
    told_ = seen_;
  }

 private:
  std::size_t seen_ = 0;
  std::size_t told_ = 0;
  Clock::time_point since_;
};

/// Tells who shows a notice that there is nothing to be done any more.
class LoginEnd {
 public:
  LoginEnd() = default;
  ~LoginEnd() { over_.request_stop(); }
  LoginEnd(const LoginEnd&) = delete;
  LoginEnd& operator=(const LoginEnd&) = delete;

  std::stop_token token() const { return over_.get_token(); }

 private:
  std::stop_source over_;
};

}  // namespace

SshTunnel::SshTunnel(const SshTarget& target, const SshOptions& options, const Patience& patience)
    : engine_(!options.engine.empty() ? options.engine : variableOr("GAN_REMOTE_ENGINE", "gan-engine")),
      ask_(options.answer ? std::make_unique<AskPass>() : nullptr) {
  const std::string program = variableOr("GAN_SSH", "ssh");
  try {
    child_ = std::make_unique<ChildStream>(
        ChildStream::Start{.command = commandLine(program, target, engine_),
                           .environment = ask_ ? ask_->environment() : std::vector<std::string>(),
                           .session = ask_ ? ChildStream::Session::kOwn : ChildStream::Session::kOurs});
  } catch (const Error& error) {
    throw Error(ErrorCode::kUnavailable, "ssh_failed",
                "{host} cannot be reached: {reason} Install ssh, or name another program in GAN_SSH.",
                {{"host", target.host}, because(error)});
  }
  logIn(target, options, patience);
}

void SshTunnel::logIn(const SshTarget& target, const SshOptions& options, const Patience& patience) {
  auto until = std::max(patience.until, Clock::now() + options.login_patience);
  WordsForTerminal words;
  const LoginEnd end;
  while (true) {
    std::array<pollfd, 2> ends{{{child_->descriptor(), POLLIN, 0}, {ask_ ? ask_->descriptor() : -1, POLLIN, 0}}};
    ::poll(ends.data(), ends.size(), static_cast<int>(kLook.count()));
    throwIfClosed(patience.stop);
    if (ask_) {
      const auto asked = Clock::now();
      passOnQuestion(target, options.answer, patience.stop, end.token());
      until += Clock::now() - asked;
    }
    switch (greetingOf(*child_)) {
      case Greeting::kSpeaks:
        return;
      case Greeting::kNoise:
        throw Error(ErrorCode::kUnsupported, "ssh_noise",
                    "{host} says \"{words}\" where its gan-engine should speak. Let the shell's start files there "
                    "(~/.bashrc) print only for interactive shells.",
                    {{"host", target.host}, {"words", noiseOf(*child_)}});
      case Greeting::kEnd:
        if (child_->ended()) throwEnded(target);
        std::this_thread::sleep_for(kEndedSoon);  // the stream ends a moment before the process
        break;
      case Greeting::kNone:
        break;
    }
    if (!ask_) words.look(child_->said());
    if (Clock::now() < until) continue;
    throw Error(ErrorCode::kUnavailable, "ssh_silent",
                "Nothing came from {host} by ssh for {seconds} s. The network or the host may be very slow or cut off; "
                "try again, or try `ssh` by hand.",
                {{"host", target.host},
                 {"seconds", std::to_string(std::chrono::ceil<std::chrono::seconds>(options.login_patience).count())}});
  }
}

void SshTunnel::passOnQuestion(const SshTarget& target, const AnswerSsh& answer_ssh, const std::stop_token& stop,
                               const std::stop_token& over) {
  std::optional<SshQuestion> question = ask_->next();
  if (!question) return;
  question->host = target.host;
  const bool is_notice = question->kind == SshQuestion::Kind::kNotice;
  const std::optional<std::string> answer = answer_ssh(*question, is_notice ? over : stop);
  throwIfClosed(stop);
  if (is_notice) return;
  ask_->answer(answer);
  if (answer) return;
  throw Error(ErrorCode::kPermissionDenied, "ssh_declined",
              "The login to {host} was given up, because its question was not answered.", {{"host", target.host}});
}

void SshTunnel::throwEnded(const SshTarget& target) const {
  throw sshError(target, {.status = child_->ended().value_or(0), .said = child_->said(), .engine = engine_});
}

}  // namespace gan
