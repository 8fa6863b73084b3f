#include "run/kept_evaluations.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "core/atomic_file.h"
#include "support/evaluated.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

KeptEvaluation keptAt(std::int64_t step, double unix_seconds) {
  KeptEvaluation kept{
      .step = step, .segment = 2, .unix_seconds = unix_seconds, .evaluated = evaluatedAs({{"fid", 3, 0.5}})};
  kept.evaluated.truncation = 0.4;
  kept.evaluated.truncation_kind = "scaled_redraw";
  kept.evaluated.draws = 5;
  kept.evaluated.settings = "classes 3";
  kept.evaluated.classes = {{.name = "shoe", .fid = 4.5, .real = 6000, .generated = 200}};
  return kept;
}

TEST(KeptEvaluations, AreReadAsTheyWereKeptOldestFirst) {
  const TemporaryFolder run;
  EXPECT_TRUE(keptEvaluations(run.path()).empty());
  keepEvaluation(run.path(), "b", keptAt(100, 20));
  keepEvaluation(run.path(), "a", keptAt(200, 30));
  keepEvaluation(run.path(), "c", keptAt(300, 10));
  EXPECT_EQ(keptEvaluations(run.path()),
            (std::vector<KeptEvaluation>{keptAt(300, 10), keptAt(100, 20), keptAt(200, 30)}));
}

TEST(KeptEvaluations, OfOneIdReplaceEachOther) {
  const TemporaryFolder run;
  keepEvaluation(run.path(), "a", keptAt(100, 20));
  keepEvaluation(run.path(), "a", keptAt(100, 40));
  EXPECT_EQ(keptEvaluations(run.path()), (std::vector<KeptEvaluation>{keptAt(100, 40)}));
}

TEST(KeptEvaluations, ThatAreDamagedAreLeftOutAndOtherFilesAreNone) {
  const TemporaryFolder run;
  keepEvaluation(run.path(), "a", keptAt(100, 20));
  writeFileAtomically(run.path() / "evaluation" / "kept-b.json", "{\"step\": 5");
  writeFileAtomically(run.path() / "evaluation" / "kept-c.json", R"({"step": -5, "segment": 0, "unix_seconds": 1})");
  writeFileAtomically(run.path() / "evaluation" / "newest.log", "words");
  EXPECT_EQ(keptEvaluations(run.path()).size(), 1U);
}

TEST(KeptEvaluations, AreToldAsTheyWereKept) {
  const std::string line = toJson(keptAt(100, 20));
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(keptEvaluationFromJson(line, "a message"), keptAt(100, 20));
  const auto error = expectError(ErrorCode::kDataLoss, "evaluation_bad_file",
                                 [] { keptEvaluationFromJson("{\"step\": 5}", "a message"); });
  EXPECT_NE(error->message().find("a message"), std::string::npos);
}

TEST(KeptEvaluations, HaveAMarkThatStaysUntilThereIsAnotherOne) {
  const TemporaryFolder run;
  EXPECT_EQ(keptEvaluationsMark(run.path()), "none");
  keepEvaluation(run.path(), "a", keptAt(100, 20));
  EXPECT_EQ(keptEvaluationsMark(run.path()), "") << "another one may come within the same tick of the clock";
  const auto hour_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
  std::filesystem::last_write_time(run.path() / "evaluation", hour_ago);
  const std::string mark = keptEvaluationsMark(run.path());
  EXPECT_FALSE(mark.empty());
  EXPECT_EQ(keptEvaluationsMark(run.path()), mark);
  keepEvaluation(run.path(), "b", keptAt(200, 30));
  EXPECT_NE(keptEvaluationsMark(run.path()), mark);
}

}  // namespace
}  // namespace gan
