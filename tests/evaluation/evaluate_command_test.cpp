// gan-engine evaluate and moments, as somebody types them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "evaluation/small_script.h"
#include "run/event.h"
#include "run/journal.h"
#include "run/run_folder.h"
#include "support/process.h"
#include "support/small_training.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Words = std::vector<std::string>;

class EvaluateCommand : public testing::Test {
 protected:
  EvaluateCommand() {
    ::setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), /*overwrite=*/1);
    writeSmallNetwork(folder_ / "network.pt");
    writePictures(folder_ / "real", 60, 1);
    writePictures(folder_ / "made", 50, 2, /*brightness=*/20);
  }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  static Finished engine(Words words) {
    words.insert(words.begin(), program("gan-engine"));
    return run(words);
  }
  Finished evaluate(const Words& more, const std::string& a = "real", const std::string& b = "made") const {
    Words words{"evaluate", at(a), at(b), "--features", at("network.pt"), "--size", "16", "--device", "cpu"};
    words.insert(words.end(), more.begin(), more.end());
    return engine(words);
  }
  static json facts(const Finished& finished) {
    EXPECT_EQ(finished.code, 0) << finished.errors;
    return json::parse(finished.lastLine(), nullptr, false);
  }
  static void expectRefused(const Finished& finished, const Words& named) {
    EXPECT_EQ(finished.code, 2) << finished.output << finished.errors;
    for (const std::string& text : named) {
      EXPECT_NE(finished.errors.find(text), std::string::npos) << text << " in: " << finished.errors;
    }
  }

  TemporaryFolder folder_;
};

TEST_F(EvaluateCommand, PrintsEachScoreWithWhatItIsOf) {
  const Finished finished = evaluate({});
  EXPECT_EQ(finished.code, 0) << finished.errors;
  for (const char* text :
       {"60 pictures", "50 pictures", "12 features of torchscript", "resized to 16 as stylegan", "fid ", "fid_infinity",
        "kid", "precision", "recall", "density", "coverage", "warning: FID of 50"}) {
    EXPECT_NE(finished.output.find(text), std::string::npos) << text << " in: " << finished.output;
  }
}

TEST_F(EvaluateCommand, GivesTheSameBytesForTheSameSeedAndNearlyTheSameOnMoreThreads) {
  const Words all{"--metrics", "fid,fid-infinity,kid,prdc,swd,is", "--json", "--threads"};
  const auto with = [&](const std::string& threads, const std::string& seed) {
    Words words = all;
    words.insert(words.end(), {threads, "--seed", seed, "--keep", "40"});
    return evaluate(words);
  };
  const Finished one = with("1", "7");
  const auto untimed = [](json facts) {
    facts.erase("seconds");
    return facts.dump();
  };
  EXPECT_EQ(untimed(facts(one)), untimed(facts(with("1", "7"))));
  const json scores = facts(one).at("scores");
  EXPECT_EQ(scores.size(), 9U);
  const nlohmann::json two = facts(with("2", "7"));
  for (const auto& [name, value] : two.at("scores").items()) {
    const double expected = scores.at(name).get<double>();
    EXPECT_NEAR(value.get<double>(), expected, 1e-4 * std::abs(expected)) << name;
  }
  EXPECT_NE(facts(with("1", "8")).at("scores").at("kid"), scores.at("kid"));
}

TEST_F(EvaluateCommand, SaysInItsObjectWhichFeaturesAndHowManySamples) {
  const json found = facts(evaluate({"--metrics", "fid,kid", "--json"}));
  EXPECT_EQ(found.at("features").at("network"), "torchscript");
  EXPECT_EQ(found.at("features").at("resize"), "stylegan");
  EXPECT_EQ(found.at("features").at("sha256").get<std::string>().size(), 64U);
  EXPECT_EQ(found.at("a").at("pictures"), 60);
  EXPECT_EQ(found.at("samples").at("kid").at("b"), 50);
  EXPECT_GT(found.at("deviations").at("kid").get<double>(), 0);
  EXPECT_EQ(found.at("warnings").at(0).at("id"), "fid_of_few_samples");
}

