#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "distributed/gradient_reducer.h"
#include "models/network.h"
#include "training/iteration_inputs.h"
#include "training/optimizer.h"
#include "training/phase_clock.h"
#include "training/precision.h"
#include "training/regulariser.h"
#include "training/trainer_options.h"
#include "training/training_processes.h"

namespace gan {

/// Images that the generator made, and of which classes.
struct GeneratedBatch {
  at::Tensor images;   ///< [N, C, H, W]
  at::Tensor classes;  ///< int64 [N]; undefined for networks without classes.
};

/// Images of one micro-batch for the discriminator.
struct MicroBatch {
  RealBatch real;
  GeneratedBatch generated;  ///< As many; no gradient is carried back through them.
  at::Tensor share = {};     ///< [N] in [0, 1), where a regulariser draws shares.
};

/// What the two updates measure on the device; over several discriminator updates of an iteration, and micro-batches,
/// the means. D(x) is what the objective reads out of a logit: see Objective::score().
namespace gan_series {
inline constexpr std::string_view kLossReal = "loss/d_real";
inline constexpr std::string_view kLossFake = "loss/d_fake";
inline constexpr std::string_view kLossDiscriminator = "loss/d";             ///< As objective.discriminator_total says.
inline constexpr std::string_view kScoreReal = "score/d_real";               ///< Mean D(x).
inline constexpr std::string_view kScoreFakeBefore = "score/d_fake_before";  ///< Mean D(G(z)) in the update of D.
inline constexpr std::string_view kNormDiscriminator = "gradient_norm/d";    ///< 2-norm over all weights.
inline constexpr std::string_view kLossGenerator = "loss/g";
inline constexpr std::string_view kScoreFakeAfter = "score/d_fake_after";  ///< Mean D(G(z)) in the update of G.
inline constexpr std::string_view kNormGenerator = "gradient_norm/g";
/// Of "d" or "g", with training.precision float16: by what the losses of the update were multiplied.
inline constexpr std::string_view kScalePrefix = "loss_scale/";
/// Of a regulariser's name: without its weight; missing while that is 0, or an update was left out.
inline constexpr std::string_view kPenaltyPrefix = "penalty/";
/// Of "d/" or "g/" and a tensor's name: its share in the norm over all weights.
inline constexpr std::string_view kNormPrefix = "gradient_norm/";
/// Of the same and a number from 0, as in "d/linear.weight/0": the largest singular values of a weight with spectral
/// norm, before it is divided.
inline constexpr std::string_view kSingularPrefix = "singular_value/";
}  // namespace gan_series

/// The two weight updates of a GAN. Each takes its images in micro-batches whose gradients are averaged, so that one
/// update sees the images of all in the memory of one. Waits for nothing on the device.
class GanUpdate {
 public:
  /// clock: told what is being done; next() of the updates below counts as forward unless it says otherwise. Must
  /// outlive it.
  /// processes: those that hold the same have their gradients averaged, with those of micro-batches, on the last of
  /// them; those that hold the rest of the networks go through each update together. Must outlive it.
  /// home: where images, draws and losses are, wherever the networks' stages compute; none: where the generator is.
  GanUpdate(const Networks& networks, const TrainerOptions& options, PhaseClock& clock,
            const TrainingProcesses& processes = {}, const std::optional<c10::Device>& home = {});

  /// What the updates measure, in the order in which they return it: up to the last of "gradient_norm/d" and its
  /// layers the discriminator's. An objective that is relative() has neither kLossReal nor kLossFake. Fixed.
  const std::vector<std::string>& series() const { return series_; }
  /// The places in series() of one regulariser's penalty, and of what options.layers_interval_steps is about.
  std::size_t penaltyPlace(std::string_view regulariser) const;
  std::vector<std::size_t> layerPlaces() const;

  /// Before the updates of an iteration; a graph repeats the updates, not these.
  void setLearningRates(double generator, double discriminator);
  /// The weight of a regulariser in the updates that follow; 0 leaves it out.
  void setWeight(std::string_view regulariser, double weight);
  /// The updates that follow lie between two with this regulariser, one that watches(): it does that alone.
  void letWatch(std::string_view regulariser);
  /// Whether one takes note of updates in which it has no part.
  bool watches(std::string_view regulariser) const;
  /// Whether one looks between images, and so needs MicroBatch::share.
  bool drawsShares(std::string_view regulariser) const;

  /// Images that carry gradients back to the generator.
  GeneratedBatch generate(const Draw& draw) const;

  /// One step of D on `count` micro-batches; next(i) makes the i-th one. No gradient reaches the generator.
  /// Returns float [...] on the device: the discriminator's of series(), means over the micro-batches.
  at::Tensor updateDiscriminator(std::int64_t count, const std::function<MicroBatch(std::int64_t)>& next,
                                 const Labels& labels);

  /// One step of G through D, whose weights get no gradients, on `count` micro-batches; next(i) makes the i-th one
  /// with generate(). A relative objective compares it with the real images of the last updateDiscriminator().
  /// Returns the rest of series(), means over the micro-batches.
  at::Tensor updateGenerator(std::int64_t count, const std::function<GeneratedBatch(std::int64_t)>& next,
                             const Labels& labels);

  Optimizer& generatorOptimizer() { return *generator_.optimizer; }
  Optimizer& discriminatorOptimizer() { return *discriminator_.optimizer; }
  const Optimizer& generatorOptimizer() const { return *generator_.optimizer; }
  const Optimizer& discriminatorOptimizer() const { return *discriminator_.optimizer; }
  /// What regularisers carry from one update to the next, as "NAME.tensor".
  TensorMap regulariserState() const;
  /// The scales of both losses, as "d.scale"; empty without them.
  TensorMap scaleState() const;

