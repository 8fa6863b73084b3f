#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gan::app {

/// Columns as wide as their longest cell, two spaces between; the first row is the heading.
std::string formatTable(const std::vector<std::vector<std::string>>& rows);

/// A number with so many digits behind the point.
std::string fixed(double value, int digits);

/// Text from elsewhere, safe to print: control characters become \xNN.
std::string printable(std::string_view text);

/// Columns of the terminal on standard error, or 100 where there is none.
int terminalWidth();

}  // namespace gan::app
