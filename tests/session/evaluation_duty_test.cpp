#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>

#include "models/weights_file.h"
#include "session_run.h"
#include "training/score_rules.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string textOf(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// A run that a program of a few lines judges in place of `gan-engine evaluate`.
class Evaluations : public testing::Test {
 protected:
  /// lines: of a shell, before it prints a report with the FID $fid. $call is 1, 2, 3 ... and $here a folder.
  SessionOptions judgedBy(const std::string& lines) {
    const fs::path script = temporary_ / "judge";
    std::ofstream(script) << "#!/bin/sh\nhere='" << temporary_.path().string() << "'\n"
                          << "echo \"$@\" >> $here/asked\ncall=$(wc -l < $here/asked)\nfid=$call\n"
                          << lines << "\n"
                          << R"(echo "progress that nobody reads")"
                          << "\n"
                          << R"(echo '{"a": {"pictures": 64}, "b": {"pictures": 8}, "features": {"network": "test",)"
                          << R"( "sha256": "0123abcd", "resize": "its training", "size": 32}, "scores": {"fid": '$fid)"
                          << R"('}, "deviations": {}}')"
                          << "\n";
    fs::permissions(script, fs::perms::owner_all);
    SessionOptions options;
    options.evaluation_program = {script.string()};
    return options;
  }
  RunFolder run(const std::string& name, std::vector<std::string> settings = {}) {
    for (const char* setting : {"training.steps=30", "evaluation.every_steps=10", "evaluation.while=paused"}) {
      settings.insert(settings.begin(), setting);
    }
    return smallRun(temporary_ / name, settings);
  }

  template <class What>
  static std::vector<std::pair<std::int64_t, What>> eventsOf(const RunFolder& folder) {
    std::vector<std::pair<std::int64_t, What>> found;
    for (const Event& event : readJournal(folder.journal())) {
      if (const auto* what = std::get_if<What>(&event.what)) found.emplace_back(event.step, *what);
    }
    return found;
  }
  static std::vector<std::int64_t> evaluatedSteps(const RunFolder& folder) {
    std::vector<std::int64_t> steps;
    for (const auto& [step, evaluated] : eventsOf<Evaluated>(folder)) steps.push_back(step);
    return steps;
  }
  static std::vector<std::string> alerts(const RunFolder& folder) {
    std::vector<std::string> ids;
    for (const auto& [step, alert] : eventsOf<Alert>(folder)) ids.push_back(alert.message.id);
    return ids;
  }
  static std::vector<std::string> checkpoints(const RunFolder& folder) {
    std::vector<std::string> names;
    for (const auto& entry : CheckpointStore(folder.checkpoints()).list()) names.push_back(entry.name);
    return names;
  }
  std::string asked() const { return textOf(temporary_ / "asked"); }

  TemporaryFolder temporary_;
};

TEST_F(Evaluations, JudgeTheStepsThatAreDueAndTellWhatWasFound) {
  const RunFolder folder = run("run", {"evaluation.count=77", "evaluation.metrics=fid,swd", "evaluation.processes=3"});
  EXPECT_EQ(TrainingSession(folder, judgedBy("")).wait(), Outcome::kFinished);
  const auto found = eventsOf<Evaluated>(folder);
  ASSERT_EQ(found.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& [step, evaluated] = found[i];
    EXPECT_EQ(step, static_cast<std::int64_t>(10 * (i + 1)));
    EXPECT_EQ(evaluated.scores, (std::vector<EvaluatedScore>{{"fid", static_cast<double>(i + 1), {}}}));
    EXPECT_EQ(evaluated.weights, "average");
    EXPECT_EQ(evaluated.statistics, "running");
    EXPECT_GT(evaluated.seconds, 0);
  }
  EXPECT_THAT(asked(), AllOf(HasSubstr(folder.path().string() + " --weights="),
                             HasSubstr(" --features=in-domain --resize=auto --size=0 "), HasSubstr(" --count=77 "),
                             HasSubstr(" --metrics=fid,swd "), HasSubstr(" --truncation=0 "),
                             HasSubstr(" --processes=3 "), HasSubstr(" --json")));
  for (const auto& file : fs::directory_iterator(folder.evaluation())) {
    EXPECT_NE(file.path().extension(), ".safetensors") << "weights that were judged are not kept";
  }
  RunReader reader(folder);
  reader.refresh();
  EXPECT_THAT(reader.values("evaluation/test-0123abcd-8/fid", {0, 100}, 100).steps, ElementsAre(10, 20, 30));
}

