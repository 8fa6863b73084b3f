#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "models/described_networks.h"
#include "support/golden_walk.h"
#include "support/temporary_folder.h"
#include "training/ema.h"
#include "training/gan_update.h"

namespace gan {
namespace {

/// Iterations of BigGAN-PyTorch's GAN_training_function on recorded inputs.
class RecordedTraining {
 public:
  /// golden: the recording; initial: where its networks and first weights are.
  RecordedTraining(const GoldenFolder& golden, const GoldenFolder& initial, const Build& build,
                   const std::string& variant, Precision precision)
      : golden_(golden),
        training_(golden.config().at("training")),
        variant_(variant),
        precision_(precision),
        networks_(networksOf(build(), initial, precision)),
        options_(optionsOf(golden.config(), variant, precision)),
        update_(networks_, options_, clock_),
        ema_(*networks_.generator, options_.ema_buffers) {
    const nlohmann::json& optimizer = golden.config().at("optimizer");
    update_.setLearningRates(optimizer.at("G_lr"), optimizer.at("D_lr"));
    for (const auto& [network, key] : {std::pair("generator", "G_ortho"), std::pair("discriminator", "D_ortho")}) {
      update_.setWeight(std::string("orthogonal_") + network, orthogonal(key));
    }
    for (const std::string& name : golden.config().value("zero_gradient_parameters_G", std::vector<std::string>{})) {
      zero_.insert(name);
    }
  }

  void run() {
    const auto iterations = training_.at("iterations").get<std::int64_t>();
    for (std::int64_t iteration = 0; iteration < iterations; ++iteration) {
      iterate(iteration);
      if (iteration + 1 < iterations) {
        compareAll("trace_" + variant_ + ".safetensors", "iter" + std::to_string(iteration + 1) + ".", iteration + 1);
      }
    }
    compareAll("final_" + variant_ + ".safetensors", "", iterations);
    compareMoments();
  }

  int compared = 0;

 private:
  static Networks networksOf(const LookedInto& made, const GoldenFolder& initial, Precision precision) {
    loadInto(*made.generator, initial, "G.safetensors");
    loadInto(*made.discriminator, initial, "D.safetensors");
    made.generator->to(weightType(precision));
    made.discriminator->to(weightType(precision));
    return {made.generator, made.discriminator};
  }

  static TrainerOptions optionsOf(const nlohmann::json& config, const std::string& /*variant*/, Precision precision) {
    const nlohmann::json& optimizer = config.at("optimizer");
    const OptimizerOptions adam{.beta1 = optimizer.at("betas").at(0),
                                .beta2 = optimizer.at("betas").at(1),
                                .epsilon = optimizer.at("eps"),
                                .weight_decay = optimizer.value("weight_decay", 0.0)};
    TrainerOptions options;
    options.objective = &findObjective("hinge");
    options.discriminator_passes = config.at("training").value("split_D", false) ? DiscriminatorPasses::kSplit
                                                                                 : DiscriminatorPasses::kConcatenated;
    options.generator_optimizer = options.discriminator_optimizer = adam;
    options.ema_buffers = EmaBuffers::kAveraged;
    options.precision = precision;
    return options;
  }

  /// A number, or one for each variant.
  double orthogonal(const char* key) const {
    const nlohmann::json weight = training_.value(key, nlohmann::json(0.0));
    return weight.is_object() ? weight.at(variant_).get<double>() : weight.get<double>();
  }

  at::Tensor input(const std::string& name, std::int64_t iteration) const {
    return golden_.tensor("inputs.safetensors", name)[iteration];
  }

  GeneratedBatch generated(std::int64_t iteration, std::int64_t draw) const {
    return update_.generate({input("z", iteration)[draw].to(weightType(precision_)), input("y", iteration)[draw]});
  }

