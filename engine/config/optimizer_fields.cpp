#include <cctype>
#include <utility>

#include "config/field_lists.h"
#include "config/field_makers.h"

namespace gan::fields {

namespace {

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

}  // namespace

std::vector<Field> optimizerFields() {
  std::vector<Field> result;
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
  return result;
}

}  // namespace gan::fields
