#include <memory>

#include "console.h"
#include "core/units.h"
#include "data_options.h"
#include "judging_options.h"
#include "session/judge_run.h"

namespace gan::app {
namespace {

using nlohmann::json;

struct Options {
  std::string source;
  std::string out;
  JudgingOptions judging;
};

Result saveMoments(const Options& options, ProgressMonitor& monitor) {
  requireName("--features", options.judging.features);
  requireName("--out", options.out);
  const JudgedSet pictures = judgedSet("SOURCE", options.source);
  JudgingNetwork network = judgingNetwork(options.judging);
  if (options.judging.features == kInDomainFeatures) {
    network = inDomainNetwork({.set = pictures}, network, featuresCache(), monitor);
  }
  const MomentsOutcome saved = gan::saveMoments(pictures, network, options.out, monitor);
  Result result;
  result.text = options.out + ": moments of " + formatCount(saved.pictures) + " pictures, " + describe(saved.features);
  result.facts = {{"out", options.out},
                  {"pictures", saved.pictures},
                  {"features", kindFacts(saved.features)},
                  {"warnings", json::array()}};
  for (const Message& warning : saved.warnings) {
    result.text += "\nwarning: " + printable(warning.english());
    result.facts["warnings"].push_back(messageFacts(warning));
  }
  return result;
}

}  // namespace

void addMoments(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = addCommand(
      app, invocation, "moments", "Writes mean and covariance of pictures' features for evaluate, as pytorch-fid does",
      [options] { return withMonitor([&](ProgressMonitor& monitor) { return saveMoments(*options, monitor); }); });
  command->add_option("SOURCE", options->source, "Pictures, as --data of train takes them")->required();
  command->add_option("--out", options->out, "The .npz file to write")->required();
  addJudgingOptions(*command, options->judging);
  command->get_option("--features")->required();
}

}  // namespace gan::app
