#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace gan::app {

/// Adds --host to a command of `gan-engine slurm`.
void addSlurmHost(CLI::App& command, std::string& host);

/// Has gan-engine on that machine do what this command was told to, whose files are that machine's: all its options
/// but --host, --json and --output go there. read takes what --json prints. Throws what HostClient::askSlurm() does,
/// and Error(kDataLoss, "slurm_answer_malformed") where read meets something else.
void askSlurmThere(const std::string& host, const CLI::App& command,
                   const std::function<void(const nlohmann::json& said)>& read);

}  // namespace gan::app
