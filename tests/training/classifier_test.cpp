#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "layers/layers.h"
#include "run/metrics.h"
#include "support/expect_error.h"
#include "training/classifier_recipe.h"
#include "training/plain_classifier.h"
#include "training/rules.h"
#include "training/sgd.h"
#include "training/trainer.h"

namespace gan {
namespace {

constexpr std::int64_t kClasses = 3;
constexpr std::int64_t kBatch = 6;
constexpr std::int64_t kPerEpoch = 4 * kBatch;
constexpr std::int64_t kSize = PlainClassifier::kSize;

/// Stripes whose direction is their class, each shifted by its position; by little, so that a linear network can tell.
class Stripes : public BatchSource {
 public:
  Batch next() override {
    Batch batch{.images = at::empty({kBatch, 1, kSize, kSize}),
                .labels = at::empty({kBatch}, at::kLong),
                .position = position_};
    for (std::int64_t i = 0; i < kBatch; ++i) {
      const std::int64_t number = (position_ + i) % kPerEpoch;
      const std::int64_t label = number % kClasses;
      const at::Tensor line = at::arange(kSize, at::kFloat).mul(1.3).add(0.05 * static_cast<double>(number));
      const at::Tensor rows = line.view({kSize, 1});
      const at::Tensor columns = line.view({1, kSize});
      batch.images[i][0] = (label == 0 ? rows + 0 * columns : label == 1 ? columns + 0 * rows : rows + columns).sin();
      batch.labels[i] = label;
    }
    position_ += kBatch;
    return batch;
  }
  void seek(std::int64_t position) override { position_ = position; }
  std::int64_t position() const override { return position_; }
  std::int64_t imagesPerEpoch() const override { return kPerEpoch; }
  double waitSeconds() const override { return 0; }