TEST_F(Evaluations, FeedTheirNetworkAsTheRunSaysAlsoWhereThatChangesWhileItTrains) {
  const RunFolder folder =
      run("run", {"evaluation.features=/x/network.pt", "evaluation.resize=clean-fid", "evaluation.size=224"});
  {
    SessionOptions endless = judgedBy("");
    endless.stop_at_step = 1'000'000;
    TrainingSession training(folder, endless);
    ASSERT_TRUE(training.waitFor([&] { return training.step() >= 20; }));
    EXPECT_EQ(training.ask(CommandKind::kSet, {{"evaluation.features", std::string("in-domain")}}).result,
              CommandResult::kRefused);
    EXPECT_EQ(training
                  .ask(CommandKind::kSet,
                       {{"evaluation.resize", std::string("stylegan")}, {"evaluation.size", std::int64_t{64}}})
                  .result,
              CommandResult::kApplied);
    const std::int64_t changed = training.step();
    ASSERT_TRUE(training.waitFor([&] { return training.step() >= changed + 20; }));
  }
  EXPECT_THAT(asked(), AllOf(HasSubstr(" --features=/x/network.pt --resize=clean-fid --size=224 "),
                             HasSubstr(" --features=/x/network.pt --resize=stylegan --size=64 ")));
}

TEST_F(Evaluations, ThatAnOlderVersionLetBeAskedForRestUntilTheyAreChangedIntoSomeThatCanBeMade) {
  fs::path path;
  {
    const RunFolder made = run("run", {"evaluation.count=33", "evaluation.metrics=fid,fid-infinity"});
    path = made.path();
  }
  std::string text = textOf(path / "run.yaml");
  const std::string count = "\n  count: 33\n";
  ASSERT_NE(text.find(count), std::string::npos);
  text.replace(text.find(count), count.size(), "\n  count: 20\n");
  std::ofstream(path / "run.yaml") << text;
  const RunFolder folder = RunFolder::open(path);
  {
    SessionOptions endless = judgedBy("");
    endless.stop_at_step = 1'000'000;
    TrainingSession training(folder, endless);
    ASSERT_TRUE(training.waitFor([&] { return training.step() >= 20; }));
    EXPECT_EQ(training.ask(CommandKind::kSet, {{"guard.on_nan", std::string("stop")}}).result, CommandResult::kApplied)
        << "what has nothing to do with them changes as ever";
    EXPECT_EQ(training.ask(CommandKind::kSet, {{"evaluation.count", std::int64_t{21}}}).result,
              CommandResult::kRefused);
  }
  std::vector<std::pair<std::int64_t, Alert>> told = eventsOf<Alert>(folder);
  std::erase_if(told, [](const auto& alert) { return alert.second.message.id != "evaluations_rest"; });
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].first, 10);
  EXPECT_EQ(told[0].second.severity, Severity::kWarning);
  EXPECT_THAT(told[0].second.message.english(),
              AllOf(HasSubstr("step 10 "), HasSubstr("fid-infinity needs at least 32")));
  EXPECT_THAT(eventsOf<Evaluated>(folder), IsEmpty());
  EXPECT_EQ(asked(), "");

  const std::int64_t stood = CheckpointStore(folder.checkpoints()).list().back().state.step;
  const std::int64_t next = (stood / 10 + 1) * 10;
  SessionOptions changed = judgedBy("");
  changed.cause = SegmentStarted::Cause::kResume;
  changed.stop_at_step = next;
  changed.changes = {{"evaluation.count", std::int64_t{40}}};
  TrainingSession(folder, changed).wait();
  EXPECT_THAT(evaluatedSteps(folder), ElementsAre(next));
}

