#include "config/field_lists.h"
#include "config/field_makers.h"

namespace gan::fields {

// Where a default comes from stands beside it. What healthy runs show is of the presets that a CPU trains, over their
// whole length.
std::vector<Field> healthFields() {
  return {
      // Two averages of noisy curves apart, and short enough that a collapse is told within a hundred steps.
      live(integer({"health.window_steps", "Health window",
                    "A trouble of losses, scores or gradients is told when three quarters of so many steps in a row "
                    "show it, and is over when less than a quarter of them do; 0: none is told."},
                   40, {0, 10'000}, "steps")),
      // A DCGAN's discriminator wins for its first fifty or hundred steps, and its losses leap.
      live(integer({"health.first_steps", "Judged from step",
                    "Before so many steps nothing is told of losses and scores: networks find their balance."},
                   200, {0, 1'000'000'000}, "steps")),
      // A discriminator whose loss goes to 0 is a failure (Chintala et al., 2016, "How to train a GAN", 10): the loss
      // of G then says only that all is wrong (Arjovsky and Bottou, 2017, theorem 2.1).
      live(real({"health.d_wins_share", "D wins below",
                 "The discriminator wins when its loss is less than this share of what it has while it tells nothing "
                 "apart, beyond the least that labels leave; 0: that is not told."},
                0.02, {0, 1})),
      live(real({"health.d_beaten_by", "D is beaten by",
                 "The discriminator is beaten when its mean score of generated images is higher than that of real ones "
                 "by more than this, or its loss is more than twice what it has while it tells nothing apart; 0: "
                 "that is not told."},
                0.1, {0, 1000})),
      live(real({"health.loss_ratio", "Losses leave by",
                 "A loss leaves its history when it is so many times the largest of before, as medians over the health "
                 "window go; 0: that is not told."},
                8, {0, 1e6}, "times")),
      live(real({"health.loss_limit", "Losses at most",
                 "A loss that is so many times what the discriminator has while it tells nothing apart is told "
                 "whatever was before; 0: that is not told."},
                20, {0, 1e9}, "times")),
      // "Check norms of gradients: if they are over 100 things are screwing up" (Chintala et al., 2016, 10): here of
      // what is usual in the run, for norms grow with the number of weights.
      live(real({"health.gradients_explode", "Gradients explode at",
                 "Gradients explode when their norm is so many times what is usual in the run; 0: that is not told."},
                100, {0, 1e9}, "times")),
      live(real({"health.gradients_vanish", "Gradients vanish at",
                 "Gradients vanish when their norm is less than this share of what is usual in the run, or nothing at "
                 "all; 0: that is not told."},
                1e-4, {0, 1})),
      live(real({"health.variety_share", "Variety at least",
                 "Pictures have lost their variety when the variance of their pixels from one to the other is less "
                 "than this share of that of real images, of one class where networks know classes; and when an "
                 "evaluation finds so little variance in their features; 0: that is not told."},
                0.05, {0, 1})),
      live(real({"health.equal_share", "Equal pictures at most",
                 "The share of a grid's pictures that may look like another one of it; 0: that is not told."},
                0.5, {0, 1})),
      // A fully connected GAN draws one picture for its first three thousand steps.
      live(integer({"health.young_steps", "Variety from step",
                    "Before so many steps, pictures without variety are told of a generator only that has shown some."},
                   5000, {0, 1'000'000'000}, "steps")),
      live(integer({"health.blank_grids", "Blank grids",
                    "So many grids in a row whose pictures are all of one colour are told; 0: never."},
                   3, {0, 1000}, "grids")),
      live(real({"health.runs_out_within", "Runs out within",
                 "Memory or disk that, as it went in the last minutes, runs out within so many hours is told with the "
                 "hour; 0: never."},
                6, {0, 10'000}, "h")),
      live(real({"health.risky_factor", "Risky change",
                 "Before a learning rate or the weight of a regulariser is made so many times as large, or labels are "
                 "exchanged, a checkpoint is written; 0: none is."},
                5, {0, 1e9}, "times")),
  };
}

}  // namespace gan::fields
