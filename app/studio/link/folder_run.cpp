#include "link/folder_run.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <unordered_map>
#include <utility>

#include "config/yaml.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/log.h"
#include "link/client_calls.h"
#include "link/decode_sample.h"
#include "link/engine_watch.h"
#include "loss_chart/band.h"
#include "protocol/convert.h"
#include "protocol/run_client.h"
#include "protocol/shared_connection.h"
#include "protocol/studio.pb.h"
#include "run/ancestry.h"
#include "run/lock.h"
#include "run/sample_info.h"
#include "style/series_style.h"

namespace gan {
namespace {

constexpr std::chrono::seconds kOneCall(2);
constexpr std::uint64_t kMaxPictureBytes = 64ULL << 20U;
constexpr std::uint64_t kMaxInfoBytes = 1ULL << 20U;
constexpr int kMaxColumns = 20'000;
/// Of a long run something is seen before all of it has been read.
constexpr std::size_t kValuesAtOnce = 4'000'000;
/// A band says no more with more, and is made of hundreds of series.
constexpr int kMaxBandColumns = 400;
constexpr StepRange kAllSteps{0, std::numeric_limits<std::int64_t>::max()};

ChartColumns toChart(const std::vector<Column>& columns, const RunReader::Positions& positions) {
  ChartColumns chart;
  chart.reserve(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    chart.push_back({columns[i], positions.epochs.at(i), positions.unix_seconds.at(i)});
  }
  return chart;
}

/// Where steps lie on the other axes, for the curves of one answer. Many begin their columns at the same steps, and
/// for some of them rows are read again, which are wide where hundreds of series are recorded.
class StepPositions {
 public:
  explicit StepPositions(const RunReader& reader) : reader_(reader) {}

  /// Parallel to columns, for their first steps.
  RunReader::Positions of(const std::vector<Column>& columns) {
    std::vector<std::int64_t> unknown;
    for (const Column& column : columns) {
      if (!known_.contains(column.first_step)) unknown.push_back(column.first_step);
    }
    const RunReader::Positions found = reader_.positions(unknown);
    for (std::size_t i = 0; i < unknown.size(); ++i) {
      known_[unknown[i]] = {found.epochs.at(i), found.unix_seconds.at(i)};
    }
    RunReader::Positions positions;
    for (const Column& column : columns) {
      const auto& [epoch, unix_seconds] = known_.at(column.first_step);
      positions.epochs.push_back(epoch);
      positions.unix_seconds.push_back(unix_seconds);
    }
    return positions;
  }

 private:
  const RunReader& reader_;
  std::unordered_map<std::int64_t, std::pair<double, double>> known_;
};

class FolderRun final : public RunSource {
 public:
  FolderRun(const std::filesystem::path& folder, std::shared_ptr<SharedConnection> connection)
      : reader_(RunFolder::openForDisplay(folder)), client_(std::move(connection), kOneCall) {}

  RunFacts facts() override;
  Schema schema() override;
  RunUpdate refresh() override;
  ChartReply query(const ChartQuery& query) override;
  SheetContent sample(const std::string& name) override;
  std::vector<CheckpointStore::Entry> checkpoints() override;
  std::optional<SamplerLoad> samplerLoad() override { return samplerLoadOf(client_); }
  void command(const Command& command, Answered answered) override {
    sendCommand(client_, command, std::move(answered));
  }
  void watch(Callbacks callbacks) override;
  void close() override { client_.close(); }

 private:
  Curve curve(const std::string& name, StepRange range, const ChartQuery& query, StepPositions& positions) const;
  Band band(const BandQuery& wanted, StepRange range, const ChartQuery& query, StepPositions& positions) const;
  std::vector<Column> reaching(const std::string& name, StepRange range, int columns, double smoothing) const;
  std::optional<Column> neighbour(const std::string& name, StepRange where, bool newest, double smoothing) const;

