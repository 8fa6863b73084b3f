#include "config/field_lists.h"
#include "config/field_makers.h"

namespace gan::fields {

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
           "How many of the best evaluated checkpoints stay in any case. A GAN leaves one at each evaluation, which "
           "evaluation.best_by ranks; a classifier after each epoch that names more validation images right than any "
           "before; 0: none."},
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

}  // namespace gan::fields
