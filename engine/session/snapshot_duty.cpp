#include "session/snapshot_duty.h"

#include <algorithm>
#include <string>
#include <utility>

#include "config/recipe_kind.h"
#include "config/yaml.h"
#include "core/error.h"
#include "models/weights_file.h"

namespace gan {
namespace {

std::exception_ptr endedError() {
  return std::make_exception_ptr(
      Error(ErrorCode::kUnavailable, "snapshot_run_ended",
            "The training ended before it handed out its newest generator. Take a checkpoint instead."));
}

}  // namespace

/// Is answered when it goes, at the latest: a recorder that failed drops what it has not done.
struct SnapshotDuty::Wish {
  Wish(SnapshotFiles where, CommandSink::SnapshotAnswer to) : files(std::move(where)), answer(std::move(to)) {}
  ~Wish() { tell(endedError(), -1); }
  Wish(const Wish&) = delete;
  Wish& operator=(const Wish&) = delete;

  void tell(const std::exception_ptr& failure, std::int64_t step) {
    if (const auto once = std::exchange(answer, {})) once(failure, step);
  }

  const SnapshotFiles files;
  CommandSink::SnapshotAnswer answer;
};

SnapshotDuty::~SnapshotDuty() { close(); }

void SnapshotDuty::want(const SnapshotFiles& files, CommandSink::SnapshotAnswer answer) {
  auto wish = std::make_shared<Wish>(files, std::move(answer));
  try {
    requireGenerator(config_, "The run");
  } catch (const Error&) {
    return wish->tell(std::current_exception(), -1);
  }
  const std::lock_guard lock(mutex_);
  if (closed_) return;
  wishes_.push_back(std::move(wish));
  wanted_ = true;
}

void SnapshotDuty::close() {
  std::vector<std::shared_ptr<Wish>> wishes;
  const std::lock_guard lock(mutex_);
  closed_ = true;
  wanted_ = false;
  wishes.swap(wishes_);
}

void SnapshotDuty::run() {
  std::vector<std::shared_ptr<Wish>> wishes;
  {
    const std::lock_guard lock(mutex_);
    wishes.swap(wishes_);
    wanted_ = false;
  }
  if (wishes.empty() || recorder_ == nullptr) return;
  const bool both = std::ranges::any_of(wishes, [](const auto& wish) { return !wish->files.discriminator.empty(); });
  recorder_->post([snapshot = trainer_.snapshot(), discriminator = both ? trainer_.discriminator() : TensorMap(),
                   model = modelYaml(config_), wishes = std::move(wishes)](const Recorder::Journal&) {
    const TensorMap tensors = copyToHost(moduleTensors(*snapshot.generator));
    const std::map<std::string, std::string> metadata = {{kConfigMetadata, model},
                                                         {kStepMetadata, std::to_string(snapshot.step)}};
    for (const auto& wish : wishes) {
      try {
        writeWeights(wish->files.generator, tensors, metadata);
        if (const auto& file = wish->files.discriminator; !file.empty()) writeWeights(file, discriminator, metadata);
        wish->tell(nullptr, snapshot.step);
      } catch (const std::exception&) {
        wish->tell(std::current_exception(), -1);
      }
    }
  });
}

}  // namespace gan