  RealBatch real(std::int64_t iteration, std::int64_t draw) const {
    const auto size = training_.at("batch_size").get<std::int64_t>();
    const at::Tensor bytes = input("x_u8", iteration).narrow(0, draw * size, size).to(at::kFloat);
    return {((bytes / 255 - 0.5) / 0.5).to(weightType(precision_)),
            input("dy", iteration).narrow(0, draw * size, size)};
  }

  void iterate(std::int64_t iteration) {
    const nlohmann::json losses = golden_.json("losses.json")
                                      .at(variant_)
                                      .at(exact() ? "float64" : "float32")
                                      .at(static_cast<std::size_t>(iteration));
    const auto steps = training_.at("num_D_steps").get<std::int64_t>();
    const auto accumulations = training_.at("num_D_accumulations").get<std::int64_t>();
    const auto generator_accumulations = training_.at("num_G_accumulations").get<std::int64_t>();
    for (std::int64_t step = 0; step < steps; ++step) {
      const at::Tensor measured = update_.updateDiscriminator(
          accumulations,
          [&](std::int64_t micro) {
            const at::NoGradGuard no_grad;
            const std::int64_t draw = step * accumulations + micro;
            return MicroBatch{.real = real(iteration, draw), .generated = generated(iteration, draw)};
          },
          {});
      for (const auto& [series, name] : {std::pair(0, "D_loss_real"), std::pair(1, "D_loss_fake")}) {
        double sum = 0;
        for (std::int64_t micro = 0; micro < accumulations; ++micro) {
          sum +=
              losses.at("D_passes").at(static_cast<std::size_t>(step * accumulations + micro)).at(name).get<double>();
        }
        expectLoss(measured[series].item<double>(), sum / static_cast<double>(accumulations));
      }
    }
    const at::Tensor measured = update_.updateGenerator(
        generator_accumulations,
        [&](std::int64_t micro) { return generated(iteration, steps * accumulations + micro); }, {});
    double sum = 0;
    for (const nlohmann::json& pass : losses.at("G_passes")) sum += pass.at("G_loss_before_division").get<double>();
    expectLoss(measured[0].item<double>(), sum / static_cast<double>(losses.at("G_passes").size()));
    // The first iteration is number 1.
    const bool averages = iteration + 1 >= training_.at("ema_start").get<std::int64_t>();
    ema_.setDecay(averages ? training_.at("ema_decay").get<double>() : 0);
    ema_.update();
  }

  bool exact() const { return precision_ == Precision::kFloat64; }

  /// Whether a tensor is stored; one that is not is named.
  bool comes(const std::string& file, const std::string& name) const {
    if (golden_.has(file, name)) return true;
    std::cout << golden_.path().string() << " does not hold " << name << " (" << file << ")\n";
    return false;
  }

  void expectLoss(double found, double expected) {
    ++compared;
    EXPECT_NEAR(found, expected, exact() ? 1e-9 : 1e-4) << variant_;
  }

  /// Of all three networks after so many iterations.
  void compareAll(const std::string& file, const std::string& prefix, std::int64_t iterations) {
    const std::string from = exact() ? "f64_" + variant_ + ".safetensors" : file;
    if (exact() && !prefix.empty()) return;  // is not recorded
    const nlohmann::json& optimizer = golden_.config().at("optimizer");
    const auto compare = [&](const std::string& network, const torch::nn::Module& module, double rate) {
      const auto one = [&](const std::string& name, const at::Tensor& tensor) {
        const std::string stored = prefix + network + "." + name;
        if (!comes(from, stored)) return;
        ++compared;
        const Deviation deviation = golden_.deviation(from, stored, tensor);
        if (exact()) {
          EXPECT_LE(deviation.largest, 1e-9) << from << " " << stored;
          return;
        }
        if (name.find(".u") != std::string::npos || name.find(".sv") != std::string::npos) {
          // Their rounding is that of weights, and of the power method on top of it; float64 is exact.
          EXPECT_LE(deviation.absolute, 3e-5) << from << " " << stored;
          return;
        }
        const double magnitude = deviation.largest > 0 ? deviation.absolute / deviation.largest : 0;
        const bool noise = (network != "D" && zero_.contains(name)) || name.ends_with("stored_mean");
        if (!noise) {
          EXPECT_LE(deviation.most * magnitude, 1e-5) << from << " " << stored;
        }
        // Adam moves a weight whose gradient is rounding by the rate to either side. Statistics follow what comes.
        const bool statistic = name.ends_with("stored_mean") || name.ends_with("stored_var");
        EXPECT_LE(deviation.absolute, statistic ? 1e-3 : 2 * rate * static_cast<double>(iterations)) << stored;
      };
      for (const auto& item : module.named_parameters()) one(item.key(), item.value().detach());
      for (const auto& item : module.named_buffers()) one(item.key(), item.value());
    };
    const double generator_rate = optimizer.at("G_lr");
    const auto steps = training_.at("num_D_steps").get<double>();
    compare("G", *networks_.generator, generator_rate);
    compare("D", *networks_.discriminator, optimizer.at("D_lr").get<double>() * steps);
    compare("G_ema", ema_.generator(), generator_rate);
  }

