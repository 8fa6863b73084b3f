#include "slurm_there.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "protocol/host_client.h"

namespace gan::app {
namespace {

constexpr std::array<std::string_view, 4> kOfThisMachine = {"--host", "--json", "--output", "--help"};

/// What was typed behind `gan-engine`, as far as it concerns the other machine.
std::vector<std::string> wordsGiven(const CLI::App& command) {
  std::vector<std::string> words{"slurm", command.get_name()};
  std::vector<std::string> without_option;
  for (const CLI::Option* option : command.get_options([](const CLI::Option* one) { return one->count() > 0; })) {
    const std::string name = option->get_name();
    if (std::ranges::find(kOfThisMachine, name) != kOfThisMachine.end()) continue;
    if (!name.starts_with('-')) {
      without_option.insert(without_option.end(), option->results().begin(), option->results().end());
    } else if (option->get_items_expected_max() == 0) {
      words.push_back(name);
    } else {
      for (const std::string& value : option->results()) {
        // Apart, so that a path below the home folder is known as one.
        if (value.starts_with('-')) {
          words.push_back(name + "=" + value);
        } else {
          words.insert(words.end(), {name, value});
        }
      }
    }
  }
  if (!without_option.empty()) words.emplace_back("--");
  words.insert(words.end(), without_option.begin(), without_option.end());
  return words;
}

}  // namespace

void addSlurmHost(CLI::App& command, std::string& host) {
  command.add_option("--host", host,
                     "Ask the Slurm of another machine, where gan-engine is too: ssh://[USER@]HOST[:PORT]/. Paths are "
                     "that machine's; /~/PATH begins in your home there");
}

void askSlurmThere(const std::string& host, const CLI::App& command,
                   const std::function<void(const nlohmann::json& said)>& read) {
  const std::string answer = HostClient(Target{host}).askSlurm(wordsGiven(command));
  try {
    read(nlohmann::json::parse(answer));
  } catch (const nlohmann::json::exception&) {
    throw Error(ErrorCode::kDataLoss, "slurm_answer_malformed",
                "What gan-engine says at {host} is not what was asked of its Slurm. Use one of the same version there.",
                {{"host", host}});
  }
}

}  // namespace gan::app
