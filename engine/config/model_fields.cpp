#include "config/architecture_facts.h"
#include "config/field_lists.h"
#include "config/field_makers.h"
#include "config/objective_facts.h"
#include "config/text.h"

namespace gan::fields {

namespace {

std::string helpOfObjectives() {
  std::string help;
  for (const ObjectiveFacts& facts : objectiveFacts()) {
    help += (help.empty() ? "" : ", ") + std::string(facts.name) + " " + std::string(facts.help);
  }
  return help + ". Scores are probabilities with " + joinChoices(objectiveNames(&ObjectiveFacts::reads_probabilities)) +
         ", and logits with the others.";
}

}  // namespace

std::vector<Field> modelFields() {
  const auto any_objective = [](const ObjectiveFacts&) { return true; };
  const std::vector<std::string> residual = architectureNames(&ArchitectureFacts::residual);
  return {
      common(choice({"model.architecture", "Architecture",
                     "dcgan is convolutional (Radford et al., 2016), dcgan-32 the same as StudioGAN has it for 32 px, "
                     "mlp fully connected (Goodfellow et al., 2014); sngan (Miyato et al., 2018), sagan (Zhang et al., "
                     "2019), biggan and the deeper and narrower biggan-deep (both Brock et al., 2019) are residual, "
                     "with spectral norm in both networks, as in BigGAN-PyTorch. "
                     "resnet-18 and resnet-50 are no GANs, but learn to name the class of an image (He et al., 2016)."},
                    architectureNames([](const ArchitectureFacts&) { return true; }))),
      choice({"model.stem", "Stem",
              "How a ResNet takes in its images: imagenet with 7 x 7 windows and pooling to a quarter of the size, "
              "small_images with 3 x 3 windows and no pooling, for 28 or 32 px."},
             {"imagenet", "small_images"}),
      needs("model.architecture", architectureNames(&ArchitectureFacts::takes_classes),
            common(integer(
                {"model.classes", "Classes",
                 "Classes that the networks are told of, so that images of each can be asked for; 0 trains without "
                 "classes, auto (-1) takes as many as the data have."},
                0, {-1, 100000}, "classes"))),
      common(integer({"model.latent_size", "Latent size",
                      "Components of the random vector z that the generator turns into an image; nz in the papers' "
                      "programs."},
                     100, {1, 4096})),
      common(integer({"model.generator_width", "G width",
                      "Channels of dcgan's last hidden layer (ngf), units of mlp's first hidden layer; ch of the "
                      "residual networks, whose layers have multiples of it."},
                     64, {1, 4096})),
      common(integer({"model.discriminator_width", "D width",
                      "Channels of dcgan's first hidden layer (ndf), units of mlp's first hidden layer; ch of the "
                      "residual networks, whose layers have multiples of it."},
                     64, {1, 4096})),
      needs("model.architecture", {"dcgan", "dcgan-32"},
            common(
                flag({"model.discriminator_spectral_norm", "D spectral norm",
                      "Divides the weights of the discriminator by their largest singular value (Miyato et al., 2018), "
                      "in place of batch normalisation."},
                     false))),
      needs("model.architecture", architectureNames(&ArchitectureFacts::attends),
            field({"model.attention", "Attention",
                   "Height and width of the maps to which self-attention is added, such as 64 or 32, 64: powers of two "
                   "from 8 to the images' size; empty adds none. Each network has it where it has such maps: those of "
                   "the discriminator are half as large as the images or smaller, and all four count as 16 px where "
                   "images have 32 px."},
                  FieldType::kText, std::string())),
      needs("model.architecture", {"biggan", "biggan-deep"},
            needsOther(
                "model.classes", {"0"},
                integer(
                    {"model.shared_size", "Shared embedding",
                     "Size of the embedding of classes that all normalisations of the generator share; 0 gives each a "
                     "table of its own, and those of biggan-deep a shared one as large as the latent."},
                    0, {0, 4096}))),
      needs(
          "model.architecture", {"biggan"},
          flag({"model.hierarchical", "Hierarchical latent",
                "Cuts the latent into equal parts, of which one enters at the bottom of the generator and one at each "
                "block. With classes it needs a shared embedding."},
               false)),
      needs("model.architecture", {"biggan-deep"},
            integer({"model.generator_depth", "G depth",
                     "Blocks of the generator for each size of its maps; BigGAN-PyTorch has 2."},
                    2, {1, 16}, "blocks")),
      needs("model.architecture", {"biggan-deep"},
            integer({"model.discriminator_depth", "D depth", "Blocks of the discriminator for each size of its maps."},
                    2, {1, 16}, "blocks")),
      needs(
          "model.architecture", residual,
          choice({"model.initialisation", "First weights",
                  "How weights are drawn before the first step: orthogonal (Saxe et al., 2014), normal with deviation "
                  "0.02 (Radford et al., 2016) or xavier (Glorot and Bengio, 2010); own is xavier for sngan and sagan, "
                  "orthogonal for biggan and biggan-deep."},
                 {"own", "orthogonal", "normal", "xavier"})),
      needs("model.architecture", residual,
            integer({"model.spectral_norm_values", "Singular values",
                     "Largest singular values of each weight that spectral norm follows, in both networks; it divides "
                     "by the largest."},
                    1, {1, 64})),
      needs("model.architecture", residual,
            integer({"model.spectral_norm_iterations", "Power iterations",
                     "Iterations of the power method for each pass through a layer."},
                    1, {1, 100})),
      needs("model.architecture", residual,
            logarithmic(real({"model.spectral_norm_epsilon", "Spectral norm epsilon",
                              "Least length by which the vectors of the power method are divided."},
                             1e-8, {1e-16, 1}))),
      needs("model.architecture", residual,
            choice({"model.normalisation", "Normalisation",
                    "Over which values the generator normalises: batch each channel over the batch, instance each "
                    "channel of each image, group groups of channels of each image, none over none, so that only gains "
                    "and biases remain. The last one is always by batch, as in BigGAN-PyTorch."},
                   {"batch", "instance", "group", "none"})),
      needs("model.architecture", residual,
            needs("model.normalisation", {"batch", "instance"},
                  logarithmic(real({"model.norm_epsilon", "Batch norm epsilon",
                                    "Added to the variance in the generator's normalisations, but the last one, whose "
                                    "is 1e-5."},
                                   1e-5, {1e-16, 1})))),
      choice({"objective.loss", "Loss", helpOfObjectives()}, objectiveNames(any_objective)),
      needs("objective.loss", objectiveNames(&ObjectiveFacts::takes_labels),
            common(live(real({"objective.real_label", "Real label",
                              "What the discriminator shall say of real images, and what the generator wants it to say "
                              "of generated ones. Below 1 the label is soft."},
                             1, {0, 1})))),
      needs("objective.loss", objectiveNames(&ObjectiveFacts::takes_labels),
            common(live(
                real({"objective.fake_label", "Fake label", "What the discriminator shall say of generated images."}, 0,
                     {0, 1})))),
      needsOther(
          "objective.loss", objectiveNames(&ObjectiveFacts::compares),
          choice(
              {"objective.discriminator_total", "D total",
               "Whether the discriminator's loss is the sum of its losses on real and generated images or their mean."},
              {"sum", "mean"})),
  };
}

}  // namespace gan::fields