TEST_F(Evaluations, AreOfTheWeightsOfTheirStep) {
  const RunFolder folder = run("run", {"ema.enabled=true", "checkpoint.interval_steps=20", "training.steps=20"});
  TrainingSession(folder, judgedBy("cp ${2#--weights=} $here/judged-$call")).wait();
  const fs::path judged = temporary_ / "judged-2";
  EXPECT_EQ(weightsStep(judged), 20);
  const TensorMap expected = readWeights(folder.checkpoints() / stepName(20, 1) / "ema.safetensors").tensors;
  const TensorMap found = readWeights(judged).tensors;
  ASSERT_FALSE(found.empty());
  for (const auto& [name, tensor] : found) {
    ASSERT_TRUE(expected.contains(name)) << name;
    EXPECT_TRUE(tensor.equal(expected.at(name))) << name;
  }
  EXPECT_EQ(eventsOf<Evaluated>(folder).at(0).second.weights, "average");
}

TEST_F(Evaluations, ChangeNoBitOfTheTraining) {
  std::vector<std::string> weights;
  for (const char* setting : {"evaluation.every_steps=0", "evaluation.while=beside", "evaluation.while=paused"}) {
    const RunFolder folder = run(setting, {setting});
    TrainingSession(folder, judgedBy("")).wait();
    weights.push_back(textOf(folder.checkpoints() / stepName(30, 1) / "generator.safetensors") +
                      textOf(folder.checkpoints() / stepName(30, 1) / "optimizer_d.safetensors"));
  }
  EXPECT_GT(weights[0].size(), 1000U);
  EXPECT_TRUE(weights[1] == weights[0]);
  EXPECT_TRUE(weights[2] == weights[0]);
}

TEST_F(Evaluations, ThatFailAreAlertsThatNameTheReasonAndNotTheEndOfTheTraining) {
  const RunFolder folder = run("run");
  const char* fails = R"(if [ $call = 1 ]; then echo '{"error": {"id": "x", "text": "no {n} images",)"
                      R"( "arguments": {"n": "5"}}}'; exit 2; fi; if [ $call = 2 ]; then kill -9 $$; fi)";
  EXPECT_EQ(TrainingSession(folder, judgedBy(fails)).wait(), Outcome::kFinished);
  EXPECT_THAT(evaluatedSteps(folder), ElementsAre(30)) << "the next one begins a new process";
  const auto told = eventsOf<Alert>(folder);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_THAT(told[0].second.message.english(), AllOf(HasSubstr("step 10"), HasSubstr("no 5 images")));
  EXPECT_EQ(told[0].second.message.arguments.at(0),
            (ErrorArgument{"reason", "no 5 images", "no {n} images", {{"n", "5"}}}))
      << "so that it can be translated";
  EXPECT_EQ(told[0].second.severity, Severity::kWarning);
  EXPECT_THAT(told[1].second.message.english(), AllOf(HasSubstr("step 20"), HasSubstr("signal 9")));
}

TEST_F(Evaluations, ThatSayNothingOrNonsenseAreToldAsWell) {
  const RunFolder folder = run("run");
  TrainingSession(folder, judgedBy("[ $call = 1 ] && exit 3; [ $call = 2 ] && echo nonsense && exit 0")).wait();
  EXPECT_THAT(alerts(folder), ElementsAre("evaluation_without_result", "evaluation_failed"));
  SessionOptions missing;
  missing.evaluation_program = {(temporary_ / "no such program").string()};
  const RunFolder other = run("other");
  EXPECT_EQ(TrainingSession(other, missing).wait(), Outcome::kFinished);
  EXPECT_THAT(alerts(other), ElementsAre("evaluation_failed", "evaluation_failed", "evaluation_failed"));
}

