#include "session/branch.h"

#include "core/units.h"
#include "session/create_run.h"

namespace gan {

namespace fs = std::filesystem;

RunFolder branchRun(const RunFolder& parent, const CheckpointStore::Entry& from, const fs::path& path) {
  CheckpointStore::verify(from);
  RunConfig config = parent.config();
  for (const auto& [field, text] : from.state.live_values) config.setText(field, text);

  const fs::path target = path.is_absolute() ? path : fs::absolute(parent.path()).parent_path() / path;
  RunManifest manifest = describeRun(config, parent.manifest().preset, parent.manifest().data_fingerprint);
  manifest.threads = parent.manifest().threads;
  manifest.parent_path = fs::relative(fs::absolute(parent.path()), target).string();
  manifest.parent_step = from.state.step;
  RunFolder branch = RunFolder::create(target, config, manifest);

  CheckpointState state = from.state;
  state.segment = 0;  // older than every segment of the branch
  state.pinned = true;
  CheckpointStore(branch.checkpoints()).write(state, [&](const fs::path& folder) {
    for (const auto& file : fs::directory_iterator(from.path)) {
      if (file.path().extension() == ".safetensors") fs::copy_file(file.path(), folder / file.path().filename());
    }
  });
  return branch;
}

}  // namespace gan