TEST_F(EvaluateCommand, SaysWithWhichSettingsEachScoreIsComputed) {
  const Words words{"--metrics", "kid,prdc,is", "--subsets", "7", "--subset-size", "30", "--neighbours", "4",
                    "--splits",  "3",           "--seed",    "9", "--keep",        "45"};
  const Finished finished = evaluate(words);
  for (const char* text :
       {"subsets 7", "subset_size 30", "neighbours 4", "splits 3", "seed 9", "keep 45", "device cpu"}) {
    EXPECT_NE(finished.output.find(text), std::string::npos) << text << " in: " << finished.output;
  }
  Words as_object = words;
  as_object.push_back("--json");
  EXPECT_EQ(facts(evaluate(as_object)).at("settings"),
            json::parse(R"({"device": "cpu", "seed": 9, "keep": 45, "subsets": 7, "subset_size": 30, "neighbours": 4,
                            "splits": 3})"));
  const json usual = facts(evaluate({"--metrics", "fid", "--json"}));
  EXPECT_FALSE(usual.at("settings").contains("neighbours"));
  EXPECT_EQ(usual.at("unusual"), "size 16") << "scores of another size do not compare";
}

TEST_F(EvaluateCommand, TakesMomentsThatItWroteItselfAndRefusesThoseOfOtherFeatures) {
  const double direct = facts(evaluate({"--metrics", "fid", "--json"})).at("scores").at("fid").get<double>();
  const Words common{"--features", at("network.pt"), "--size", "16", "--device", "cpu", "--json"};
  const auto moments = [&](const std::string& of, const std::string& out, const Words& more = {}) {
    Words words{"moments", at(of), "--out", at(out)};
    words.insert(words.end(), common.begin(), common.end());
    words.insert(words.end(), more.begin(), more.end());
    return engine(words);
  };
  EXPECT_EQ(facts(moments("real", "real.npz")).at("pictures"), 60);
  facts(moments("made", "made.npz", {"--resize", "clean-fid"}));
  const json of_both = facts(evaluate({"--json"}, "real.npz", "made"));
  EXPECT_NEAR(of_both.at("scores").at("fid").get<double>(), direct, 1e-9 * direct);
  EXPECT_EQ(of_both.at("a").at("content"), "moments");
  expectRefused(engine({"evaluate", at("real.npz"), at("made.npz")}),
                {"real.npz", "made.npz", "stylegan", "clean-fid"});
  expectRefused(evaluate({"--metrics", "kid"}, "real.npz", "made"), {"kid", "real.npz", "moments"});
  expectRefused(moments("real.npz", "again.npz"), {"real.npz", "moments already"});
  EXPECT_FALSE(fs::exists(folder_ / "again.npz"));
}

