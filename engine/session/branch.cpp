#include "session/branch.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <string_view>

#include "config/batch_size_consistency.h"
#include "core/atomic_file.h"
#include "core/partial_file.h"
#include "data/dataset.h"
#include "session/create_run.h"

namespace gan {

namespace fs = std::filesystem;

namespace {

/// In pieces, for files of gigabytes are copied for minutes.
void copyFile(const fs::path& from, const fs::path& to, const ProgressMonitor& monitor) {
  std::ifstream source(from, std::ios::binary);
  PartialFile copy(to);
  std::string piece(std::size_t{8} << 20U, '\0');
  while (source) {
    monitor.throwIfCancelled();
    source.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    copy.append(std::string_view(piece).substr(0, static_cast<std::size_t>(source.gcount())));
  }
  if (!source.eof()) throwFileError("read", from, EIO);
  copy.finish();
}

void copyTensorFiles(const fs::path& from, const fs::path& to, const ProgressMonitor& monitor) {
  for (const auto& file : fs::directory_iterator(from)) {
    if (file.path().extension() == ".safetensors") copyFile(file.path(), to / file.path().filename(), monitor);
  }
}

/// Whether an override says which images these are, be they others or the same anew.
bool namesImages(const std::vector<std::string>& overrides) {
  static constexpr std::array<std::string_view, 5> kSettings = {
      "data.path=", "data.source=", "data.split=", "data.validation", "data.shapes_"};
  return std::any_of(overrides.begin(), overrides.end(), [](const std::string& text) {
    return std::any_of(kSettings.begin(), kSettings.end(), [&](auto setting) { return text.starts_with(setting); });
  });
}

}  // namespace

CheckpointStore::Entry branchOrigin(const CheckpointStore& store, std::optional<std::int64_t> step,
                                    const CurrentLine& line, const CheckpointStore::OnDamaged& on_damaged) {
  const CurrentLine everything;
  return store.select(step, step ? everything : line, on_damaged);
}

RunFolder branchRun(const RunFolder& parent, const CheckpointStore::Entry& from, const fs::path& path,
                    const std::vector<std::string>& overrides, const ProgressMonitor& monitor) {
  CheckpointStore::verify(from);
  RunConfig config = parent.config();
  for (const auto& [field, text] : from.state.live_values) config.setText(field, text);
  config.applyOverrides(overrides);
  checkHaveEffect(config, overrides);
  checkChanges(config, overrides);
  checkBranchBatchSize(config, parent.config(), parent.manifest().replicas);
  std::string fingerprint = parent.manifest().data_fingerprint;
  if (namesImages(overrides) || config.integer("model.classes") < 0) {
    const DatasetInfo images = openDataset(config)->info();
    resolveClasses(config, images);
    if (namesImages(overrides)) fingerprint = images.fingerprint;
  }

  const fs::path target = path.is_absolute() ? path : fs::absolute(parent.path()).parent_path() / path;
  RunManifest manifest = describeRun(config, parent.manifest().preset, fingerprint);
  manifest.devices.clear();  // nobody trains it yet
  manifest.float32_precision.clear();
  manifest.threads = parent.manifest().threads;
  manifest.parent_path = fs::relative(fs::absolute(parent.path()), target).string();
  manifest.parent_step = from.state.step;

  CheckpointState state = from.state;
  state.segment = 0;  // older than every segment of the branch
  state.pinned = true;
  for (auto& [field, text] : state.live_values) text = formatValue(config.value(field));
  return RunFolder::create(target, config, manifest, [&](const RunFolder& branch) {
    CheckpointStore(branch.checkpoints()).write(state, [&](const fs::path& folder) {
      copyTensorFiles(from.path, folder, monitor);
    });
  });
}

}  // namespace gan
