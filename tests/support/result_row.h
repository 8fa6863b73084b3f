#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace gan::test {

/// A line for a table of tests/benchmark/RESULTS.md: what the test that runs has measured, and what is asked of it.
/// what: with the machine's state where it matters. program: of build/release/tests.
inline std::string resultRow(const std::string& program, const std::string& what, const std::string& result,
                             const std::string& asked) {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  return "| " + what + " | `build/release/tests/" + program + " --gtest_filter='" + test.test_suite_name() + "." +
         test.name() + "'` | " + result + " | " + asked + " |\n";
}

/// "0.34"; digits: behind the point.
inline std::string digitsOf(double number, int digits) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.*f", digits, number);
  return text;
}

}  // namespace gan::test
