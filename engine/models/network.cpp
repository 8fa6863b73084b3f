#include "models/network.h"

#include <algorithm>
#include <array>

#include "config/number_list.h"
#include "config/run_config.h"
#include "core/error.h"
#include "models/biggan.h"
#include "models/biggan_deep.h"
#include "models/dcgan.h"
#include "models/dcgan_32.h"
#include "models/mlp.h"

namespace gan {

namespace {

constexpr std::array<Architecture, 7> kArchitectures = {{
    {"mlp", "eriklindernoren/PyTorch-GAN implementations/gan/gan.py", makeMlp, blankMlp, blankMlpDiscriminator},
    {"dcgan", "Radford et al., 2016; pytorch/examples dcgan/main.py", makeDcgan, blankDcgan, blankDcganDiscriminator},
    {"dcgan-32", "Radford et al., 2016; POSTECH-CVLab/PyTorch-StudioGAN models/deep_conv.py", makeDcgan32, blankDcgan32,
     blankDcgan32Discriminator},
    {"sngan", "Miyato et al., 2018; ajbrock/BigGAN-PyTorch", makeSngan, blankSngan, blankSnganDiscriminator},
    {"sagan", "Zhang et al., 2019; ajbrock/BigGAN-PyTorch", makeSagan, blankSagan, blankSaganDiscriminator},
    {"biggan", "Brock et al., 2019; ajbrock/BigGAN-PyTorch", makeBigGan, blankBigGan, blankBigGanDiscriminator},
    {"biggan-deep", "Brock et al., 2019, appendix B; ajbrock/BigGAN-PyTorch BigGANdeep.py", makeBigGanDeep,
     blankBigGanDeep, blankBigGanDeepDiscriminator},
}};

std::vector<std::int64_t> attention(const RunConfig& config) {
  std::vector<std::int64_t> resolutions;
  const std::string& text = config.text("model.attention");
  if (text.empty()) return resolutions;
  for (const double resolution : numberList(text)) resolutions.push_back(static_cast<std::int64_t>(resolution));
  return resolutions;
}

NormKind normKind(const RunConfig& config) {
  const std::string& name = config.text("model.normalisation");
  if (name == "instance") return NormKind::kInstance;
  if (name == "group") return NormKind::kGroup;
  if (name == "none") return NormKind::kNone;
  return NormKind::kBatch;
}

std::optional<Initialisation> initialisation(const RunConfig& config) {
  const std::string& name = config.text("model.initialisation");
  if (name == "orthogonal") return Initialisation::kOrthogonal;
  if (name == "normal") return Initialisation::kNormal;
  if (name == "xavier") return Initialisation::kXavier;
  return std::nullopt;  // "own"
}

}  // namespace

at::Tensor Generator::condition(const at::Tensor& /*classes*/) { return {}; }

std::span<const Architecture> architectures() { return kArchitectures; }

const Architecture& findArchitecture(std::string_view name) {
  const auto* const found = std::ranges::find(kArchitectures, name, &Architecture::name);
  if (found != kArchitectures.end()) {
    return *found;
  }
  std::string known;
  for (const Architecture& architecture : kArchitectures) {
    known += (known.empty() ? "" : ", ") + std::string(architecture.name);
  }
  throw Error(ErrorCode::kNotFound, "model_not_found",
              "There is no model named '{name}'. Set model.architecture to one of: {known}.",
              {{"name", std::string(name)}, {"known", known}});
}

NetworkShape networkShape(const RunConfig& config) {
  return {.latent_size = config.integer("model.latent_size"),
          .channels = config.integer("data.channels"),
          .resolution = config.integer("data.resolution"),
          .generator_width = config.integer("model.generator_width"),
          .discriminator_width = config.integer("model.discriminator_width"),
          .classes = config.integer("model.classes"),
          .discriminator_spectral_norm = config.flag("model.discriminator_spectral_norm"),
          .attention = attention(config),
          .shared_size = config.integer("model.shared_size"),
          .hierarchical = config.flag("model.hierarchical"),
          .generator_depth = config.integer("model.generator_depth"),
          .discriminator_depth = config.integer("model.discriminator_depth"),
          .spectral_norm = {.values = config.integer("model.spectral_norm_values"),
                            .iterations = config.integer("model.spectral_norm_iterations"),
                            .epsilon = config.real("model.spectral_norm_epsilon")},
          .norm = normKind(config),
          .norm_epsilon = config.real("model.norm_epsilon"),
          .initialisation = initialisation(config)};
}

Networks makeNetworks(const RunConfig& config) {
  return findArchitecture(config.text("model.architecture"))
      .make(networkShape(config), static_cast<std::uint64_t>(config.integer("run.seed")));
}

std::shared_ptr<Generator> blankGenerator(const RunConfig& config) {
  return findArchitecture(config.text("model.architecture")).blank_generator(networkShape(config));
}

std::shared_ptr<Discriminator> blankDiscriminator(const RunConfig& config) {
  return findArchitecture(config.text("model.architecture")).blank_discriminator(networkShape(config));
}

void copyTensors(const torch::nn::Module& from, torch::nn::Module& to) {
  const at::NoGradGuard no_grad;
  const auto copy = [](const std::vector<at::Tensor>& sources, std::vector<at::Tensor> targets) {
    TORCH_INTERNAL_ASSERT(sources.size() == targets.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      targets[i].copy_(sources[i]);
    }
  };
  copy(from.parameters(), to.parameters());
  copy(from.buffers(), to.buffers());
}

void useMemoryFormat(torch::nn::Module& module, at::MemoryFormat format) {
  for (at::Tensor& parameter : module.parameters()) {
    if (parameter.dim() == 4) {
      parameter.set_data(parameter.detach().contiguous(format));
    }
  }
}

}  // namespace gan
