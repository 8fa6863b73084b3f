#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <utility>

#include "config/schema.h"

namespace gan {
namespace {

constexpr double kMaxSeed = 9007199254740992;  // 2^53: JSON and doubles carry it exactly
constexpr double kMaxSteps = 1e12;

struct Texts {
  std::string path;
  std::string title;
  std::string help;
};

Field field(Texts texts, FieldType type, Value default_value) {
  Field result;
  result.path = std::move(texts.path);
  result.title = std::move(texts.title);
  result.help = std::move(texts.help);
  result.type = type;
  result.default_value = std::move(default_value);
  return result;
}

Field flag(Texts texts, bool default_value) { return field(std::move(texts), FieldType::kBool, default_value); }

Field integer(Texts texts, std::int64_t default_value, Range range, std::string unit = {}) {
  Field result = field(std::move(texts), FieldType::kInteger, default_value);
  result.range = range;
  result.unit = std::move(unit);
  return result;
}

Field real(Texts texts, double default_value, Range range, std::string unit = {}) {
  Field result = field(std::move(texts), FieldType::kReal, default_value);
  result.range = range;
  result.unit = std::move(unit);
  return result;
}

// The first choice is the default.
Field choice(Texts texts, std::vector<std::string> choices) {
  Field result = field(std::move(texts), FieldType::kChoice, choices.front());
  result.choices = std::move(choices);
  return result;
}

Field live(Field result) {
  result.change = Change::kLive;
  return result;
}

Field common(Field result) {
  result.audience = Audience::kCommon;
  return result;
}

Field logarithmic(Field result) {
  result.scale = Scale::kLogarithmic;
  return result;
}

Field needs(std::string path, std::vector<std::string> values, Field result) {
  result.needs.push_back({std::move(path), std::move(values), Need::Kind::kOneOf});
  return result;
}

Field needsOther(std::string path, std::vector<std::string> values, Field result) {
  result.needs.push_back({std::move(path), std::move(values), Need::Kind::kNoneOf});
  return result;
}

std::vector<Field> dataFields() {
  return {
      common(integer(
          {"run.seed", "Seed", "Weights, latents, built-in images and the order of the data are functions of it."}, 0,
          {0, kMaxSeed})),
      common(choice({"data.source", "Source",
                     "Where real images come from: shapes draws coloured shapes itself, idx reads files as MNIST has "
                     "them, with or without gzip, folder pictures in a folder or in one for each class, tar pictures "
                     "inside an archive or ImageNet's archives as image-net.org ships them, cifar the "
                     "binary files of CIFAR-10 and CIFAR-100, npz NumPy's archive of images and labels, hdf5 a file as "
                     "BigGAN-PyTorch or StudioGAN make it, s3 pictures in a folder of a bucket (s3://bucket/folder)."},
                    {"shapes", "idx", "folder", "tar", "cifar", "npz", "hdf5", "s3"})),
      common(field({"data.path", "Folder or file", "Where the images are; the built-in shapes need none."},
                   FieldType::kPath, std::string())),
      choice(
          {"data.split", "Part",
           "Which part of data that are shipped in parts: train, val or test. Folders, ImageNet, CIFAR and MNIST have "
           "them; what has none is wholly for training."},
          {"train", "val", "test"}),
      common(integer({"data.resolution", "Resolution", "Height and width to which images are resized."}, 64, {8, 1024},
                     "px")),
      common(integer({"data.channels", "Channels", "1 trains on grey images, 3 on coloured ones."}, 3, {1, 3})),
      common(integer({"data.batch_size", "Batch size", "Real images a process takes at a time."}, 64, {1, 65536},
                     "images")),
      choice({"data.crop", "Crop",
              "How images that are not square become so: centre resizes the shorter side and cuts out the middle, "
              "long_edge cuts the middle out of the longer side and then resizes, random cuts anywhere along it, none "
              "squeezes. random_resized cuts out a random part of random size and proportions, as classifiers are "
              "trained with (torchvision's RandomResizedCrop); validation images are then cut as with centre."},
             {"centre", "long_edge", "random", "none", "random_resized"}),
      needs("data.crop", {"random_resized"},
            real({"data.crop_least", "Least part", "Smallest share of an image's area that random_resized cuts out."},
                 0.08, {0.01, 1})),
      choice({"data.resize", "Resizing", "How pixels are weighted when images are resized; equal to Pillow's filters."},
             {"bilinear", "box", "bicubic", "lanczos"}),
      flag({"data.flip", "Mirror", "Mirrors every image left to right with a probability of one half, each time anew."},
           false),
      live(real({"data.noise", "Noise",
                 "Standard deviation of the Gaussian noise that real images get on their way into the discriminator, "
                 "each time anew, on the scale from -1 (black) to 1 (white). Pictures of real images show none."},
                0, {0, 2})),
      choice(
          {"data.validation", "Validation",
           "By which images a classifier is judged after each epoch: val and test are parts that the data are shipped "
           "in, share and per_class keep the last images of each class back from training, none judges nothing."},
          {"none", "val", "test", "share", "per_class"}),
      needs("data.validation", {"share"},
            real({"data.validation_share", "Share kept back", "Share of each class that share keeps back."}, 0.1,
                 {0.0001, 0.9})),
      needs(
          "data.validation", {"per_class"},
          integer({"data.validation_per_class", "Images kept back", "Images of each class that per_class keeps back."},
                  10, {1, 1e9}, "images")),
      real({"data.validation_centre", "Validation centre",
            "Share of an image's shorter side that stays when its middle is cut out for validation or a test; 0.875 is "
            "224 of 256 px, as is usual on ImageNet."},
           1, {0.1, 1}),
      field(
          {"data.mean", "Mean",
           "What is subtracted from a classifier's images, whose values are 0 to 1: a number, or one for each channel "
           "between commas."},
          FieldType::kText, std::string("0.5")),
      field({"data.deviation", "Deviation",
             "What a classifier's images are divided by afterwards: a number, or one for each channel between commas."},
            FieldType::kText, std::string("0.5")),
      choice({"data.background", "Background", "What lies behind transparent pixels of pictures."},
             {"white", "grey", "black"}),
      real({"data.corrupt_limit", "Damaged images",
            "Share of the images that may be damaged or missing; each gives way to its neighbour and is listed in the "
            "run's folder. With more of them the run stops."},
           0.01, {0, 1}),
      integer({"data.workers", "Loading threads",
               "Threads that read and decode images; 0 does it between steps, auto (-1) measures at the start how many "
               "are enough. Results do not depend on it."},
              1, {-1, 256}, "threads"),
      integer({"data.prefetch_batches", "Batches ahead", "Batches prepared ahead of the training."}, 2, {1, 64},
              "batches"),
      needs(
          "data.source", {"shapes"},
          choice(
              {"data.shapes_style", "Built-in style",
               "How unlike the built-in images of one class are: varied draws shapes in any colours, sizes and places, "
               "plain draws them bright on a dark ground, of nearly one size, upright and in the middle, so that a "
               "small "
               "network learns them within minutes."},
              {"varied", "plain"})),
      integer({"data.shapes_count", "Built-in images", "Size of the data set that the source shapes draws."}, 20000,
              {1, 1e9}, "images"),
      integer({"data.shuffle_block_size", "Shuffle block",
               "Neighbouring images that stay near each other while an epoch is shuffled. 1 shuffles single images; "
               "more is faster for files that are read in chunks; 0 takes what suits the source."},
              0, {0, 1e9}, "images"),
      flag({"data.balanced", "Balance classes",
            "Shows every class equally often, however many images it has: those of small classes come more often than "
            "those of large ones, and shuffling in blocks is left out."},
           false),
      choice({"data.last_batch", "Last batch",
              "What becomes of the last images of an epoch when they do not fill a batch: drop leaves them out, pad "
              "fills the batch up with the first images of the epoch."},
             {"drop", "pad"}),
      flag({"data.in_memory", "In memory",
            "Reads all images of an HDF5 file into memory at the start, as bytes. Results do not depend on it."},
           false),
      field({"data.stage_to", "Copy to",
             "Folder on a disk of the machine that trains, to which a folder or file of images is copied first, once "
             "for all processes there; empty reads them where they are. Results do not depend on it."},
            FieldType::kPath, std::string()),
      field({"data.s3_endpoint", "S3 server",
             "Address of an S3 server other than AWS', such as http://localhost:9000; empty is AWS."},
            FieldType::kText, std::string()),
      field({"data.s3_region", "S3 region",
             "Region of the bucket; empty takes AWS_REGION, the profile's or us-east-1. A wrong one is put right when "
             "the "
             "server names the right one."},
            FieldType::kText, std::string()),
      field(
          {"data.s3_profile", "AWS profile",
           "Profile in ~/.aws whose credentials are used; empty takes the environment's, AWS_PROFILE or default. Keys "
           "are never part of a configuration."},
          FieldType::kText, std::string()),
      flag({"data.s3_anonymous", "Public bucket", "Reads the bucket without credentials."}, false),
      choice({"data.s3_path_style", "Bucket in the path",
              "Whether the bucket's name stands in the address' path rather than before the host's name; auto does so "
              "for servers other than AWS'."},
             {"auto", "always", "never"}),
      integer({"data.s3_listing_hours", "List kept",
               "Hours for which the list of a bucket's images is used again; 0 lists anew at every start."},
              24, {0, 8760}, "h"),
      field({"data.cache_path", "Cache",
             "Folder for lists and copies of remote images; empty is gan-studio/s3 in the user's cache folder."},
            FieldType::kPath, std::string()),
      integer({"data.cache_limit", "Cache limit",
               "Space for copies of remote images; those that nobody read for a day make room. 0 keeps none."},
              10, {0, 1048576}, "GiB"),
  };
}

std::vector<Field> modelFields() {
  return {
      common(choice({"model.architecture", "Architecture",
                     "dcgan is convolutional (Radford et al., 2016), dcgan-32 the same as StudioGAN has it for 32 px, "
                     "mlp fully connected (Goodfellow et al., 2014); sngan (Miyato et al., 2018), sagan (Zhang et al., "
                     "2019), biggan and the deeper and narrower biggan-deep (both Brock et al., 2019) are residual, "
                     "with spectral norm in both networks, as in BigGAN-PyTorch. "
                     "resnet-18 and resnet-50 are no GANs, but learn to name the class of an image (He et al., 2016)."},
                    {"dcgan", "mlp", "dcgan-32", "sngan", "sagan", "biggan", "biggan-deep", "resnet-18", "resnet-50"})),
      choice({"model.stem", "Stem",
              "How a ResNet takes in its images: imagenet with 7 x 7 windows and pooling to a quarter of the size, "
              "small_images with 3 x 3 windows and no pooling, for 28 or 32 px."},
             {"imagenet", "small_images"}),
      needs("model.architecture",
            {"dcgan", "dcgan-32", "sngan", "sagan", "biggan", "biggan-deep", "resnet-18", "resnet-50"},
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
      needs("model.architecture", {"sagan", "biggan", "biggan-deep"},
            field({"model.attention", "Attention",
                   "Height and width of the maps in both networks to which self-attention is added, such as 64 or 32, "
                   "64: powers of two from 8 to the images' size; empty adds none. Of images of 32 px, the "
                   "discriminator of biggan has four maps of 16 px."},
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
          "model.architecture", {"sngan", "sagan", "biggan", "biggan-deep"},
          choice({"model.initialisation", "First weights",
                  "How weights are drawn before the first step: orthogonal (Saxe et al., 2014), normal with deviation "
                  "0.02 (Radford et al., 2016) or xavier (Glorot and Bengio, 2010); own is xavier for sngan and sagan, "
                  "orthogonal for biggan and biggan-deep."},
                 {"own", "orthogonal", "normal", "xavier"})),
      needs("model.architecture", {"sngan", "sagan", "biggan", "biggan-deep"},
            integer({"model.spectral_norm_values", "Singular values",
                     "Largest singular values of each weight that spectral norm follows, in both networks; it divides "
                     "by the largest."},
                    1, {1, 64})),
      needs("model.architecture", {"sngan", "sagan", "biggan", "biggan-deep"},
            integer({"model.spectral_norm_iterations", "Power iterations",
                     "Iterations of the power method for each pass through a layer."},
                    1, {1, 100})),
      needs("model.architecture", {"sngan", "sagan", "biggan", "biggan-deep"},
            logarithmic(real({"model.spectral_norm_epsilon", "Spectral norm epsilon",
                              "Least length by which the vectors of the power method are divided."},
                             1e-8, {1e-16, 1}))),
      needs("model.architecture", {"sngan", "sagan", "biggan", "biggan-deep"},
            choice({"model.normalisation", "Normalisation",
                    "Over which values the generator normalises: batch each channel over the batch, instance each "
                    "channel of each image, group groups of channels of each image, none over none, so that only gains "
                    "and biases remain. The last one is always by batch, as in BigGAN-PyTorch."},
                   {"batch", "instance", "group", "none"})),
      needs("model.architecture", {"sngan", "sagan", "biggan", "biggan-deep"},
            logarithmic(real({"model.norm_epsilon", "Batch norm epsilon",
                              "Added to the variance in the generator's normalisations, but the last one, whose is "
                              "1e-5."},
                             1e-5, {1e-16, 1}))),
      choice(
          {"objective.loss", "Loss",
           "bce is binary cross-entropy with the non-saturating generator loss (Goodfellow et al., 2014), hinge that "
           "of SN-GAN, SAGAN and BigGAN (Lim and Ye, 2017), least_squares LSGAN's (Mao et al., 2017), wasserstein "
           "WGAN's (Arjovsky et al., 2017), relativistic pairs real and generated images (RpGAN, "
           "Jolicoeur-Martineau, 2019). Scores are probabilities with bce, and logits with the others."},
          {"bce", "hinge", "least_squares", "wasserstein", "relativistic"}),
      needs("objective.loss", {"bce", "least_squares"},
            common(live(real({"objective.real_label", "Real label",
                              "What the discriminator shall say of real images, and what the generator wants it to say "
                              "of generated ones. Below 1 the label is soft."},
                             1, {0, 1})))),
      needs("objective.loss", {"bce", "least_squares"},
            common(live(
                real({"objective.fake_label", "Fake label", "What the discriminator shall say of generated images."}, 0,
                     {0, 1})))),
      needsOther(
          "objective.loss", {"relativistic"},
          choice(
              {"objective.discriminator_total", "D total",
               "Whether the discriminator's loss is the sum of its losses on real and generated images or their mean."},
              {"sum", "mean"})),
  };
}

std::vector<Field> trainingFields() {
  return {
      choice({"training.schedule", "Schedule",
              "discriminator_first updates the discriminator, then the generator. alternating takes one batch for the "
              "generator and the next for the discriminator."},
             {"discriminator_first", "alternating"}),
      choice(
          {"training.discriminator_pass", "D pass",
           "How real and generated images pass through the discriminator in its update: separate takes the real ones, "
           "then the generated ones, each normalised by their own statistics (pytorch/examples), split the "
           "generated ones first (BigGAN-PyTorch's split_D), concatenated both as one batch (BigGAN-PyTorch)."},
          {"separate", "concatenated", "split"}),
      needsOther("training.schedule", {"alternating"},
                 choice({"training.generator_images", "G images",
                         "With which images the generator is updated after the discriminator: reused takes those of "
                         "the discriminator's last update (pytorch/examples), anew draws others (BigGAN-PyTorch)."},
                        {"reused", "anew"})),
      common(live(integer({"training.discriminator_steps", "D steps",
                           "Discriminator updates for each generator update; each takes a batch of its own."},
                          1, {1, 100}, "updates"))),
      common(integer({"training.steps", "Steps",
                      "Iterations after which the run is finished; 0 sets no limit. With a limit by epochs, too, the "
                      "first one reached ends the run."},
                     0, {0, kMaxSteps}, "steps")),
      common(integer({"training.epochs", "Epochs",
                      "Passes over the real images after which the run is finished; 0 sets no limit."},
                     0, {0, 1e9}, "epochs")),
      choice({"training.deterministic", "Deterministic",
              "Whether the same run gives the same bits again; auto is on for CPU and off for CUDA, where it costs "
              "speed."},
             {"auto", "on", "off"}),
      choice({"training.precision", "Precision",
              "In which numbers networks compute: float32; bfloat16 and float16 multiply in 16 bits, which GPUs do "
              "several times faster, float16 with loss scaling against its small range; float64 is for proofs. "
              "Weights, spectral norm, statistics and losses have at least 32 bits."},
             {"float32", "bfloat16", "float16", "float64"}),
      choice(
          {"training.float32_precision", "float32 on a GPU",
           "With how many bits a GPU multiplies float32 numbers; sums have all of them. tf32_convolutions rounds the "
           "factors of convolutions to the 11 bits of TensorFloat-32, as PyTorch does by default, and is several "
           "times faster than ieee, which rounds nothing. tf32 rounds those of matrix products, too. The CPU "
           "computes as ieee says."},
          {"tf32_convolutions", "tf32", "ieee"}),
      needs("model.architecture", {"sngan", "sagan", "biggan", "biggan-deep"},
            flag({"training.activation_checkpointing", "Recompute activations",
                  "Keeps only what goes into each block of the networks, and computes the rest once more for the "
                  "gradients (Chen et al., 2016): less memory for about a third more time. Not with r1, r2 and "
                  "gradient_penalty, which differentiate twice."},
                 false)),
      flag({"training.cuda_graph", "CUDA graph",
            "Captures an iteration once and hands it to the GPU as a whole from then on, which costs the host less and "
            "the GPU the memory of a second iteration, or of up to four more where regularisers take part only now "
            "and then. Passed over on the CPU and where processes share a GPU."},
           false),
      integer({"training.threads", "Threads", "Threads that compute; 0 takes all cores this process may use."}, 0,
              {0, 1024}, "threads"),
  };
}

/// A text that ValueSchedule reads.
Field schedule(const std::string& path, const std::string& title, const std::string& what) {
  return field({path, title,
                "How " + what +
                    " changes by the step, as a share of what is set: constant, linear N to F, cosine N to F (which "
                    "reach the factor F after N steps) or step N by F (times F after every N steps); before it, if "
                    "wanted, warmup N and a comma, to begin with a rise over N steps."},
               FieldType::kText, std::string());
}

struct OptimizerTexts {
  std::string network;  // "generator"
  std::string letter;   // "G " in titles; empty where there is one network only
};

struct OptimizerDefaults {
  std::vector<std::string> algorithms;  // the first one
  double learning_rate;
  double fastest;  // largest rate
  double beta1;
  double momentum;
  double weight_decay;
};

void appendOptimizer(std::vector<Field>& fields, const OptimizerTexts& texts, const OptimizerDefaults& defaults) {
  const std::string path = "optimizer." + texts.network + ".";
  const auto title = [&texts](std::string words) {
    if (texts.letter.empty()) words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
    return texts.letter + words;
  };
  const auto needsAlgorithm = [&path](std::vector<std::string> which, Field result) {
    return needs(path + "algorithm", std::move(which), std::move(result));
  };
  const std::string of = " of the " + texts.network;
  fields.push_back(common(
      logarithmic(live(real({path + "learning_rate", title("learning rate"), "Step size of the optimiser" + of + "."},
                            defaults.learning_rate, {1e-8, defaults.fastest})))));
  fields.push_back(schedule(path + "schedule", title("rate schedule"), "the learning rate" + of));
  fields.push_back(
      choice({path + "algorithm", title("optimiser"),
              "How gradients become steps" + of +
                  ": adam (Kingma and Ba, 2015), adamw (Loshchilov and Hutter, 2019), sgd with momentum (Sutskever et "
                  "al., 2013) or rmsprop (Hinton, 2012), each as in torch.optim."},
             defaults.algorithms));
  fields.push_back(needsAlgorithm({"adam", "adamw"},
                                  real({path + "beta1", title("beta 1"), "Decay of Adam's mean gradient" + of + "."},
                                       defaults.beta1, {0, 0.999999})));
  fields.push_back(needsAlgorithm(
      {"adam", "adamw", "rmsprop"},
      real({path + "beta2", title("beta 2"), "Decay of the mean squared gradient" + of + "; RMSprop's alpha."}, 0.999,
           {0, 0.999999})));
  fields.push_back(needsAlgorithm(
      {"adam", "adamw", "rmsprop"},
      logarithmic(real({path + "epsilon", title("epsilon"), "Added to the denominator of a step" + of + "."}, 1e-8,
                       {1e-16, 1}))));
  fields.push_back(needsAlgorithm(
      {"sgd", "rmsprop"},
      real({path + "momentum", title("momentum"), "Share of the last step" + of + " that goes into the next one."},
           defaults.momentum, {0, 0.999999})));
  fields.push_back(real({path + "weight_decay", title("weight decay"),
                         "Share of the weights" + of +
                             " that is added to their gradients; adamw takes it off the "
                             "weights themselves, times the rate."},
                        defaults.weight_decay, {0, 1}));
  fields.push_back(real({path + "clip_norm", title("clipping"),
                         "Longest gradient over all weights" + of +
                             "; a longer one is scaled down to it. 0 clips "
                             "nothing."},
                        0, {0, 1e6}));
}

struct RegulariserTexts {
  std::string name;
  std::string title;
  std::string help;
};

void appendRegulariser(std::vector<Field>& fields, const RegulariserTexts& texts) {
  const std::string path = "regulariser." + texts.name + ".";
  fields.push_back(live(real({path + "weight", texts.title, texts.help + " 0 leaves it out."}, 0, {0, 1e6})));
  // Whatever the weight is now: it may be 0 for a while.
  fields.push_back(integer({path + "interval_steps", texts.title + " every",
                            "Steps between two with this regulariser, which is then as many times as strong (Karras et "
                            "al., 2020, appendix B)."},
                           1, {1, 10000}, "steps"));
  fields.push_back(schedule(path + "schedule", texts.title + " schedule", "the weight of " + texts.name));
}

std::vector<Field> regulariserFields() {
  std::vector<Field> fields;
  appendRegulariser(
      fields, {"r1", "R1", "Gamma: keeps the discriminator's slope at real images small (Mescheder et al., 2018)."});
  appendRegulariser(
      fields,
      {"r2", "R2", "Gamma: keeps the discriminator's slope at generated images small (Mescheder et al., 2018)."});
  appendRegulariser(fields, {"gradient_penalty", "Gradient penalty",
                             "Lambda: draws the discriminator's slope between real and generated images to 1, as "
                             "WGAN-GP does with 10 (Gulrajani et al., 2017)."});
  appendRegulariser(fields, {"lecam", "LeCam",
                             "Lambda: keeps logits from moving away from a moving average of those of the other kind "
                             "of images, for few data (Tseng et al., 2021)."});
  appendRegulariser(fields, {"orthogonal_discriminator", "D orthogonal",
                             "Keeps the rows of the discriminator's weights at right angles (Brock et al., 2019)."});
  appendRegulariser(fields, {"orthogonal_generator", "G orthogonal",
                             "Keeps the rows of the generator's weights at right angles, as BigGAN does with 1e-4 "
                             "(Brock et al., 2019)."});
  return fields;
}

std::vector<Field> classifierFields() {
  return {
      integer({"optimizer.classifier.decay_epochs", "Decay every",
               "Epochs after which a classifier's learning rate is multiplied by the decay factor, again and again; 0 "
               "leaves it as it is."},
              30, {0, 1e9}, "epochs"),
      real({"optimizer.classifier.decay_factor", "Decay factor", "What the learning rate is multiplied by then."}, 0.1,
           {1e-6, 1}),
      integer({"accumulation.classifier", "Accumulation",
               "Batches whose gradients are averaged for one update of a classifier."},
              1, {1, 4096}, "batches"),
  };
}

std::vector<Field> accumulationFields() {
  constexpr std::int64_t kMost = 4096;
  return {
      integer({"accumulation.discriminator", "D accumulation",
               "Batches whose gradients are averaged for one update of the discriminator: the effect of one batch as "
               "large as all of them, in the memory of one. Batch normalisation takes each by itself."},
              1, {1, kMost}, "batches"),
      integer({"accumulation.generator", "G accumulation",
               "Batches whose gradients are averaged for one update of the generator. With more than one for either "
               "network, generated images are made anew for the generator."},
              1, {1, kMost}, "batches"),
      choice(
          {"distributed.batch_norm", "Batch statistics",
           "Whose images batch normalisation sees when several processes train one run: all_ranks normalises as one "
           "process with the whole batch would, own_rank takes those of each process by themselves, which is faster."},
          {"all_ranks", "own_rank"}),
  };
}

std::vector<Field> emaFields() {
  std::vector<Field> fields = {
      live(real({"ema.decay", "EMA decay",
                 "Share of the average that stays at each step: 0.999 averages over about 1,000 steps."},
                0.999, {0, 0.999999})),
      integer({"ema.start_step", "EMA start",
               "The first step that averages, counted from 1 as in BigGAN-PyTorch; until then the average equals the "
               "weights themselves."},
              0, {0, kMaxSteps}, "steps"),
      choice({"ema.buffers", "EMA buffers",
              "What the average does with running statistics and the vectors of spectral norm: copied takes the "
              "newest, averaged averages them as weights (BigGAN-PyTorch)."},
             {"copied", "averaged"}),
      schedule("ema.schedule", "EMA schedule", "the EMA decay"),
  };
  for (Field& one : fields) one = needs("ema.enabled", {"true"}, std::move(one));
  fields.insert(
      fields.begin(),
      flag({"ema.enabled", "Average weights",
            "Keep an exponential moving average (EMA) of the generator's weights; its pictures are steadier."},
           true));
  return fields;
}

std::vector<Field> samplingFields() {
  return {
      common(live(integer({"sampling.interval_steps", "Sample every",
                           "Steps between two pictures of the same latents; 0 makes none by steps."},
                          100, {0, kMaxSteps}, "steps"))),
      live(flag({"sampling.each_epoch", "Sample each epoch", "Make a picture at the end of each epoch, too."}, true)),
      integer({"sampling.rows", "Rows", "Rows of images in the picture."}, 8, {1, 32}),
      integer({"sampling.columns", "Columns", "Columns of images in the picture."}, 8, {1, 32}),
      common(
          live(real({"sampling.truncation", "Truncation",
                     "How far from 0 components of z may be, as the kind of truncation says. Smaller values give more "
                     "typical and less varied images; 0 truncates nothing."},
                    2, {0, 10}, "standard deviations"))),
      live(choice({"sampling.truncation_kind", "Truncation kind",
                   "redraw draws components of z beyond the truncation again (Brock et al., 2019, section 3.1), "
                   "scaled_redraw multiplies those within 2 by it (DeepMind's BigGAN), scale multiplies all "
                   "(BigGAN-PyTorch)."},
                  {"redraw", "scaled_redraw", "scale"})),
      needsOther("model.classes", {"0"},
                 live(field({"sampling.classes", "Classes shown",
                             "Which classes a picture shows, one a row and over again where there are more rows: "
                             "numbers and ranges such as 0, 3, 7-9; empty shows all from 0 on."},
                            FieldType::kText, std::string()))),
      integer({"sampling.seed", "Sample seed", "Chooses the latents of the pictures."}, 0, {0, kMaxSeed}),
      needs(
          "ema.enabled", {"true"},
          choice({"sampling.weights", "Sample from",
                  "Whether pictures come from the average of the generator's weights or from the weights themselves."},
                 {"ema", "generator"})),
      live(choice({"sampling.statistics", "Statistics",
                   "With which statistics batch normalisations make pictures: the running ones, those of the pictures "
                   "that are made together, or standing statistics (Brock et al., 2019, section 4.1)."},
                  {"running", "batch", "standing"})),
      live(integer({"sampling.statistics_batches", "Standing batches",
                    "Batches of 64 pictures over which standing statistics are averaged."},
                   16, {1, 1000}, "batches")),
  };
}

std::vector<Field> samplerFields() {
  return {
      flag({"sampler.enabled", "Pictures for clients",
            "Whether a process beside the engine makes pictures for clients that ask for them."},
           true),
      integer({"sampler.threads", "Threads", "Of the process that makes pictures for clients, on the CPU."}, 1,
              {1, 256}, "threads"),
      choice({"sampler.device", "Device",
              "Where pictures for clients are made; auto takes a GPU that can be used, else the CPU."},
             {"cpu", "auto"}),
      integer({"sampler.memory_mib", "Memory",
               "What the process that makes pictures for clients needs; where less than that and a fifth more is left, "
               "it is not started. 0 reckons it from the weights."},
              0, {0, 1 << 20}, "MiB"),
      flag({"sampler.for_watchers", "For watchers",
            "Whether clients on other machines that may only watch can have pictures made, too."},
           false),
  };
}

std::vector<Field> recordingFields() {
  return {
      live(integer({"recording.scalars_interval_steps", "Record every",
                    "Steps between two recorded rows of losses and other scalars. What is measured less often, as "
                    "validation, layers or lazy regularisers, is recorded whenever it is."},
                   1, {1, kMaxSteps}, "steps")),
      integer({"recording.layers_interval_steps", "Layers every",
               "Steps between two measurements of each weight's gradient norm and largest singular values, some "
               "hundreds of series; 0 makes none."},
              0, {0, kMaxSteps}, "steps"),
      flag({"recording.tensorboard", "TensorBoard files",
            "Write scalars for TensorBoard as well; GAN Studio itself never reads them."},
           true),
      common(live(integer({"checkpoint.interval_steps", "Checkpoint every",
                           "Steps between two checkpoints; 0 writes only one at the end."},
                          500, {0, kMaxSteps}, "steps"))),
      integer({"checkpoint.keep_newest", "Keep newest", "How many of the newest checkpoints stay."}, 3, {1, 10000},
              "checkpoints"),
      integer(
          {"checkpoint.keep_best", "Keep best",
           "How many of the best evaluated checkpoints stay in any case. A classifier leaves one after each epoch that "
           "names more validation images right than any before; 0: none."},
          1, {0, 10000}, "checkpoints"),
      live(choice({"guard.on_nan", "On NaN",
                   "What happens when a loss or gradient is not finite. auto pauses while somebody who may steer is "
                   "attached and stops otherwise."},
                  {"auto", "pause", "stop", "ignore"})),
      integer({"guard.pause_timeout_seconds", "Pause time-out",
               "Seconds for which a run paused by a guard waits for somebody before it stops."},
              600, {1, 604800}, "s"),
  };
}

/// Settings that mean something for one kind of training only, by how their paths begin.
constexpr std::array<std::string_view, 22> kOfGans = {"model.latent_size",
                                                      "model.generator_width",
                                                      "model.discriminator_width",
                                                      "objective.",
                                                      "regulariser.",
                                                      "training.discriminator_pass",
                                                      "training.generator_images",
                                                      "training.schedule",
                                                      "training.discriminator_steps",
                                                      "training.cuda_graph",
                                                      "optimizer.generator.",
                                                      "optimizer.discriminator.",
                                                      "accumulation.generator",
                                                      "accumulation.discriminator",
                                                      "ema.",
                                                      "sampling.interval_steps",
                                                      "sampling.each_epoch",
                                                      "sampling.truncation",
                                                      "sampling.classes",
                                                      "sampling.weights",
                                                      "sampling.statistics",
                                                      "sampler."};
constexpr std::array<std::string_view, 6> kOfClassifiers = {"model.stem",
                                                            "data.mean",
                                                            "data.deviation",
                                                            "data.validation_centre",
                                                            "optimizer.classifier.",
                                                            "accumulation.classifier"};

void divideByRecipe(std::vector<Field>& fields) {
  const std::vector<std::string> classifiers = {"resnet-18", "resnet-50"};
  for (Field& field : fields) {
    const auto begins = [&field](std::string_view path) { return field.path.starts_with(path); };
    if (std::ranges::any_of(kOfGans, begins)) field = needsOther("model.architecture", classifiers, std::move(field));
    if (std::ranges::any_of(kOfClassifiers, begins)) field = needs("model.architecture", classifiers, std::move(field));
  }
}

std::vector<Field> builtinFields() {
  std::vector<Field> result = dataFields();
  const auto append = [&](std::vector<Field> more) { std::ranges::move(more, std::back_inserter(result)); };
  append(modelFields());
  append(trainingFields());
  append(regulariserFields());
  const OptimizerDefaults of_gans{.algorithms = {"adam", "adamw", "sgd", "rmsprop"},
                                  .learning_rate = 2e-4,
                                  .fastest = 1,
                                  .beta1 = 0.5,
                                  .momentum = 0,
                                  .weight_decay = 0};
  appendOptimizer(result, {"generator", "G "}, of_gans);
  appendOptimizer(result, {"discriminator", "D "}, of_gans);
  appendOptimizer(result, {"classifier", ""},
                  {.algorithms = {"sgd", "adam", "adamw", "rmsprop"},
                   .learning_rate = 0.1,
                   .fastest = 10,
                   .beta1 = 0.9,
                   .momentum = 0.9,
                   .weight_decay = 1e-4});
  append(classifierFields());
  append(accumulationFields());
  append(emaFields());
  append(samplingFields());
  append(samplerFields());
  append(recordingFields());
  divideByRecipe(result);
  return result;
}

}  // namespace

const Schema& Schema::builtin() {
  static const Schema schema(builtinFields());
  return schema;
}

}  // namespace gan