 private:
  struct ActiveRegulariser {
    const RegulariserKind* kind;
    std::unique_ptr<Regulariser> regulariser;
    std::unique_ptr<DeviceScalar> weight;
    bool watches = false;  // in this update
  };
  /// One of the two networks, and what its updates need.
  struct Side {
    std::string letter;  // "d"
    std::shared_ptr<torch::nn::Module> network;
    std::unique_ptr<Optimizer> optimizer;
    std::unique_ptr<GradientReducer> reducer;  // null: one process
    std::vector<ActiveRegulariser> regularisers;
    /// Where layers are measured; undefined: another stage's.
    std::vector<at::Tensor> singular_values;
    std::vector<std::int64_t> places;  // of the parameters held here among all
    std::int64_t parameters = 0;       // all
    std::unique_ptr<LossScale> scale;
  };

  Side makeSide(const std::string& letter, RegularisedNetwork which, std::shared_ptr<torch::nn::Module> network,
                const OptimizerOptions& optimizer, const TrainerOptions& options) const;
  void appendSeries(const Side& side);
  const ActiveRegulariser& find(std::string_view regulariser) const;
  ActiveRegulariser& find(std::string_view regulariser);

  /// D's logits in the training's precision.
  at::Tensor look(const at::Tensor& images, const at::Tensor& classes) const;
  /// The gradients of one of `count` micro-batches; the last one's pass brings their mean over all ranks.
  void backward(const at::Tensor& loss, std::int64_t count, std::int64_t micro, Side& side);
  /// Computes the loss of a micro-batch that has passed through the networks; called once, and in their order.
  using Loss = std::function<at::Tensor()>;
  /// One update's gradients: send(i) sends micro-batch i through the networks. As many are under way at a time.
  ///
  /// Losses are computed as late as can be: slopes at images go through all stages once more, and while one stage waits
  /// for them another has the pass of the next micro-batch to do. The backward pass of such a penalty goes through all
  /// stages and back in one piece, in which the others wait; autograd cuts it nowhere. So less overlaps than without
  /// penalties of slopes, and nothing where one looksAgain().
  void accumulate(std::int64_t count, std::int64_t under_way, const std::function<Loss(std::int64_t)>& send,
                  Side& side);
  /// measured: of each micro-batch. Returns their means, penalties, norms.
  at::Tensor finish(Side& side, const std::vector<at::Tensor>& measured);
  /// Of a network that several processes hold: what one of them knows, all know after that. values: the means over
  /// micro-batches first.
  void shareAmongStages(const Side& side, std::vector<at::Tensor>& values, at::Tensor& norms,
                        std::vector<at::Tensor>& singular_values, at::Tensor& overflow);
  /// Which of these means this process knows: bool [count].
  at::Tensor knownHere(const Side& side, std::int64_t count) const;
  /// Sends a micro-batch through the discriminator.
  Loss passDiscriminator(const MicroBatch& batch, std::int64_t micro, const Labels& labels,
                         std::vector<at::Tensor>& measured);
  /// Returns what is descended; appends losses, their total, two scores and penalties.
  at::Tensor discriminatorLoss(const DiscriminatorPass& seen, const RealBatch& real, std::int64_t micro,
                               const Labels& labels, std::vector<at::Tensor>& measured);
  /// The next one, which stays as it is as long as it is needed.
  MicroBatch take(const std::function<MicroBatch(std::int64_t)>& next, std::int64_t micro) const;
  DiscriminatorPass pass(const MicroBatch& batch) const;
  at::Tensor measuredPenalty(const at::Tensor& penalty) const;
  /// Returns the loss; appends [2]: itself and the score.
  at::Tensor generatorLoss(const GeneratedBatch& generated, std::int64_t micro, const Labels& labels,
                           std::vector<at::Tensor>& measured);

  // The same updates where this process holds a stage of the networks; see StageOrder.
  void accumulateStaged(std::int64_t count, const std::function<MicroBatch(std::int64_t)>& next, const Labels& labels,
                        std::vector<at::Tensor>& measured);
  void accumulateStaged(std::int64_t count, const std::function<GeneratedBatch(std::int64_t)>& next,
                        const Labels& labels, std::vector<at::Tensor>& measured);
  /// Whether an update of the discriminator goes back and forth between stages before it comes back.
  bool looksBack() const;
  /// Whether a penalty sends images through the discriminator itself.
  bool looksAgain() const;

  /// For the generator's update.
  void keepReal(const RealBatch& real, std::int64_t micro);
  /// Of the images kept; undefined where the objective needs none.
  at::Tensor realLogits(std::int64_t micro);

  Networks networks_;
  PhaseClock& clock_;
  Collective* collective_;
  StageGroup* stages_;
  const Objective* objective_;
  DiscriminatorPasses passes_;
  Precision precision_;
  c10::Device home_;
  c10::DeviceType generator_type_, discriminator_type_;  // of their weights
  Pipeline pipeline_;
  std::int64_t generator_stages_;  // of its update, both networks'; 0: no network is placed
  std::int64_t discriminator_stages_;
  bool keeps_batches_ = false;  // of this update of D: more than one is under way
  bool measures_layers_;
  double total_weight_;                   // of each of the discriminator's two losses in their total
  std::vector<RealBatch> compared_with_;  // of the last update of D, where the objective is relative
  std::vector<at::Tensor> discriminator_parameters_;
  Side generator_;
  Side discriminator_;
  std::vector<std::string> series_;
};

}  // namespace gan
