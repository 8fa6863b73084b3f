#include "session/branch.h"

#include "core/atomic_file.h"
#include "session/create_run.h"

namespace gan {

namespace fs = std::filesystem;

namespace {

void copyTensorFiles(const fs::path& from, const fs::path& to) {
  for (const auto& file : fs::directory_iterator(from)) {
    if (file.path().extension() != ".safetensors") continue;
    std::error_code failure;
    fs::copy_file(file.path(), to / file.path().filename(), failure);
    if (failure) throwFileError("copy", to / file.path().filename(), failure.value());
  }
}

}  // namespace

RunFolder branchRun(const RunFolder& parent, const CheckpointStore::Entry& from, const fs::path& path,
                    const std::vector<std::string>& overrides) {
  CheckpointStore::verify(from);
  RunConfig config = parent.config();
  for (const auto& [field, text] : from.state.live_values) config.setText(field, text);
  config.applyOverrides(overrides);
  checkConsistency(config);

  const fs::path target = path.is_absolute() ? path : fs::absolute(parent.path()).parent_path() / path;
  RunManifest manifest = describeRun(config, parent.manifest().preset, parent.manifest().data_fingerprint);
  manifest.devices.clear();  // nobody trains it yet
  manifest.float32_precision.clear();
  manifest.threads = parent.manifest().threads;
  manifest.parent_path = fs::relative(fs::absolute(parent.path()), target).string();
  manifest.parent_step = from.state.step;
  RunFolder branch = RunFolder::create(target, config, manifest);

  CheckpointState state = from.state;
  state.segment = 0;  // older than every segment of the branch
  state.pinned = true;
  for (auto& [field, text] : state.live_values) text = formatValue(config.value(field));
  try {
    CheckpointStore(branch.checkpoints()).write(state, [&](const fs::path& folder) {
      copyTensorFiles(from.path, folder);
    });
  } catch (...) {
    fs::remove_all(target);  // a run without the checkpoint that it is to begin with would begin from nothing
    throw;
  }
  return branch;
}

}  // namespace gan
