#include "models/described_networks.h"

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>

#include "models/biggan_deep.h"
#include "models/dcgan_32.h"

namespace gan {
namespace {

template <typename Gen, typename Dis>
Build bigGans(const BigGanShape& shape) {
  return [shape] {
    const auto generator = std::make_shared<Gen>(shape);
    const auto discriminator = std::make_shared<Dis>(shape);
    return LookedInto{
        .generator = generator,
        .discriminator = discriminator,
        .look_into_generator = [generator](ActivationProbe probe) { generator->setProbe(std::move(probe)); },
        .look_into_discriminator =
            [discriminator](ActivationProbe probe) { discriminator->setProbe(std::move(probe)); }};
  };
}

/// "0" is none; "64", "32_64".
std::vector<std::int64_t> attentionOf(const std::string& text) {
  std::vector<std::int64_t> resolutions;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find('_', from), text.size());
    std::int64_t resolution = 0;
    std::from_chars(text.data() + from, text.data() + to, resolution);
    if (resolution > 0) resolutions.push_back(resolution);
    from = to + 1;
  }
  return resolutions;
}

NormKind normOf(const std::string& style) {
  if (style == "in") return NormKind::kInstance;
  if (style == "gn") return NormKind::kGroup;
  if (style == "nonorm") return NormKind::kNone;
  EXPECT_EQ(style, "bn");
  return NormKind::kBatch;
}

/// The networks that a config.json describes. Fails for an argument that would change them and that is not known here.
BigGanShape describedBigGan(const GoldenFolder& golden) {
  const nlohmann::json& config = golden.config();
  nlohmann::json arguments = config.value("constructor_defaults_kept", nlohmann::json::object());
  arguments.update(config.at("constructor"));
  const std::map<std::string, nlohmann::json> only = {
      {"G_param", "SN"}, {"D_param", "SN"},    {"cross_replica", false}, {"mybn", false},   {"G_fp16", false},
      {"D_fp16", false}, {"G_kernel_size", 3}, {"D_kernel_size", 3},     {"output_dim", 1}, {"bottom_width", 4}};
  for (const auto& [name, value] : only) {
    if (arguments.contains(name)) {
      EXPECT_EQ(arguments.at(name), value) << name << " in " << golden.path();
    }
  }
  const auto spectral = [&](const std::string& letter) {
    return SpectralNormOptions{.values = arguments.value("num_" + letter + "_SVs", 1),
                               .iterations = arguments.value("num_" + letter + "_SV_itrs", 1),
                               .epsilon = arguments.value("SN_eps", 1e-12)};
  };
  const bool shared = arguments.value("G_shared", true);
  const bool hierarchical = arguments.value("hier", false);
  const bool deep = config.at("model_file") == "BigGANdeep.py";
  EXPECT_TRUE(hierarchical || !deep) << golden.path() << ": BigGANdeep.py without hier is not built here";
  const auto resolution = arguments.value("resolution", std::int64_t{128});
  const std::int64_t asked = arguments.value("dim_z", std::int64_t{128});
  // BigGAN.py cuts the latent into equal parts, one for the bottom and one for each block, and leaves out the rest.
  const std::int64_t parts =
      hierarchical && !deep ? std::bit_width(static_cast<std::uint64_t>(resolution)) - 2 : std::int64_t{1};
  const std::int64_t shared_size = arguments.value("shared_dim", std::int64_t{0});
  return {.latent_size = asked / parts * parts,
          .channels = 3,
          .resolution = resolution,
          .classes = arguments.value("n_classes", std::int64_t{1000}),
          .generator_width = arguments.value("G_ch", std::int64_t{64}),
          .discriminator_width = arguments.value("D_ch", std::int64_t{64}),
          .discriminator_thin = !arguments.value("D_wide", true),
          .generator_attention = attentionOf(arguments.value("G_attn", "64")),
          .discriminator_attention = attentionOf(arguments.value("D_attn", "64")),
          .shared_size = shared ? (shared_size > 0 ? shared_size : asked) : 0,
          .hierarchical = hierarchical,
          .generator_depth = arguments.value("G_depth", std::int64_t{2}),
          .discriminator_depth = arguments.value("D_depth", std::int64_t{2}),
          .norm = normOf(arguments.value("norm_style", "bn")),
          .norm_epsilon = arguments.value("BN_eps", 1e-5),
          .generator_spectral_norm = spectral("G"),
          .discriminator_spectral_norm = spectral("D")};
}

NetworkShape describedDcgan32(const GoldenFolder& golden) {
  const nlohmann::json& arguments = golden.config().at("constructor");
  EXPECT_EQ(arguments.at("resolution"), 32) << golden.path();
  for (const char* const unknown : {"apply_g_sn", "apply_d_sn"}) {
    EXPECT_FALSE(arguments.value(unknown, false)) << unknown << " in " << golden.path();
  }
  const auto width = arguments.value("width", std::int64_t{64});
  return {.latent_size = arguments.at("z_dim").get<std::int64_t>(),
          .resolution = 32,
          .generator_width = width,
          .discriminator_width = width,
          .classes = arguments.at("g_cond_mtd") == "W/O" ? 0 : arguments.at("n_classes").get<std::int64_t>()};
}

}  // namespace

bool describesNetworks(const GoldenFolder& golden) {
  static const std::set<std::string> kKnown{"BigGAN.py", "BigGANdeep.py", "src/models/deep_conv.py"};
  return kKnown.contains(golden.config().value("model_file", "")) && golden.config().contains("constructor") &&
         golden.has("G.safetensors");
}

std::optional<Build> described(const GoldenFolder& golden) {
  if (!describesNetworks(golden)) return std::nullopt;
  const std::string file = golden.config().at("model_file");
  if (file == "BigGAN.py") return bigGans<BigGanGenerator, BigGanDiscriminator>(describedBigGan(golden));
  if (file == "BigGANdeep.py") return bigGans<BigGanDeepGenerator, BigGanDeepDiscriminator>(describedBigGan(golden));
  return [shape = describedDcgan32(golden)] {
    return LookedInto{.generator = std::make_shared<Dcgan32Generator>(shape),
                      .discriminator = std::make_shared<Dcgan32Discriminator>(shape),
                      .look_into_generator = [](const ActivationProbe&) {},
                      .look_into_discriminator = [](const ActivationProbe&) {}};
  };
}

void loadInto(torch::nn::Module& module, const GoldenFolder& golden, const std::string& file) {
  const at::NoGradGuard no_grad;
  std::map<std::string, at::Tensor> values = golden.tensors(file);
  const auto take = [&](const std::string& name, at::Tensor tensor) {
    const auto found = values.find(name);
    ASSERT_NE(found, values.end()) << file << " lacks " << name;
    ASSERT_EQ(found->second.sizes(), tensor.sizes()) << name;
    tensor.copy_(found->second);
    values.erase(found);
  };
  for (const auto& item : module.named_parameters()) take(item.key(), item.value());
  for (const auto& item : module.named_buffers()) take(item.key(), item.value());
  for (const auto& [name, tensor] : values) ADD_FAILURE() << file << " holds " << name << ", which is not ours";
}

}  // namespace gan
