#include "link/folder_run.h"

#include <algorithm>
#include <chrono>
#include <limits>

#include "config/yaml.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/random_hex.h"
#include "link/decode_sample.h"
#include "link/engine_watch.h"
#include "protocol/convert.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "protocol/utf8.h"
#include "run/lock.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

constexpr std::chrono::seconds kOneCall(2);
constexpr std::uint64_t kMaxPictureBytes = 64ULL << 20U;
constexpr int kMaxColumns = 20'000;
constexpr StepRange kAllSteps{0, std::numeric_limits<std::int64_t>::max()};

ChartColumns toChart(const std::vector<Column>& columns, const RunReader::Positions& positions) {
  ChartColumns chart;
  chart.reserve(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    chart.push_back({columns[i], positions.epochs.at(i), positions.unix_seconds.at(i)});
  }
  return chart;
}

v1::CommandRequest toRequest(const Command& command) {
  v1::CommandRequest request;
  request.set_id(toUtf8(command.id.empty() ? randomHex(16) : command.id));
  request.set_client(toUtf8(command.client));
  request.set_kind(std::string(commandKindName(command.kind)));
  for (const Assignment& value : command.values) {
    toMessage(value.value, (*request.mutable_values())[toUtf8(value.path)]);
  }
  if (command.step >= 0) request.set_step(command.step);
  request.set_path(toUtf8(command.path));
  return request;
}

CommandAnswer toAnswer(const v1::CommandReply& reply) {
  CommandAnswer answer{CommandResult::kRefused, reply.step(), fromMessage(reply.reason())};
  for (const CommandResult result : {CommandResult::kApplied, CommandResult::kNeedsRestart, CommandResult::kUnknown}) {
    if (reply.result() == commandResultName(result)) answer.result = result;
  }
  return answer;
}

class FolderRun final : public RunSource {
 public:
  explicit FolderRun(const std::filesystem::path& folder)
      : reader_(RunFolder::openForDisplay(folder)), client_(Target{reader_.folder().path().string()}, kOneCall) {}

  RunFacts facts() override;
  Schema schema() override;
  RunUpdate refresh() override;
  ChartReply query(const ChartQuery& query) override;
  QImage sample(const std::string& name) override;
  std::vector<CheckpointStore::Entry> checkpoints() override;
  void command(const Command& command, Answered answered) override;
  void watch(Callbacks callbacks) override;
  void close() override { client_.close(); }

 private:
  Curve curve(const std::string& name, StepRange range, const ChartQuery& query) const;
  ChartColumns columns(const std::string& name, StepRange range, int columns, double smoothing) const;

  RunReader reader_;
  RunClient client_;
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

/// An engine that cannot be reached at present is most likely of this build.
Schema FolderRun::schema() {
  const std::optional<LockHolder> holder = RunLock::holder(reader_.folder().path());
  if (!holder || RunLock::isStale(*holder)) return Schema::builtin();
  try {
    return fromMessage(client_.schema());
  } catch (const Error&) {
    return Schema::builtin();
  }
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
  if (query.cursor) {
    const auto at = [&](double smoothing) {
      const ChartColumns found = columns(name, {*query.cursor, *query.cursor}, 1, smoothing);
      return found.empty() ? std::nullopt : std::optional(found.front());
    };
    curve.at_cursor = at(0);
    if (!curve.smoothed.empty()) curve.smoothed_at_cursor = at(query.smoothing);
  }
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

void FolderRun::command(const Command& command, Answered answered) {
  client_.command(toRequest(command), {},
                  {.on_reply = [answered](const v1::CommandReply& reply) { answered(toAnswer(reply)); },
                   .on_failure =
                       [answered](const Error& error) {
                         answered({CommandResult::kRefused, 0, messageOf(error)});
                       }});
}

void FolderRun::watch(Callbacks callbacks) {
  watch_ = std::make_unique<EngineWatch>(reader_, client_, std::move(callbacks));
}

}  // namespace

std::unique_ptr<RunSource> openFolderRun(const std::filesystem::path& folder) {
  return std::make_unique<FolderRun>(folder);
}

}  // namespace gan
