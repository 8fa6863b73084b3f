#include "link/folder_run.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>

#include "config/yaml.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "link/command_call.h"
#include "link/decode_sample.h"
#include "link/engine_watch.h"
#include "protocol/convert.h"
#include "protocol/studio.pb.h"
#include "run/lock.h"

namespace gan {
namespace {

constexpr std::uint64_t kMaxPictureBytes = 64ULL << 20U;
constexpr int kMaxColumns = 20'000;
constexpr StepRange kAllSteps{0, std::numeric_limits<std::int64_t>::max()};

ChartColumns toChart(const std::vector<Column>& columns, const RunReader::Positions& positions) {
  ChartColumns chart;
  chart.reserve(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = columns[i];
    chart.push_back({.first_step = column.first_step,
                     .last_step = column.last_step,
                     .epoch = positions.epochs.at(i),
                     .unix_seconds = positions.unix_seconds.at(i),
                     .min = column.min,
                     .max = column.max,
                     .first = column.first,
                     .last = column.last,
                     .has_values = column.count > 0,
                     .has_not_finite = column.not_finite > 0});
  }
  return chart;
}

class FolderRun final : public RunSource {
 public:
  explicit FolderRun(const std::filesystem::path& folder)
      : reader_(RunFolder::openForDisplay(folder)), commands_(Target{reader_.folder().path().string()}) {}

  RunFacts facts() override;
  Schema schema() override;
  RunUpdate refresh() override;
  ChartReply query(const ChartQuery& query) override;
  QImage sample(const std::string& name) override;
  std::vector<CheckpointStore::Entry> checkpoints() override;
  CommandAnswer command(const Command& command, const std::function<void()>& accepted) override {
    return commands_.send(command, accepted);
  }
  void watch(Callbacks callbacks) override;
  void close() override {
    closed_ = true;
    commands_.close();
  }

 private:
  Curve curve(const std::string& name, StepRange range, const ChartQuery& query) const;
  ChartColumns columns(const std::string& name, StepRange range, int columns, double smoothing) const;

  RunReader reader_;
  CommandCall commands_;
  std::atomic<bool> closed_{false};
  std::uint64_t next_sequence_ = 1;
  std::unique_ptr<EngineWatch> watch_;
};

RunFacts FolderRun::facts() {
  const RunFolder& folder = reader_.folder();
  const RunManifest& manifest = folder.manifest();
  RunFacts facts;
  facts.id = manifest.id;
  facts.name = folder.name();
  facts.path = folder.path().string();
  facts.preset = manifest.preset;
  facts.parent_path = manifest.parent_path.empty() ? "" : (folder.path() / manifest.parent_path).lexically_normal();
  facts.parent_step = manifest.parent_step;
  facts.engine_version = manifest.engine_version;
  facts.config_yaml = toYaml(folder.config());
  return facts;
}

/// An engine that cannot be reached at present is most likely of this build. It is asked again and again for a short
/// time, so that nobody waits who closes the run.
Schema FolderRun::schema() {
  constexpr int kTries = 4;
  constexpr std::chrono::milliseconds kOneTry(500);
  const std::optional<LockHolder> holder = RunLock::holder(reader_.folder().path());
  if (!holder || RunLock::isStale(*holder)) return Schema::builtin();
  RunClient client(Target{reader_.folder().path().string()}, kOneTry);
  for (int i = 0; i < kTries && !closed_; ++i) {
    try {
      return fromMessage(client.schema());
    } catch (const Error& error) {
      if (error.id() != "engine_timeout") break;
    }
  }
  return Schema::builtin();
}

RunUpdate FolderRun::refresh() {
  reader_.refresh();
  RunUpdate update;
  RunReader::Cursor cursor{next_sequence_, reader_.end().next_row};
  for (;;) {
    RunReader::Update part = reader_.since(cursor, 0, RunReader::Measurements::kLeftOut);
    cursor.next_sequence = part.next.next_sequence;
    if (part.events.empty()) break;
    update.events.insert(update.events.end(), std::move_iterator(part.events.begin()),
                         std::move_iterator(part.events.end()));
  }
  next_sequence_ = cursor.next_sequence;
  update.summary = reader_.summary();
  update.series = reader_.seriesNames();
  return update;
}

ChartColumns FolderRun::columns(const std::string& name, StepRange range, int count, double smoothing) const {
  const auto found = reader_.query(name, range, static_cast<std::size_t>(count), Smoothing{smoothing});
  std::vector<std::int64_t> steps;
  steps.reserve(found.size());
  for (const Column& column : found) steps.push_back(column.first_step);
  return toChart(found, reader_.positions(steps));
}

Curve FolderRun::curve(const std::string& name, StepRange range, const ChartQuery& query) const {
  const int count = std::clamp(query.columns, 1, kMaxColumns);
  Curve curve;
  curve.name = QString::fromStdString(name);
  curve.raw = columns(name, range, count, 0);
  if (query.smoothing > 0 && query.smoothing < 1) curve.smoothed = columns(name, range, count, query.smoothing);
  if (query.superseded) {
    for (const auto& piece : reader_.superseded(name, range, static_cast<std::size_t>(count))) {
      curve.superseded.push_back(toChart(piece.columns, piece.positions));
    }
  }
  return curve;
}

ChartReply FolderRun::query(const ChartQuery& query) {
  const std::vector<std::string> known = reader_.seriesNames();
  const StepRange range{query.first_step, query.last_step == 0 ? kAllSteps.last : query.last_step};
  ChartReply reply;
  reply.stamp = query.stamp;
  if (const std::optional<StepRange> steps = reader_.steps()) {
    reply.first_step = steps->first;
    reply.last_step = steps->last;
  }
  std::vector<std::string> names;
  for (const QString& wanted : query.names) {
    if (std::ranges::binary_search(known, wanted.toStdString())) names.push_back(wanted.toStdString());
  }
  if (query.smoothing > 0 && query.smoothing < 1) reader_.smooth(names, Smoothing{query.smoothing});
  for (const std::string& name : names) reply.curves.push_back(curve(name, range, query));
  return reply;
}

QImage FolderRun::sample(const std::string& name) {
  checkSampleName(name);
  const std::string png = readFile(reader_.folder().samples() / (name + ".png"), kMaxPictureBytes);
  return decodeSample(QByteArray::fromRawData(png.data(), static_cast<qsizetype>(png.size())), name);
}

std::vector<CheckpointStore::Entry> FolderRun::checkpoints() {
  return CheckpointStore(reader_.folder().checkpoints()).list();
}

void FolderRun::watch(Callbacks callbacks) { watch_ = std::make_unique<EngineWatch>(reader_, std::move(callbacks)); }

}  // namespace

std::unique_ptr<RunSource> openFolderRun(const std::filesystem::path& folder) {
  return std::make_unique<FolderRun>(folder);
}

}  // namespace gan
