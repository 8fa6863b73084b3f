#pragma once

#include <CLI/CLI.hpp>

namespace gan::app {

/// For options: a number from least to most. Unlike CLI::Range, it does not take nan for one of every range.
CLI::Validator numberRange(double least, double most);

}  // namespace gan::app