 private:
  std::int64_t position_ = 0;
};

TrainerOptions options() {
  TrainerOptions options;
  options.recipe = RecipeKind::kClassifier;
  options.classifier =
      ClassifierOptions{.architecture = &kPlainClassifier,
                        .shape = {.channels = 1, .classes = kClasses},
                        .normalisation = {},
                        .optimizer = {.algorithm = Algorithm::kSgd, .momentum = 0.9, .weight_decay = 1e-4},
                        .accumulation = 1,
                        .decay_epochs = 0,
                        .decay_factor = 0.1};
  return options;
}

std::vector<StepRecord> trainClassifier(Trainer& trainer, int steps) {
  std::vector<StepRecord> records;
  LiveValues live;
  live.classifier_learning_rate = 0.05;
  for (int i = 0; i < steps; ++i) {
    trainer.step(live, 0);
    for (auto& one : trainer.collect(Trainer::Drain::kAll)) records.push_back(std::move(one.record));
  }
  return records;
}

bool isMissing(double value) { return gan::isMissing(static_cast<float>(value)); }

// PyTorch's documentation of torch.optim.SGD, by hand: g = 1 + 0.1 w, v = 0.9 v + g, w -= 0.5 v.
TEST(Sgd, StepsAsTorchDocumentsIt) {
  at::Tensor weight = at::full({2}, 2.0, at::kDouble).requires_grad_(true);
  Sgd sgd({weight}, {.momentum = 0.9, .weight_decay = 0.1});
  double w = 2;
  double v = 0;
  for (int i = 0; i < 3; ++i) {
    sgd.clearGradients();
    weight.sum().backward();
    EXPECT_NEAR(sgd.gradientNorms().norm().item<double>(), std::numbers::sqrt2, 1e-12);
    sgd.setLearningRate(0.5);
    sgd.step();
    v = 0.9 * v + 1 + 0.1 * w;
    w -= 0.5 * v;
    EXPECT_NEAR(weight[0].item<double>(), w, 1e-12);
    EXPECT_NEAR(sgd.states().at(0).tensors[0][1].item<double>(), v, 1e-12);
  }
}

TEST(Normalisation, TakesMeanAndDeviationOfImagesFromZeroToOne) {
  const ImageNormalisation normalisation{.mean = {0.485, 0.456, 0.406}, .deviation = {0.229, 0.224, 0.225}};
  const at::Tensor bytes = at::tensor({0, 128, 255}, at::kDouble);
  const at::Tensor images = ((bytes / 255 - 0.5) / 0.5).view({1, 1, 1, 3}).expand({1, 3, 1, 3}).contiguous();
  const at::Tensor found = NormalisesImages(normalisation, images.options())(images);
  EXPECT_NEAR(found[0][0][0][0].item<double>(), -0.485 / 0.229, 1e-12);
  EXPECT_NEAR(found[0][1][0][1].item<double>(), (128.0 / 255 - 0.456) / 0.224, 1e-12);
  EXPECT_NEAR(found[0][2][0][2].item<double>(), (1 - 0.406) / 0.225, 1e-12);
  EXPECT_TRUE(NormalisesImages({}, images.options())(images).equal(images));
}

TEST(Classification, CountsLabelsAmongTheLargestLogits) {
  const at::Tensor logits = at::tensor({3.0, 2.0, 1.0, 0.0, 0.0, 1.0, 2.0, 3.0}).view({2, 4});
  const auto share = [&](std::int64_t first, std::int64_t second, std::int64_t k) {
    return shareAmongLargest(logits, at::tensor({first, second}, at::kLong), k).item<double>();
  };
  EXPECT_EQ(share(0, 3, 1), 1);
  EXPECT_EQ(share(1, 3, 1), 0.5);
  EXPECT_EQ(share(1, 2, 2), 1);
  EXPECT_EQ(share(2, 1, 2), 0);
  EXPECT_EQ(share(3, 0, 5), 1);
}

/// Says of each image what its first pixel says.
class FirstPixel : public Classifier {
 public:
  FirstPixel() { register_parameter("unused", at::zeros({1})); }
  at::Tensor forward(const at::Tensor& images) override {
    const at::Tensor said = images.flatten(1).slice(1, 0, 1);
    return at::arange(kClasses, at::kFloat).view({1, kClasses}).sub(said).abs().neg();
  }
};

/// Images whose first pixel names a class, which is theirs but for number 4; the last batch is padded.
class Named : public BatchSource {
 public:
  Batch next() override {
    Batch batch{.images = at::zeros({4, 1, 1, 1}), .labels = at::zeros({4}, at::kLong), .position = position_};
    for (std::int64_t i = 0; i < 4; ++i) {
      const std::int64_t number = (position_ + i) % 7;
      batch.images[i].fill_(static_cast<double>(number % kClasses));
      batch.labels[i] = number == 4 ? 0 : number % kClasses;
    }
    position_ += 4;
    return batch;
  }
  void seek(std::int64_t position) override { position_ = position; }
  std::int64_t position() const override { return position_; }
  std::int64_t imagesPerEpoch() const override { return 8; }
  double waitSeconds() const override { return 0; }