  /// In float64: in float32 they are gradients that differ by as much as those.
  void compareMoments() {
    if (!exact()) return;
    const std::string from = "f64_" + variant_ + ".safetensors";
    const auto compare = [&](const std::string& network, const torch::nn::Module& module, const Optimizer& optimizer) {
      const auto parameters = module.named_parameters();
      for (const OptimizerState& state : optimizer.states()) {
        for (std::size_t i = 0; i < parameters.size(); ++i) {
          const std::string& name = parameters[i].key();
          if (network == "G" && zero_.contains(name)) continue;
          const std::string stored = "optim." + network + "." + std::string(state.name) + "." + name;
          if (!comes(from, stored)) continue;
          ++compared;
          EXPECT_LE(golden_.deviation(from, stored, state.tensors[i]).largest, 1e-9) << stored;
        }
      }
    };
    compare("G", *networks_.generator, update_.generatorOptimizer());
    compare("D", *networks_.discriminator, update_.discriminatorOptimizer());
  }

  const GoldenFolder& golden_;
  nlohmann::json training_;
  std::string variant_;
  Precision precision_;
  Networks networks_;
  TrainerOptions options_;
  PhaseClock clock_;
  GanUpdate update_;
  Ema ema_;
  std::set<std::string> zero_;
};

/// All texts in it, those first of which the key says that they are about a beginning.
void collectTexts(const nlohmann::json& value, std::vector<std::string>& texts, bool about_beginning = false) {
  if (value.is_string()) texts.insert(about_beginning ? texts.begin() : texts.end(), value.get<std::string>());
  if (!value.is_structured()) return;
  for (const auto& [key, inner] : value.items()) {
    collectTexts(inner, texts, about_beginning || key.find("initial") != std::string::npos);
  }
}

/// What in a text may be a folder's path: the whole, or a word, each also without the file at its end.
std::vector<std::string> possiblePaths(const std::string& text) {
  std::vector<std::string> paths{text};
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find_first_of(" \t\n,;:()[]{}<>\"'`", from), text.size());
    if (to > from) paths.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  for (std::string& path : paths) {
    while (path.ends_with('.') && !path.ends_with("..")) path.pop_back();  // of a sentence
    if (path.ends_with("/G.safetensors")) path = path.substr(0, path.rfind('/'));
  }
  return paths;
}

/// Where a recording's networks begin: in its own files, or in the folder that its config names, seen from the folder,
/// from the one around it or from root. Empty: nowhere.
std::filesystem::path initialFolder(const GoldenFolder& golden, const std::filesystem::path& root) {
  if (golden.has("G.safetensors")) return golden.path();
  std::vector<std::string> texts;
  collectTexts(golden.config(), texts);
  for (const std::string& text : texts) {
    for (const std::string& path : possiblePaths(text)) {
      for (const auto& from : {golden.path(), golden.path().parent_path(), root}) {
        std::error_code error;  // a text need be no path that any file could have
        const std::filesystem::path folder = (from / path).lexically_normal();
        if (std::filesystem::exists(folder / "G.safetensors", error)) return folder;
      }
    }
  }
  return {};
}

void expectTraining(const GoldenFolder& golden, const std::filesystem::path& from) {
  std::cout << "  its networks begin with " << from.string() << '\n';
  const GoldenFolder initial(from);
  const Build build = described(initial).value();
  const nlohmann::json variants = golden.json("losses.json");
  for (const auto& [variant, losses] : variants.items()) {
    for (const Precision precision : {Precision::kFloat32, Precision::kFloat64}) {
      if (precision == Precision::kFloat64 && !golden.has("f64_" + variant + ".safetensors")) continue;
      RecordedTraining training(golden, initial, build, variant, precision);
      training.run();
      EXPECT_GT(training.compared, 0) << golden.path() << " " << variant;
      std::cout << "  " << variant << ": " << training.compared << " values compared\n";
    }
  }
}

TEST(TrainingGolden, ThreeIterationsEndWithTheLossesWeightsAndAveragesOfBigGanPyTorch) {
  if (const std::string why = whyNoGoldens(); !why.empty()) GTEST_SKIP() << why;
  const std::filesystem::path root = goldensRoot();
  at::set_num_threads(1);
  int recordings = 0;
  const int folders = readGoldens(root, std::cout, [&](const GoldenFolder& golden) -> GoldenUse {
    if (!golden.config().contains("training") || !golden.has("losses.json")) {
      return {.check = {}, .why_not = "no recorded training"};
    }
    ++recordings;
    const std::filesystem::path from = initialFolder(golden, root);
    if (from.empty()) return {.check = {}, .why_not = "its config.json names no folder with a G.safetensors"};
    if (!describesNetworks(GoldenFolder(from))) return {.check = {}, .why_not = from.string() + ": " + kNoNetworks};
    return {.check = [&golden, from] { expectTraining(golden, from); }, .why_not = {}};
  });
  if (recordings == 0 && goldensNamed()) GTEST_SKIP() << "no recorded training in " << root;
  EXPECT_GT(folders, 0) << "no recorded training that is known here in " << root;
}

/// A folder whose config.json says this of its beginning, beside "networks" and "others", which have weights.
class NamedBeginning : public testing::TestWithParam<const char*> {};

TEST_P(NamedBeginning, IsFound) {
  const TemporaryFolder root;
  for (const char* name : {"networks", "others", "training"}) {
    std::filesystem::create_directory(root / name);
    if (std::string_view(name) != "training") std::ofstream(root / name / "G.safetensors") << "weights";
  }
  const nlohmann::json config = {{"about", std::string(5000, 'x') + " " + std::string(300, 'y') + "/z, as ../others"},
                                 {"training", {{"initial_state", GetParam()}}}};
  std::ofstream(root / "training/config.json") << config;
  EXPECT_EQ(initialFolder(GoldenFolder(root / "training"), root.path()).string(), (root / "networks").string());
}

INSTANTIATE_TEST_SUITE_P(InEveryWayToSayIt, NamedBeginning,
                         testing::Values("networks", "../networks", "networks/G.safetensors",
                                         "../networks/G.safetensors and ../networks/D.safetensors",
                                         "G.safetensors, D.safetensors of ../networks.",
                                         "weights and buffers (those of networks), shared by all variants",
                                         "the state \"S\" of [networks]"));

TEST(NoBeginning, IsFoundWhereNoTextNamesAFolder) {
  const TemporaryFolder root;
  std::ofstream(root / "config.json") << nlohmann::json{{"initial", std::string(4000, 'n') + " of somewhere"}};
  EXPECT_EQ(initialFolder(GoldenFolder(root.path()), root.path()).string(), "");
}

}  // namespace
}  // namespace gan