TEST_F(EvaluateCommand, WritesTheSameMomentsOnAnyThreadsFromOneTwoAndThreeProcesses) {
  writePictures(folder_ / "many", 2500, 3);
  const auto moments = [&](const std::string& out, const Words& more) {
    Words words{"moments", at("many"), "--out", at(out), "--features", at("network.pt"), "--size", "16"};
    words.insert(words.end(), {"--device", "cpu", "--json"});
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(facts(engine(words)).at("pictures"), 2500);
    std::ifstream file(folder_ / out, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string one = moments("one.npz", {"--threads", "1"});
  EXPECT_GT(one.size(), 1000U);
  EXPECT_EQ(moments("threads.npz", {"--threads", "3"}), one);
  for (const char* processes : {"2", "3"}) {
    EXPECT_EQ(moments(std::string(processes) + ".npz", {"--processes", processes}), one) << processes;
  }
  EXPECT_TRUE(fs::is_empty(folder_ / "cache" / "gan-studio" / "features" / "unfinished"));
}

TEST_F(EvaluateCommand, TakesFeaturesFromTheRunOfAClassifierAndOfNoOther) {
  const auto train = [&](const std::string& architecture, const Words& settings) {
    Words words{"train", "--steps", "1", "--devices", "cpu", "--out", at(architecture)};
    for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
    const Finished trained = engine(words);
    ASSERT_EQ(trained.code, 0) << trained.errors;
  };
  train("resnet-18", {"model.architecture=resnet-18", "model.stem=small_images", "model.classes=auto",
                      "data.resolution=16", "data.shapes_count=16", "data.batch_size=4"});
  const auto with = [&](const std::string& run, const Words& more) {
    Words words{"evaluate", at("real"), at("made"), "--features", at(run), "--device", "cpu"};
    words.insert(words.end(), more.begin(), more.end());
    return engine(words);
  };
  const json found = facts(with("resnet-18", {"--metrics", "fid,is", "--json"}));
  EXPECT_EQ(found.at("features").at("network"), "resnet-18");
  EXPECT_EQ(found.at("features").at("count"), 512);
  EXPECT_EQ(found.at("features").at("size"), 16);
  EXPECT_GT(found.at("scores").at("fid").get<double>(), 0);
  expectRefused(with("resnet-18", {"--resize", "clean-fid"}), {"classifier.safetensors", "clean-fid"});
  train("dcgan", {"data.shapes_count=16", "data.batch_size=4"});
  expectRefused(with("dcgan", {}), {"dcgan", "no classifier"});
}

TEST_F(EvaluateCommand, ResizesAsIsUsualForTheNetworkWhereAutoIsSaid) {
  EXPECT_EQ(facts(evaluate({"--metrics", "fid", "--resize", "auto", "--json"})).at("features").at("resize"),
            "stylegan");
  const json usual = facts(engine({"evaluate", at("real"), at("made"), "--features", at("network.pt"), "--size", "299",
                                   "--device", "cpu", "--metrics", "fid", "--json"}));
  EXPECT_EQ(usual.at("features").at("size"), 299);
  EXPECT_FALSE(usual.contains("unusual")) << "as without a size";
}

TEST_F(EvaluateCommand, OfATrainingAndOfAnOrderFeedsTheNetworkAsTheyAreTold) {
  Words words = smallTraining(folder_ / "run", 10,
                              {"data.shapes_count=64", "data.resolution=32", "evaluation.every_steps=10",
                               "evaluation.count=16", "evaluation.metrics=fid", "evaluation.size=16",
                               "evaluation.features=" + at("network.pt"), "evaluation.resize=clean-fid"});
  words.insert(words.begin(), "train");
  const Finished trained = engine(words);
  ASSERT_EQ(trained.code, 0) << trained.errors;
  std::vector<Evaluated> judged;
  for (const Event& event : readJournal(RunFolder::open(folder_ / "run").journal())) {
    if (const auto* evaluated = std::get_if<Evaluated>(&event.what)) judged.push_back(*evaluated);
  }
  ASSERT_EQ(judged.size(), 1U) << trained.errors;
  EXPECT_EQ(judged[0].features.resize, "clean-fid");
  EXPECT_EQ(judged[0].features.size, 16);
  EXPECT_EQ(judged[0].settings, "size 16") << "so its series is another one than of 299 px";

  const auto order = [&](const Words& more) {
    Words all{"export", "start", "evaluation", at("run"), "--wait", "--json"};
    all.insert(all.end(), more.begin(), more.end());
    return engine(all);
  };
  const auto found = [&](const Words& more) {
    const fs::path out = facts(order(more)).at("folder").get<std::string>();
    return json::parse(std::ifstream(out / "evaluation-000.json"));
  };
  const json own = found({});
  EXPECT_EQ(own.at("features").at("resize"), "clean-fid");
  EXPECT_EQ(own.at("features").at("size"), 16);
  EXPECT_DOUBLE_EQ(own.at("scores").at("fid").get<double>(), judged[0].scores.at(0).value);
  const json other = found({"--resize", "stylegan", "--size", "24"});
  EXPECT_EQ(other.at("features").at("resize"), "stylegan");
  EXPECT_EQ(other.at("features").at("size"), 24);
  EXPECT_NE(comparableAs(evaluatedFromReport(other.dump())), comparableAs(evaluatedFromReport(own.dump())));
  expectRefused(order({"--resize", "nearest"}), {"--resize", "nearest"});
  expectRefused(order({"--resize", "biggan"}), {"network.pt", "biggan"});
  expectRefused(order({"--features", "in-domain", "--size", "16"}), {"size = 16", "features = in-domain"});
}

TEST_F(EvaluateCommand, OfARunToComeIsPlannedWithItsInput) {
  const auto planned = [&](const std::string& resize) {
    Words words{"plan", "--preset", "shapes-dcgan", "--steps", "10", "--iterations", "1", "--devices", "cpu", "--json"};
    for (const std::string& setting :
         {std::string("data.shapes_count=64"), std::string("data.batch_size=8"), std::string("data.resolution=32"),
          std::string("evaluation.every_steps=10"), std::string("evaluation.count=16"),
          std::string("evaluation.metrics=fid"), std::string("evaluation.size=16"),
          "evaluation.features=" + at("network.pt"), "evaluation.resize=" + resize}) {
      words.insert(words.end(), {"--set", setting});
    }
    return facts(engine(words)).at("evaluations");
  };
  EXPECT_FALSE(planned("clean-fid").contains("problem"));
  EXPECT_NE(planned("biggan").at("problem").at("message").get<std::string>().find("biggan"), std::string::npos);
}

TEST_F(EvaluateCommand, AnswersEachWrongWordWithOneSentenceThatNamesIt) {
  fs::create_directory(folder_ / "empty");
  std::ofstream(folder_ / "text.txt") << "no network";
  expectRefused(engine({"evaluate"}), {"A is required"});
  expectRefused(engine({"evaluate", at("real"), at("made")}), {"real", "--features"});
  expectRefused(evaluate({}, "absent"), {"absent"});
  expectRefused(evaluate({}, "empty"), {"empty"});
  expectRefused(evaluate({}, "real", "text.txt"), {"text.txt"});
  expectRefused(evaluate({"--metrics", "fid,fidd"}), {"fidd"});
  expectRefused(evaluate({"--resize", "nearest"}), {"nearest"});
  expectRefused(evaluate({"--resize", "biggan"}), {"network.pt", "stylegan, pytorch-fid, clean-fid"});
  expectRefused(evaluate({"--neighbours", "50"}), {"51", "50"});
  expectRefused(evaluate({"--splits", "0", "--metrics", "is"}), {"--splits"});
  expectRefused(evaluate({"--seed", "-1"}), {"--seed"});
  const Words no_network{"evaluate", at("real"), at("made"), "--device", "cpu", "--features"};
  for (const char* file : {"text.txt", "absent.pt", "real"}) {
    Words words = no_network;
    words.push_back(at(file));
    expectRefused(engine(words), {file});
  }
  expectRefused(engine({"moments", at("real"), "--out", at("x.npz")}), {"--features"});
  expectRefused(
      engine({"moments", at("real"), "--features", at("network.pt"), "--size", "16", "--out", at("no/x.npz")}), {"no"});
  const json answer = json::parse(evaluate({"--json"}, "absent").lastLine());
  EXPECT_EQ(answer.at("error").at("id"), "data_not_there");
}

TEST_F(EvaluateCommand, LeavesNoFileBehindWhenAPictureCannotBeRead) {
  std::ofstream(folder_ / "real" / "0020.ppm") << "P6\n20 20\n255\nshort";
  expectRefused(engine({"moments", at("real"), "--features", at("network.pt"), "--size", "16", "--out", at("x.npz")}),
                {"0020.ppm"});
  for (const auto& entry : fs::directory_iterator(folder_.path())) {
    EXPECT_EQ(entry.path().filename().string().find("x.npz"), std::string::npos) << entry.path();
  }
}

}  // namespace
}  // namespace gan::test