TEST_F(Evaluations, BesideTheTrainingLeaveOutWhatIsDueTooEarlyAndSaySoOnce) {
  const RunFolder folder = run("run", {"evaluation.while=beside"});
  TrainingSession training(folder, judgedBy("while [ ! -e $here/go ]; do sleep 0.02; done"));
  ASSERT_TRUE(training.waitFor([&] { return training.step() == 30; }));
  std::ofstream(temporary_ / "go") << "";
  EXPECT_EQ(training.wait(), Outcome::kFinished);
  EXPECT_THAT(evaluatedSteps(folder), ElementsAre(10)) << "the end of the training waits for it";
  EXPECT_THAT(alerts(folder), ElementsAre("evaluation_skipped"));
}

TEST_F(Evaluations, GiveWayToTheTraining) {
  const RunFolder folder = run("run", {"training.steps=10"});
  TrainingSession(folder, judgedBy("sleep 0.3; cat /proc/$$/oom_score_adj > $here/oom; ps -o ni= -p $$ > $here/nice"))
      .wait();
  EXPECT_THAT(textOf(temporary_ / "oom"), HasSubstr("1000"));
  EXPECT_THAT(textOf(temporary_ / "nice"), HasSubstr("19"));
}

TEST_F(Evaluations, EndWithATrainingThatIsStoppedAndAreMadeWhenItGoesOn) {
  const RunFolder folder = run("run", {"training.steps=10"});
  {
    TrainingSession training(folder, judgedBy("echo $$ > $here/process; sleep 1000"));
    ASSERT_TRUE(training.waitFor([&] { return fs::exists(temporary_ / "process") && training.step() == 10; }));
    training.session().requestStop();
    EXPECT_EQ(training.wait(), Outcome::kStopped);
  }
  EXPECT_THAT(alerts(folder), ElementsAre("evaluation_given_up"));
  const pid_t process = std::stoi(textOf(temporary_ / "process"));
  EXPECT_TRUE(::kill(process, 0) != 0) << "its process has ended";
  std::ofstream(folder.evaluation() / "step-00000010.s1.safetensors") << "what a killed engine leaves";
  SessionOptions resumed = judgedBy("");
  resumed.cause = SegmentStarted::Cause::kResume;
  EXPECT_EQ(TrainingSession(folder, resumed).wait(), Outcome::kFinished);
  EXPECT_THAT(evaluatedSteps(folder), ElementsAre(10));
  EXPECT_FALSE(fs::exists(folder.evaluation() / "step-00000010.s1.safetensors"));
  EXPECT_TRUE(fs::exists(folder.checkpoints() / "step-00000010.s1.evaluation.json"))
      << "beside the checkpoint, which is of the segment before";
}

TEST_F(Evaluations, BesideTheTrainingThatEndedWithItAreMadeWhenItGoesOnFromALaterStep) {
  const RunFolder folder = run("run", {"training.steps=30", "evaluation.while=beside", "evaluation.every_steps=20"});
  {
    TrainingSession training(folder, judgedBy("sleep 1000"));
    ASSERT_TRUE(training.waitFor([&] { return training.step() == 30; }));
    training.session().requestStop();
    EXPECT_EQ(training.wait(), Outcome::kStopped);
  }
  EXPECT_THAT(alerts(folder), ElementsAre("evaluation_given_up"));
  std::ofstream(folder.evaluation() / "step-00000010.s1.safetensors") << "of a step that nobody wants judged";
  SessionOptions resumed = resumeTo(35);
  resumed.evaluation_program = judgedBy("ls $here/run/evaluation/*.safetensors > $here/held").evaluation_program;
  EXPECT_EQ(TrainingSession(folder, resumed).wait(), Outcome::kFinished);
  EXPECT_THAT(evaluatedSteps(folder), ElementsAre(20));
  EXPECT_THAT(textOf(temporary_ / "held"), AllOf(HasSubstr("step-00000020.s1"), Not(HasSubstr("step-00000010"))));
  EXPECT_THAT(asked(), HasSubstr("step-00000020.s1.safetensors"));
  EXPECT_FALSE(fs::exists(folder.evaluation() / "step-00000020.s1.safetensors"));
}

