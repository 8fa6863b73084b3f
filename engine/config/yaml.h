#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "config/run_config.h"

namespace gan {

/// Sets in config what the YAML text says; what it does not mention stays. Groups may be nested ("data:" above
/// "  workers: 2") or written into the key ("data.workers: 2"). source names the text in messages.
/// Throws Error(kInvalidArgument) with source, line, key, what was expected and what was found: "config_syntax",
/// "config_unknown_key" (with a suggestion), "config_wrong_type", "config_out_of_range", "config_duplicate_key".
/// Text of more than 1 MiB, lists, tags, anchors, aliases and nesting deeper than the schema's are refused. After an
/// error config is as it was.
void applyYaml(RunConfig& config, std::string_view text, std::string_view source);

/// Reads a file; errors as applyYaml() and readFile().
void applyYamlFile(RunConfig& config, const std::filesystem::path& path);

/// As applyYaml(), but fields that the schema lacks, and values that its fields do not take, are left out: for showing
/// what another build wrote. Never for training with it.
void applyKnownYaml(RunConfig& config, std::string_view text, std::string_view source);
void applyKnownYamlFile(RunConfig& config, const std::filesystem::path& path);

/// Every field, grouped, each with its help, unit and range as a comment; reads back as an equal RunConfig.
std::string toYaml(const RunConfig& config);

/// Only what the networks are made from (model.*, data.resolution, data.channels), the precision in which they compute
/// (training.float32_precision) and over how many batches standing statistics of theirs are taken
/// (sampling.statistics_batches), a line each, without comments; reads back by applyYaml().
std::string modelYaml(const RunConfig& config);

}  // namespace gan
