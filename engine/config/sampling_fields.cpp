#include "config/field_lists.h"
#include "config/field_makers.h"

namespace gan::fields {

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
                   "that are made together (elsewhere than in grids those of one batch of 64, always the same), or "
                   "standing statistics (Brock et al., 2019, section 4.1)."},
                  {"running", "batch", "standing"})),
      live(integer({"sampling.statistics_batches", "Standing batches",
                    "Batches of 64 pictures over which standing statistics are averaged: in grids, and in all other "
                    "pictures and scores of weights that are written while it is so."},
                   16, {1, 1000}, "batches")),
      live(field({"sampling.with_checkpoint", "With each checkpoint",
                  "Sheets that are drawn of each checkpoint, by the process that makes pictures for clients: some of "
                  "classes, random, interpolate-z, interpolate-y, interpolate-zy, sefa, pca, between commas; empty "
                  "draws none. Those of classes are left out where networks know none."},
                 FieldType::kText, std::string())),
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
               "it is not started. 0 reckons it from the weights. On a GPU it is also the share of its memory that "
               "pictures may take; 0: whatever is free."},
              0, {0, 1 << 20}, "MiB"),
      flag({"sampler.for_watchers", "For watchers",
            "Whether clients on other machines that may only watch can have pictures made, too."},
           false),
  };
}

}  // namespace gan::fields