TEST_F(Evaluations, OfTheLastStepOfAStoppedTrainingComeBeforeOneThatEndedWithIt) {
  const RunFolder folder = run("run", {"training.steps=40", "evaluation.while=beside", "evaluation.every_steps=20"});
  {
    TrainingSession training(folder, judgedBy("sleep 1000"));
    ASSERT_TRUE(training.waitFor([&] { return training.step() == 40; }));
    training.session().requestStop();
    EXPECT_EQ(training.wait(), Outcome::kStopped);
  }
  SessionOptions resumed = judgedBy("");
  resumed.cause = SegmentStarted::Cause::kResume;
  EXPECT_EQ(TrainingSession(folder, resumed).wait(), Outcome::kFinished);
  EXPECT_THAT(evaluatedSteps(folder), ElementsAre(40));
  EXPECT_THAT(alerts(folder), ElementsAre("evaluation_skipped", "evaluation_given_up", "evaluation_left_out"));
}

TEST_F(Evaluations, ThatWereAskedForAndEndedWithTheTrainingAreMadeWhenItGoesOn) {
  const RunFolder folder = run("run", {"training.steps=0", "evaluation.every_steps=0", "evaluation.while=beside"});
  std::int64_t asked_at = 0;
  {
    TrainingSession training(folder, judgedBy("sleep 1000"));
    ASSERT_TRUE(training.waitFor([&] { return training.step() > 0; }));
    const CommandAnswer answer = training.ask(CommandKind::kEvaluate);
    ASSERT_EQ(answer.result, CommandResult::kApplied) << answer.reason.english();
    asked_at = answer.step;
    ASSERT_TRUE(training.waitFor([&] { return fs::exists(temporary_ / "asked"); }));
    training.session().requestStop();
    training.wait();
  }
  TrainingSession training(folder, [&] {
    SessionOptions options = judgedBy("");
    options.cause = SegmentStarted::Cause::kResume;
    return options;
  }());
  EXPECT_TRUE(training.waitFor([&] { return evaluatedSteps(folder) == std::vector{asked_at}; }));
}

TEST_F(Evaluations, ThatHoldTheTrainingSaySoAndLetItGoOnWhenTheyAreToldTo) {
  const RunFolder folder = run("run", {"training.steps=0"});
  TrainingSession training(folder, judgedBy("[ $call = 1 ] && sleep 1000"));
  const auto reason = [&] {
    RunReader reader(folder);
    reader.refresh();
    return reader.summary().status_reason.id;
  };
  ASSERT_TRUE(training.waitFor([&] { return reason() == "evaluation_holds_training"; }));
  EXPECT_EQ(training.step(), 10);
  const CommandAnswer set = training.ask(CommandKind::kSet, {{"evaluation.while", std::string("beside")}});
  ASSERT_EQ(set.result, CommandResult::kApplied) << set.reason.english();
  EXPECT_TRUE(training.waitFor([&] { return training.step() > 20 && reason().empty(); }));
}

TEST_F(Evaluations, OfWeightsThatWereRolledBackAreForgotten) {
  const RunFolder folder = run("run", {"training.steps=0", "evaluation.every_steps=20", "evaluation.while=beside",
                                       "checkpoint.keep_newest=1000"});
  TrainingSession training(folder, judgedBy("[ $call = 1 ] && sleep 1000"));
  ASSERT_TRUE(training.waitFor([&] { return fs::exists(temporary_ / "asked"); }));
  ASSERT_EQ(training.ask(CommandKind::kPause).result, CommandResult::kApplied);
  ASSERT_EQ(training.ask(CommandKind::kRollback, {}, 10).result, CommandResult::kApplied);
  EXPECT_THAT(eventsOf<Evaluated>(folder), IsEmpty());
  training.ask(CommandKind::kContinue);
  RunReader reader(folder);
  ASSERT_TRUE(training.waitFor([&] {
    reader.refresh();
    return reader.summary().evaluation.has_value();
  }));
  EXPECT_EQ(reader.summary().evaluation->segment, 2);
}

