#pragma once

#include <optional>
#include <string>

#include "link/run_source.h"

namespace gan {

class RunClient;

/// What a run's source asks of an engine, however else it knows the run.

/// As RunSource::command(), by the threads of the client. A command without an id gets one.
void sendCommand(RunClient& client, const Command& command, RunSource::Answered answered);
/// As RunSource::samplerLoad().
std::optional<SamplerLoad> samplerLoadOf(RunClient& client);
/// As RunSource::evaluations().
ToldEvaluations evaluationsOf(RunClient& client, const std::string& mark);

}  // namespace gan
