#include "core/user_at_host.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "core/process_output.h"

namespace gan {
namespace {

TEST(UserAtHost, IsWhatTheSystemSaysWhateverTheEnvironmentDoes) {
  for (const char* name : {"USER", "LOGNAME"}) ::setenv(name, "home", 1);
  const auto said = [](const std::vector<std::string>& command) {
    const std::string text = runForOutput(command, {}).text;
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(userAtHost(), said({"id", "-un"}) + "@" + said({"uname", "-n"}));
}

}  // namespace
}  // namespace gan