TEST_F(Evaluations, AreMadeOnRequestWhateverTheInterval) {
  const RunFolder folder = run("run", {"training.steps=0", "evaluation.every_steps=0"});
  TrainingSession training(folder, judgedBy("while [ ! -e $here/go ]; do sleep 0.02; done"));
  ASSERT_EQ(training.ask(CommandKind::kPause).result, CommandResult::kApplied);
  ASSERT_EQ(training.ask(CommandKind::kEvaluate).result, CommandResult::kApplied);
  EXPECT_EQ(training.ask(CommandKind::kEvaluate).reason.id, "evaluation_running");
  std::ofstream(temporary_ / "go") << "";
  RunReader reader(folder);
  EXPECT_TRUE(training.waitFor([&] {
    reader.refresh();
    return reader.summary().evaluation && reader.summary().evaluation->step == training.step();
  })) << "also while it is paused";
}

TEST_F(Evaluations, AreNotMadeAgainByAReplay) {
  const RunFolder folder = run("run");
  SessionOptions replay = judgedBy("");
  replay.cause = SegmentStarted::Cause::kReplay;
  EXPECT_EQ(TrainingSession(folder, replay).wait(), Outcome::kFinished);
  EXPECT_THAT(evaluatedSteps(folder), IsEmpty());
}

TEST_F(Evaluations, AreRefusedByAProgramThatCannotJudge) {
  const RunFolder folder = run("run", {"training.steps=0"});
  TrainingSession training(folder);
  const CommandAnswer answer = training.ask(CommandKind::kEvaluate);
  EXPECT_EQ(answer.result, CommandResult::kRefused);
  EXPECT_EQ(answer.reason.id, "evaluation_not_offered");
  ASSERT_TRUE(training.waitFor([&] { return training.step() > 10; }));
  training.session().requestStop();
  training.wait();
  EXPECT_THAT(alerts(folder), IsEmpty());
}

TEST_F(Evaluations, CanBeSwitchedOnAndOffWhileARunTrains) {
  const RunFolder folder = run("run", {"training.steps=0", "evaluation.every_steps=0"});
  TrainingSession training(folder, judgedBy(""));
  const auto set = [&](std::int64_t steps) {
    return training.ask(CommandKind::kSet, {{"evaluation.every_steps", steps}}).result;
  };
  ASSERT_EQ(set(1), CommandResult::kApplied);
  RunReader reader(folder);
  ASSERT_TRUE(training.waitFor([&] {
    reader.refresh();
    return reader.summary().evaluation.has_value();
  }));
  ASSERT_EQ(set(0), CommandResult::kApplied);
  training.session().requestStop();
  EXPECT_EQ(training.wait(), Outcome::kStopped);
}

TEST_F(Evaluations, KeepTheCheckpointWithTheBestScore) {
  const RunFolder folder = run("run", {"training.steps=50", "checkpoint.interval_steps=0", "checkpoint.keep_newest=1"});
  TrainingSession(folder, judgedBy("[ $call = 2 ] && fid=0.5")).wait();
  EXPECT_THAT(checkpoints(folder), ElementsAre(stepName(20, 1), stepName(50, 1)));
  const CheckpointStore store(folder.checkpoints());
  EXPECT_EQ(store.best(CurrentLine(readJournal(folder.journal())), "fid")->state.step, 20);
  EXPECT_EQ(store.list().front().evaluated->find("fid")->value, 0.5);
  CheckpointStore::verify(store.list().front());
}

