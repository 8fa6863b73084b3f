#include "data_options.h"

#include <algorithm>
#include <filesystem>
#include <thread>

#include "config/data_consistency.h"
#include "core/error.h"
#include "interop/data_source.h"
#include "interop/s3_address.h"
#include "progress_line.h"
#include "stop_signal.h"

namespace gan::app {

namespace {

constexpr const char* kBuiltIn = "shapes";

}  // namespace

void requireName(const std::string& option, const std::string& value) {
  if (!value.empty()) return;
  throw Error(ErrorCode::kInvalidArgument, "empty_name",
              "{option} is empty, but should name a folder or a file. Look for a variable that was not set.",
              {{"option", option}});
}

void addTestSplitOption(CLI::App& command, std::string& split) {
  command.add_option("--split", split, "Part of the data: test, val or train")
      ->capture_default_str()
      ->check(CLI::IsMember({"test", "val", "train"}));
}

void chooseData(RunConfig& config, const std::string& data) {
  requireName("The source of images", data);
  if (isS3Address(data)) {
    config.setText("data.source", "s3");
    config.setText("data.path", std::string(kS3Scheme) + data.substr(kS3Scheme.size()));
  } else if (data.find("://") != std::string::npos) {
    throw Error(ErrorCode::kInvalidArgument, "data_address_unknown",
                "{data} is an address that images are not read from. Give the plain path of a folder or a file, as in "
                "/home/me/images, or s3://bucket/folder.",
                {{"data", data}});
  } else {
    const std::filesystem::path path = std::filesystem::absolute(data).lexically_normal();
    config.setText("data.source", dataSourceAt(path));
    config.setText("data.path", path.string());
  }
}

void addDataOptions(CLI::App* command, DataOptions& options) {
  command
      ->add_option("SOURCE", options.source,
                   "Images, as --data of train takes them: a folder, a file or s3://bucket/folder; or shapes, the "
                   "built-in ones")
      ->required();
  command->add_option("--resolution", options.resolution, "Height and width to which images are brought, in pixels")
      ->capture_default_str();
  command->add_option("--channels", options.channels, "1 grey, 3 colour")->capture_default_str();
  command->add_option("--threads", options.threads, "Threads that read and decode; 0 takes every core")
      ->capture_default_str()
      ->check(CLI::Range(0, 1024));
  command->add_option("--set", options.set, "One setting, as in --set data.crop=long_edge; repeatable")
      ->type_name("KEY=VALUE");
}

RunConfig configure(const DataOptions& options) {
  RunConfig config;
  if (options.source != kBuiltIn) chooseData(config, options.source);
  config.set("data.resolution", Value(options.resolution));
  config.set("data.channels", Value(options.channels));
  config.applyOverrides(options.set);
  checkImageConsistency(config);
  return config;
}

int threadsOf(const DataOptions& options) {
  return options.threads > 0 ? options.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

Result withMonitor(const std::function<Result(ProgressMonitor&)>& work) {
  StopSignal signal;
  return withMonitor(signal, work);
}

Result withMonitor(StopSignal& signal, const std::function<Result(ProgressMonitor&)>& work) {
  ProgressLine progress;
  ProgressMonitor monitor([&](const Progress& now) { progress.show(now); });
  signal.tell([&monitor] { monitor.cancel(); });
  const StopSignal::Silence silence(signal);
  return work(monitor);
}

}  // namespace gan::app