  RunReader reader_;
  RunClient client_;
  std::uint64_t next_sequence_ = 1;
  std::optional<Ancestry> ancestry_;  ///< Once curves were asked for.
  std::unique_ptr<EngineWatch> watch_;
};

RunFacts FolderRun::facts() {
  const RunFolder& folder = reader_.folder();
  const RunManifest& manifest = folder.manifest();
  RunFacts facts;
  facts.id = manifest.id;
  facts.name = folder.name();
  facts.path = folder.path().string();
  facts.folder = facts.path;
  facts.preset = manifest.preset;
  facts.parent_path = manifest.parent_path.empty() ? "" : (folder.path() / manifest.parent_path).lexically_normal();
  facts.parent_step = manifest.parent_step;
  facts.engine_version = manifest.engine_version;
  facts.data_fingerprint = manifest.data_fingerprint;
  facts.config_yaml = toYaml(folder.config());
  facts.world_size = manifest.world_size;
  facts.devices = manifest.devices;
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
  RunUpdate update;
  update.unread = reader_.refresh(kValuesAtOnce);
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

/// The first or the last value that the series has in a range of steps, looked for from that end on.
std::optional<Column> FolderRun::neighbour(const std::string& name, StepRange where, bool newest,
                                           double smoothing) const {
  const std::optional<StepRange> steps = reader_.steps();
  if (!steps) return std::nullopt;
  where = {std::max(where.first, steps->first), std::min(where.last, steps->last)};
  for (std::int64_t reach = 64;; reach *= 8) {
    if (where.first > where.last) return std::nullopt;
    StepRange part = where;
    if (newest && where.last - where.first > reach) part.first = where.last - reach;
    if (!newest && where.last - where.first > reach) part.last = where.first + reach;
    const auto found = reader_.query(name, part, 1, Smoothing{smoothing});
    if (!found.empty()) {
      const std::int64_t step = newest ? found.front().last_step : found.front().first_step;
      return reader_.query(name, {step, step}, 1, Smoothing{smoothing}).front();
    }
    if (part.first == where.first && part.last == where.last) return std::nullopt;
    if (newest) {
      where.last = part.first - 1;
    } else {
      where.first = part.last + 1;
    }
  }
}

/// With the values next to the range where the series has none at its ends: the line to them crosses it.
std::vector<Column> FolderRun::reaching(const std::string& name, StepRange range, int count, double smoothing) const {
  std::vector<Column> found = reader_.query(name, range, static_cast<std::size_t>(count), Smoothing{smoothing});
  if (range.first > 0 && (found.empty() || found.front().first_step > range.first)) {
    const auto before = neighbour(name, {0, range.first - 1}, true, smoothing);
    if (before) found.insert(found.begin(), *before);
  }
  const std::optional<StepRange> steps = reader_.steps();
  if (steps && range.last < steps->last && (found.empty() || found.back().last_step < range.last)) {
    const auto after = neighbour(name, {range.last + 1, kAllSteps.last}, false, smoothing);
    if (after) found.push_back(*after);
  }
  return found;
}

Band FolderRun::band(const BandQuery& wanted, StepRange range, const ChartQuery& query,
                     StepPositions& positions) const {
  const int count = std::clamp(query.columns, 1, kMaxBandColumns);
  const double smoothing = query.smoothing > 0 && query.smoothing < 1 ? query.smoothing : 0;
  std::vector<BandMember> members;
  for (const QString& name : wanted.members) {
    members.push_back({name, reaching(name.toStdString(), range, count, smoothing)});
  }
  const std::int64_t last_in_view = query.view_last_step == 0 ? range.last : query.view_last_step;
  Band made = bandOf(wanted.name, members, query.view_first_step, last_in_view);
  const std::vector<Column> columns(made.columns.begin(), made.columns.end());
  made.columns = toChart(columns, positions.of(columns));
  if (!query.cursor) return made;
  bool was_recorded = false;
  for (BandMember& member : members) {
    std::vector<Column> own =
        reader_.query(member.name.toStdString(), {*query.cursor, *query.cursor}, 1, Smoothing{smoothing});
    if (own.empty()) continue;
    was_recorded = true;
    member.columns = std::move(own);
  }
  if (!was_recorded) return made;
  const std::vector<Column> at_cursor{bandAt(members, *query.cursor)};
  made.at_cursor = toChart(at_cursor, positions.of(at_cursor)).front();
  return made;
}

Curve FolderRun::curve(const std::string& name, StepRange range, const ChartQuery& query,
                       StepPositions& positions) const {
  const int count = std::clamp(query.columns, 1, kMaxColumns);
  const auto columns = [&](double smoothing) {
    const auto found = reaching(name, range, count, smoothing);
    return toChart(found, positions.of(found));
  };
  Curve curve;
  curve.name = QString::fromStdString(name);
  curve.raw = columns(0);
  const bool smooths = query.smoothing > 0 && query.smoothing < 1 && canBeSmoothed(curve.name);
  if (smooths) curve.smoothed = columns(query.smoothing);
  if (query.cursor) {
    const auto at = [&](double smoothing) -> std::optional<ChartColumn> {
      const auto found = reader_.query(name, {*query.cursor, *query.cursor}, 1, Smoothing{smoothing});
      if (found.empty()) return std::nullopt;
      return toChart(found, positions.of(found)).front();
    };
    curve.at_cursor = at(0);
    if (!curve.smoothed.empty()) curve.smoothed_at_cursor = at(query.smoothing);
  }
  for (const Ancestry::Part& part :
       ancestry_->query(name, range, static_cast<std::size_t>(count), Smoothing{smooths ? query.smoothing : 0})) {
    curve.before.push_back(toChart(part.columns, part.positions));
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
  if (!ancestry_) ancestry_.emplace(reader_.folder());
  ChartReply reply;
  reply.stamp = query.stamp;
  reply.history_first_step = ancestry_->firstStep();
  if (const std::optional<StepRange> steps = reader_.steps()) {
    reply.first_step = steps->first;
    reply.last_step = steps->last;
  }
  const auto isKnown = [&](const QString& name) { return std::ranges::binary_search(known, name.toStdString()); };
  QVector<BandQuery> bands = query.bands;
  std::vector<std::string> names;
  for (const QString& wanted : query.names) {
    if (isKnown(wanted)) names.push_back(wanted.toStdString());
  }
  std::vector<std::string> smoothed = names;
  for (BandQuery& band : bands) {
    band.members.removeIf([&](const QString& name) { return !isKnown(name); });
    for (const QString& name : band.members) smoothed.push_back(name.toStdString());
  }
  if (query.smoothing > 0 && query.smoothing < 1) reader_.smooth(smoothed, Smoothing{query.smoothing});
  StepPositions positions(reader_);
  for (const BandQuery& wanted : bands) {
    reply.bands.push_back(band(wanted, range, query, positions));
    for (const QString& name : reply.bands.back().sticking_out) {
      if (!query.names.contains(name)) names.push_back(name.toStdString());
    }
  }
  for (const std::string& name : names) reply.curves.push_back(curve(name, range, query, positions));
  return reply;
}

SheetContent FolderRun::sample(const std::string& name) {
  checkSampleName(name);
  const std::filesystem::path file = reader_.folder().samples() / name;
  const std::string png = readFile(file.string() + ".png", kMaxPictureBytes);
  SheetContent content{decodeSample(QByteArray::fromRawData(png.data(), static_cast<qsizetype>(png.size())), name)};
  const std::string info = file.string() + ".json";
  if (std::error_code ignored; !std::filesystem::exists(info, ignored)) return content;
  try {
    content.info = sampleInfoFromJson(readFile(info, kMaxInfoBytes), info);
  } catch (const Error& error) {
    log::warning(error.what());
    content.problem = messageOf(error);
  }
  return content;
}

std::vector<CheckpointStore::Entry> FolderRun::checkpoints() {
  return CheckpointStore(reader_.folder().checkpoints()).list();
}

void FolderRun::watch(Callbacks callbacks) {
  watch_ = std::make_unique<EngineWatch>(reader_, client_, std::move(callbacks));
}

}  // namespace

std::unique_ptr<RunSource> openFolderRun(const std::filesystem::path& folder,
                                         std::shared_ptr<SharedConnection> connection) {
  return std::make_unique<FolderRun>(folder, std::move(connection));
}

std::unique_ptr<RunSource> openFolderRun(const std::filesystem::path& folder) {
  return openFolderRun(folder, std::make_shared<SharedConnection>(Target{std::filesystem::absolute(folder).string()}));
}

}  // namespace gan