/// A run that stands at step 100 and has far more checkpoints than are kept, so that it takes a while to remove them.
class ManyCheckpoints : public Evaluations {
 protected:
  ManyCheckpoints()
      : folder_(run("run", {"training.steps=100", "checkpoint.keep_newest=1", "checkpoint.keep_best=0",
                            "checkpoint.interval_steps=1000"})) {
    TrainingSession(folder_).wait();
    CheckpointState state = CheckpointStore(folder_.checkpoints()).list().at(0).state;
    for (state.step = 1; state.step < 100; ++state.step) {
      const fs::path checkpoint = folder_.checkpoints() / stepName(state.step, 1);
      fs::create_directory(checkpoint);
      std::ofstream(checkpoint / "state.json") << toJson(state);
    }
  }
  SessionOptions resumed(SessionOptions options, std::int64_t to) {
    options.cause = SegmentStarted::Cause::kResume;
    options.stop_at_step = to;
    return options;
  }
  /// The names of all checkpoints at the moment when this comes into the journal.
  template <class What>
  std::vector<std::string> namesWhenTold(std::int64_t step) const {
    const auto isTold = [&] {
      return std::ranges::any_of(eventsOf<What>(folder_), [step](const auto& one) { return one.first == step; });
    };
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    while (!isTold()) {
      if (std::chrono::steady_clock::now() > deadline) return {"it is never told"};
    }
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_.checkpoints())) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with("step-")) names.push_back(name);
    }
    return names;
  }
  const RunFolder folder_;
};

TEST_F(ManyCheckpoints, AreGoneWhenTheOneThatTakesTheirPlaceIsTold) {
  const TrainingSession training(folder_, resumed({}, 101));
  EXPECT_THAT(namesWhenTold<CheckpointWritten>(101), ElementsAre(stepName(101, 2)));
}

TEST_F(ManyCheckpoints, AreGoneWhenTheEvaluationIsToldWhoseScoreStandsBesideItsOwn) {
  TrainingSession training(folder_, resumed(judgedBy("while [ ! -e $here/go ]; do sleep 0.02; done"), 1'000'000));
  ASSERT_EQ(training.ask(CommandKind::kPause).result, CommandResult::kApplied) << "no other checkpoint comes";
  std::ofstream(temporary_ / "go") << "";
  EXPECT_THAT(namesWhenTold<Evaluated>(100),
              testing::UnorderedElementsAre(stepName(100, 1), stepName(100, 1) + ".evaluation.json"));
}

TEST_F(Evaluations, BesideTheTrainingKeepTheCheckpointThatIsJudgedUntilItIs) {
  const RunFolder folder = run(
      "run", {"training.steps=60", "evaluation.while=beside", "evaluation.every_steps=20", "checkpoint.keep_newest=1"});
  TrainingSession training(folder, judgedBy("while [ ! -e $here/go ]; do sleep 0.02; done"));
  ASSERT_TRUE(training.waitFor([&] { return training.step() == 60; }));
  std::ofstream(temporary_ / "go") << "";
  training.wait();
  EXPECT_THAT(checkpoints(folder), ElementsAre(stepName(20, 1), stepName(60, 1)));
}

TEST_F(Evaluations, WithoutABetterScoreEndTheTrainingWhereTheyAreToldTo) {
  const RunFolder folder = run("run", {"training.steps=0", "evaluation.patience=2", "evaluation.on_no_better=stop"});
  EXPECT_EQ(TrainingSession(folder, judgedBy("fid=7")).wait(), Outcome::kStopped);
  EXPECT_THAT(alerts(folder), Contains("scores_no_better"));
  EXPECT_THAT(evaluatedSteps(folder), ElementsAre(10, 20, 30));
  EXPECT_EQ(CheckpointStore(folder.checkpoints()).list().back().state.step, 30) << "with a checkpoint";
}