 private:
  std::int64_t position_ = 4;
};

TEST(Judge, CountsEveryImageOnceAndNoPadding) {
  FirstPixel classifier;
  Named images;
  const Judgement found =
      judge(classifier, kClasses, {}, {.batches = &images, .count = 7}, c10::Device(c10::kCPU), nullptr);
  EXPECT_EQ(found.images, 7);
  EXPECT_DOUBLE_EQ(found.top1, 6.0 / 7);
  EXPECT_DOUBLE_EQ(found.top5, 1);
  const at::Tensor expected = at::tensor({3, 1, 0, 0, 1, 0, 0, 0, 2}, at::kLong).view({3, 3});
  EXPECT_TRUE(found.confusion.equal(expected)) << found.confusion;
  EXPECT_TRUE(found.called.equal(at::tensor({0, 1, 2, 0, 1, 2, 0}, at::kLong))) << found.called;
  // Distances 0, 1, 2 of an end of the row of classes, or 1, 0, 1 of its middle; number 4 is taken for the middle one.
  const double end = std::log(1 + std::exp(-1.0) + std::exp(-2.0));
  const double middle = std::log(1 + 2 * std::exp(-1.0));
  EXPECT_NEAR(found.loss, (5 * end + 2 * middle + 1) / 7, 1e-6);
  EXPECT_TRUE(classifier.is_training());
}

TEST(ClassifierTraining, LearnsAndIsJudgedAfterEachEpochOnly) {
  Stripes data;
  Stripes validation;
  TrainerOptions with = options();
  with.classifier->validation = JudgedImages{.batches = &validation, .count = kPerEpoch};
  Trainer trainer(with, data, c10::Device(c10::kCPU));
  const auto records = trainClassifier(trainer, 240);
  ASSERT_EQ(records.size(), 240U);
  for (const StepRecord& record : records) {
    const bool epoch_ended = record.step % 4 == 0;
    for (const auto name :
         {classifier_series::kValidationLoss, classifier_series::kValidationTop1, classifier_series::kValidationTop5}) {
      EXPECT_EQ(isMissing(record.at(name)), !epoch_ended) << name << " " << record.step;
    }
  }
  EXPECT_NEAR(records.front().at("train/loss"), std::log(3), 0.3);
  EXPECT_LT(records.back().at("validation/loss"), 0.4);
  EXPECT_GT(records.back().at("validation/top1"), 0.9);
  EXPECT_FALSE(trainer.makesPictures());
}

TEST(ClassifierTraining, ItsCheckpointsAreRankedByTheErrorOfValidationWhereTheirWeightsWereJudged) {
  Stripes data;
  Stripes validation;
  TrainerOptions with = options();
  with.classifier->validation = JudgedImages{.batches = &validation, .count = kPerEpoch};
  Trainer trainer(with, data, c10::Device(c10::kCPU));
  for (int step = 1; step <= 12; ++step) {
    const StepRecord record = trainClassifier(trainer, 1).front();
    const std::optional<double> score = trainer.state().info.score;
    ASSERT_EQ(score.has_value(), step % 4 == 0) << step;
    if (score) {
      EXPECT_DOUBLE_EQ(*score, 1 - record.at("validation/top1"));
    }
  }
  const Trainer::State judged = trainer.state();
  trainClassifier(trainer, 1);
  trainer.restore(judged);
  EXPECT_FALSE(trainer.state().info.score) << "what is restored was not judged here";
}

TEST(ClassifierTraining, WhatIsMeasuredNowAndThenIsRecordedWheneverItIs) {
  Stripes data;
  Stripes validation;
  TrainerOptions with = options();
  with.layers_interval_steps = 3;
  with.classifier->validation = JudgedImages{.batches = &validation, .count = kPerEpoch};
  Trainer trainer(with, data, c10::Device(c10::kCPU));
  for (const StepRecord& record : trainClassifier(trainer, 12)) {
    const bool judged = record.step % 4 == 0;
    const bool layers = record.step % 3 == 1;
    const auto whole = rowOf(record, Recorded::kAll);
    ASSERT_TRUE(whole);
    const auto row = rowOf(record, Recorded::kOccasional);
    ASSERT_EQ(row.has_value(), judged || layers) << record.step;
    if (!row) continue;
    EXPECT_EQ(row->step, record.step);
    const std::vector<std::string>& names = trainer.series().names();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const bool written = (judged && names[i].starts_with("validation/")) ||
                           (layers && names[i].starts_with("gradient_norm/classifier/"));
      EXPECT_EQ(gan::isMissing(row->values[i]), !written) << names[i] << " at " << record.step;
      if (written) {
        EXPECT_EQ(row->values[i], whole->values[i]) << names[i];
      }
    }
  }
}

TEST(ClassifierTraining, NormsOfAnUpdateThatOverflowsInFloat16AreMissingAndNoTrouble) {
  Stripes data;
  TrainerOptions with = options();
  with.precision = Precision::kFloat16;
  with.layers_interval_steps = 1;
  Trainer trainer(with, data, c10::Device(c10::kCPU));
  const auto withScale = [&trainer](double scale) {
    Trainer::State state = trainer.state();
    state.parts.at("loss_scale").at("scale").fill_(scale);
    trainer.restore(state);
    return trainClassifier(trainer, 1).front();
  };
  const StepRecord usual = withScale(1);
  const StepRecord record = withScale(1e30);  // which no gradient of float16 stands
  for (const char* name : {"gradient_norm/classifier", "gradient_norm/classifier/last.weight"}) {
    EXPECT_GT(usual.at(name), 0) << name;
    EXPECT_TRUE(isMissing(record.at(name))) << name << " is " << record.at(name);
  }
  EXPECT_TRUE(std::isfinite(record.at("train/loss")));
  EXPECT_TRUE(Rules().check(record, {}).empty());
}

TEST(ClassifierTraining, GoesOnBitForBit) {
  const auto make = [](Stripes& data, Stripes& validation) {
    TrainerOptions with = options();
    with.classifier->validation = JudgedImages{.batches = &validation, .count = kPerEpoch};
    return std::make_unique<Trainer>(with, data, c10::Device(c10::kCPU));
  };
  Stripes data, validation;
  const auto whole = make(data, validation);
  trainClassifier(*whole, 6);
  const Trainer::State middle = whole->state();
  const auto rest = trainClassifier(*whole, 7);
  Stripes other_data, other_validation;
  const auto other = make(other_data, other_validation);
  trainClassifier(*other, 3);
  other->restore(middle);
  const auto again = trainClassifier(*other, 7);
  for (const auto& [part, tensors] : whole->state().parts) {
    for (const auto& [name, tensor] : tensors)
      EXPECT_TRUE(tensor.equal(other->state().parts.at(part).at(name))) << name;
  }
  for (std::size_t i = 0; i < rest.size(); ++i) {
    for (const char* name : {"train/loss", "train/top1", "validation/loss", "gradient_norm/classifier"}) {
      if (isMissing(rest[i].at(name)) && isMissing(again[i].at(name))) continue;
      EXPECT_EQ(rest[i].at(name), again[i].at(name)) << name << " " << i;
    }
  }
}

TEST(ClassifierTraining, RateFallsInStepsOfWholeEpochs) {
  const auto moved = [](std::int64_t decay_epochs) {
    Stripes data;
    TrainerOptions with = options();
    with.classifier->optimizer = {.algorithm = Algorithm::kSgd};
    with.classifier->decay_epochs = decay_epochs;
    with.classifier->decay_factor = 0.1;
    Trainer trainer(with, data, c10::Device(c10::kCPU));
    data.seek(2 * kPerEpoch);  // the third epoch: with a step every epoch, the rate is a hundredth
    const at::Tensor before = trainer.state().parts.at("classifier").at("last.bias");
    trainClassifier(trainer, 1);
    return (trainer.state().parts.at("classifier").at("last.bias") - before).norm().item<double>();
  };
  const double whole = moved(0);
  EXPECT_GT(whole, 0);
  EXPECT_NEAR(moved(3) / whole, 1, 1e-5);
  EXPECT_NEAR(moved(2) / whole, 0.1, 1e-5);
  EXPECT_NEAR(moved(1) / whole, 0.01, 1e-5);
}

TEST(ClassifierTraining, AccumulatesToTheGradientOfTheWholeBatch) {
  // Of a network whose normalisation sees each batch by itself only the mean of the two batches' losses can be told.
  Stripes data;
  TrainerOptions with = options();
  with.classifier->accumulation = 2;
  Trainer trainer(with, data, c10::Device(c10::kCPU));
  const auto records = trainClassifier(trainer, 1);
  PlainClassifier reference({.channels = 1, .classes = kClasses});
  Stripes same;
  at::Tensor loss = at::zeros({});
  for (int i = 0; i < 2; ++i) {
    const Batch batch = same.next();
    loss = loss + at::cross_entropy_loss(reference.forward(batch.images), batch.labels) / 2;
  }
  loss.backward();
  double square = 0;
  for (const at::Tensor& parameter : reference.parameters()) square += parameter.grad().square().sum().item<double>();
  EXPECT_NEAR(records.front().at("train/loss"), loss.item<double>(), 1e-6);
  EXPECT_NEAR(records.front().at("gradient_norm/classifier"), std::sqrt(square), 1e-5 * std::sqrt(square));
}

}  // namespace
}  // namespace gan
