#include "run/kept_tests.h"

#include <gtest/gtest.h>

#include "core/atomic_file.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

KeptTest testAt(const char* id, double unix_seconds) {
  return {.id = id,
          .step = 100,
          .segment = 2,
          .unix_seconds = unix_seconds,
          .data = "fashion",
          .split = "test",
          .images = 6,
          .loss = 0.5,
          .top1 = 0.5,
          .top5 = 1,
          .classes = {"cat", "dog"},
          .confusion = {{2, 1}, {2, 1}},
          .cells = {{.row = 0, .column = 1, .sheet = "0-1.png"}}};
}

TEST(KeptTests, AreReadAsTheyWereKeptOldestFirst) {
  const TemporaryFolder run;
  EXPECT_TRUE(keptTests(run.path()).empty());
  keepTest(run.path(), testAt("b", 20));
  keepTest(run.path(), testAt("a", 10));
  EXPECT_EQ(keptTests(run.path()), (std::vector<KeptTest>{testAt("a", 10), testAt("b", 20)}));
}

TEST(KeptTests, ThatAreDamagedOrLeadElsewhereAreLeftOut) {
  const TemporaryFolder run;
  keepTest(run.path(), testAt("a", 10));
  const auto put = [&](const char* id, const std::string& was, const std::string& is) {
    keepTest(run.path(), testAt(id, 20));
    const auto file = testFolder(run.path(), id) / "test.json";
    std::string text = readFile(file, 1 << 16);
    ASSERT_NE(text.find(was), std::string::npos) << text;
    text.replace(text.find(was), was.size(), is);
    writeFileAtomically(file, text);
  };
  put("b", "0-1.png", "../../0-1.png");
  put("c", "[2,1]", "[2]");
  put("d", "\"row\":0", "\"row\":2");
  put("e", "\"classes\"", "\"names\"");
  put("f", "\"id\":\"f\"", "\"id\":\"f/../../..\"");
  put("g", "[2,1]", "[2,-1]");
  put("h", "\"unix_seconds\":20.0", "\"unix_seconds\":1e300");
  EXPECT_EQ(keptTests(run.path()).size(), 1U);
}

}  // namespace
}  // namespace gan