TEST_F(Evaluations, WithoutABetterScoreLowerTheRatesByACommandThatAReplayRepeats) {
  const RunFolder folder = run("run", {"training.steps=40", "evaluation.patience=2",
                                       "evaluation.on_no_better=lower_rates", "evaluation.lower_rates_to=0.25"});
  const double before = folder.config().real("optimizer.generator.learning_rate");
  TrainingSession(folder, judgedBy("fid=7")).wait();
  const auto commands = eventsOf<CommandHandled>(folder);
  ASSERT_EQ(commands.size(), 1U);
  const CommandHandled& handled = commands[0].second;
  EXPECT_EQ(commands[0].first, 30) << "where training waits, at the step that was judged";
  EXPECT_EQ(handled.command.client, "rule");
  EXPECT_EQ(handled.answer.result, CommandResult::kApplied);
  EXPECT_THAT(handled.command.values, Contains(Assignment{"optimizer.generator.learning_rate", Value(before * 0.25)}));
}

/// Ends the journal before the command that a rule gave, as a kill would between the alert and the command.
void killBeforeTheRulesCommand(const RunFolder& folder) {
  JournalReader reader(folder.journal());
  for (JournalPlace place = reader.place();; place = reader.place()) {
    const std::vector<Event> next = reader.next(1);
    ASSERT_FALSE(next.empty()) << "no rule has given a command";
    const auto* handled = std::get_if<CommandHandled>(&next[0].what);
    if (handled != nullptr && handled->command.client == "rule") return fs::resize_file(folder.journal(), place.offset);
  }
}

TEST_F(Evaluations, WithoutABetterScoreLowerTheRatesOnceWhereverTheRunIsKilled) {
  for (const bool commanded : {true, false}) {
    const RunFolder folder =
        run(commanded ? "commanded" : "not", {"training.steps=40", "evaluation.patience=2",
                                              "evaluation.on_no_better=lower_rates", "evaluation.lower_rates_to=0.25"});
    const double before = folder.config().real("optimizer.generator.learning_rate");
    {
      TrainingSession training(folder,
                               judgedBy("fid=7\nwhile [ $call = 2 ] && [ ! -e $here/go ]; do sleep 0.02; done"));
      ASSERT_TRUE(training.waitFor([&] { return training.step() == 20; }));
      const CommandAnswer set = training.ask(CommandKind::kSet, {{"sampling.interval_steps", std::int64_t{1000}}});
      ASSERT_EQ(set.result, CommandResult::kApplied) << set.reason.english();
      std::ofstream(temporary_ / "go") << "";
      training.wait();
    }
    for (const auto& entry : CheckpointStore(folder.checkpoints()).list()) {
      if (entry.state.step > 10) fs::remove_all(folder.checkpoints() / entry.name);
    }
    if (!commanded) killBeforeTheRulesCommand(folder);

    SessionOptions options = judgedBy("fid=7");
    options.cause = SegmentStarted::Cause::kResume;
    TrainingSession(folder, options).wait();
    RunReader reader(folder);
    reader.refresh();
    EXPECT_EQ(std::get<double>(reader.summary().live_values.at("optimizer.generator.learning_rate")), before * 0.25)
        << "killed " << (commanded ? "after" : "before") << " the command";
    EXPECT_EQ(std::get<std::int64_t>(reader.summary().live_values.at("sampling.interval_steps")), 1000);
    fs::remove(temporary_ / "go");
    fs::remove(temporary_ / "asked");
  }
}

TEST_F(Evaluations, OfACollapseTellWithinTheNextOneAndWhenItIsOver) {
  const RunFolder folder = run("run");
  TrainingSession(folder, judgedBy("[ $call = 2 ] && fid=70\n[ $call = 3 ] && fid=1")).wait();
  const auto told = eventsOf<Alert>(folder);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0].first, 20);
  EXPECT_EQ(told[0].second.message.id, "scores_collapsed");
  EXPECT_THAT(told[0].second.actions, Contains("rollback"));
  EXPECT_EQ(told[1].first, 30);
  EXPECT_EQ(told[1].second.rule, kCollapseRule);
  EXPECT_EQ(told[1].second.severity, Severity::kInfo);
}

}  // namespace
}  // namespace gan
