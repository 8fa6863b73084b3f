#include "config/architecture_facts.h"
#include "config/field_lists.h"
#include "config/field_makers.h"

namespace gan::fields {

namespace {

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

}  // namespace

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
      needsOther(
          "training.schedule", {"alternating"},
          common(live(integer({"training.discriminator_steps", "D steps",
                               "Discriminator updates for each generator update; each takes a batch of its own."},
                              1, {1, 100}, "updates")))),
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
      needs("model.architecture", architectureNames(&ArchitectureFacts::residual),
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
  fields.push_back(real({"regulariser.lecam.decay", "LeCam decay",
                         "Share of LeCam's moving averages that stays at each update of the discriminator."},
                        0.99, {0, 0.999999}));
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
      field({"distributed.placement", "Placement",
             "On which devices one process computes the networks; empty: on its own device. auto spreads both over all "
             "GPUs by memory. generator=0,discriminator=1 gives each a GPU, 0+1 cuts each in two stages, cpu+cpu in "
             "two on the CPU; generator=0+blocks.2:1 begins the second stage with a block. Bits do not depend on it "
             "on the CPU."},
            FieldType::kText, std::string()),
      integer({"distributed.stages", "Stages",
               "Processes that hold one copy of the networks, a part of each network every one: with 2, --processes 4 "
               "trains two copies of two stages. Each takes about that share of the memory; data.batch_size is that of "
               "one copy. 1: every process holds both networks."},
              1, {1, 64}, "processes"),
      choice({"distributed.pipeline", "Pipeline",
              "How the batches of an accumulation go through a network of several stages: 1f1b has as many under way "
              "as there are stages, then one more after each that has come back; gpipe sends all of them forward, "
              "then all back (Huang et al., 2019), which takes the memory of all; auto is gpipe where that leaves a "
              "tenth of each device's memory free, else 1f1b."},
             {"1f1b", "gpipe", "auto"}),
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

}  // namespace gan::fields
