#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "models/described_networks.h"
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
    ema_.setDecay(iteration < training_.at("ema_start").get<std::int64_t>() ? 0
                                                                            : training_.at("ema_decay").get<double>());
    ema_.update();
  }

  bool exact() const { return precision_ == Precision::kFloat64; }

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
        if (!golden_.has(from, stored)) {
          std::cout << golden_.path().string() << " does not hold " << stored << " (" << from << ")\n";
          return;
        }
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
          if (!golden_.has(from, stored)) continue;
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

/// All texts in it.
void collectTexts(const nlohmann::json& value, std::vector<std::string>& texts) {
  if (value.is_string()) texts.push_back(value);
  if (!value.is_structured()) return;
  for (const nlohmann::json& inner : value) collectTexts(inner, texts);
}

/// Where a recording's networks begin: in its own files, or in the folder that its config names.
std::filesystem::path initialFolder(const GoldenFolder& golden) {
  if (golden.has("G.safetensors")) return golden.path();
  std::vector<std::string> texts;
  collectTexts(golden.config(), texts);
  for (const std::string& text : texts) {
    for (const auto& from : {golden.path(), golden.path().parent_path(), goldensRoot()}) {
      if (std::filesystem::exists(from / text / "G.safetensors")) return from / text;
    }
  }
  return {};
}

TEST(TrainingGolden, ThreeIterationsEndWithTheLossesWeightsAndAveragesOfBigGanPyTorch) {
  if (const std::string why = whyNoGoldens(); !why.empty()) GTEST_SKIP() << why;
  const std::filesystem::path root = goldensRoot();
  at::set_num_threads(1);
  int folders = 0;
  int recordings = 0;
  for (const std::filesystem::path& path : goldenFolders(root)) {
    const GoldenFolder golden(path);
    const bool recording = golden.config().contains("training") && golden.has("losses.json");
    recordings += recording ? 1 : 0;
    const std::filesystem::path from = recording ? initialFolder(golden) : std::filesystem::path();
    const GoldenFolder initial(from.empty() ? path : from);
    const auto build = from.empty() ? std::nullopt : described(initial);
    std::cout << (build ? "read: " : "passed over: ") << path.string() << '\n';
    if (!build) continue;
    ++folders;
    const nlohmann::json variants = golden.json("losses.json");
    for (const auto& [variant, losses] : variants.items()) {
      for (const Precision precision : {Precision::kFloat32, Precision::kFloat64}) {
        if (precision == Precision::kFloat64 && !golden.has("f64_" + variant + ".safetensors")) continue;
        RecordedTraining training(golden, initial, *build, variant, precision);
        training.run();
        EXPECT_GT(training.compared, 100) << path << " " << variant;
        std::cout << "  " << variant << ": " << training.compared << " values compared\n";
      }
    }
  }
  if (recordings == 0 && goldensNamed()) GTEST_SKIP() << "no recorded training in " << root;
  EXPECT_GT(folders, 0) << "no recorded training that is known here in " << root;
}

}  // namespace
}  // namespace gan
