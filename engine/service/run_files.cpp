#include "service/run_files.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "config/text.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/units.h"
#include "interop/thumbnail.h"
#include "protocol/studio.pb.h"
#include "protocol/utf8.h"
#include "run/checkpoint_store.h"
#include "run/kept_evaluations.h"
#include "service/messages.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

constexpr int kMaxNames = 256;
constexpr std::uint32_t kMaxColumns = 20'000;
// Of all series of one answer, which takes 50 MB of either:
constexpr std::size_t kMaxColumnsInAll = 500'000;
constexpr std::size_t kMaxValues = 2'000'000;
constexpr std::uint64_t kMaxPictureBytes = 64ULL << 20U;
constexpr std::uint32_t kLongestSide = 4096;
constexpr std::uint64_t kMaxInfoBytes = 4ULL << 20U;
constexpr std::size_t kMaxEvaluationBytes = 16U << 20U;  // of all in one answer

[[noreturn]] void throwBadRequest(const std::string& reason) {
  throw Error(ErrorCode::kInvalidArgument, "series_bad_request", "The series cannot be queried like that: {reason}.",
              {{"reason", reason}});
}

void checkRequest(const v1::SeriesRequest& request) {
  if (request.names_size() > kMaxNames)
    throwBadRequest("at most " + std::to_string(kMaxNames) + " can be asked for at once");
  if (request.columns() > kMaxColumns)
    throwBadRequest("at most " + std::to_string(kMaxColumns) + " columns can be had");
  if (!(request.smoothing() >= 0 && request.smoothing() < 1)) throwBadRequest("the smoothing must lie in [0, 1)");
}

/// Before anything is made of them.
void checkSize(const v1::SeriesRequest& request, std::size_t series) {
  if (series * request.columns() <= kMaxColumnsInAll) return;
  throwBadRequest(formatCount(static_cast<std::int64_t>(series)) + " series of " + formatCount(request.columns()) +
                  " columns each are too many for one answer, whose columns are at most " +
                  formatCount(std::int64_t{kMaxColumnsInAll}) + ": ask for fewer columns, or for fewer series at once");
}

/// Of each of so many series, where what is asked for comes in columns though `columns` may be 0.
std::size_t columnsOf(const v1::SeriesRequest& request, std::size_t series) {
  if (request.columns() > 0) return request.columns();
  return std::min<std::size_t>(kMaxColumns, kMaxColumnsInAll / std::max<std::size_t>(1, series));
}

StepRange rangeOf(const v1::SeriesRequest& request) {
  return {request.first_step(),
          request.last_step() == 0 ? std::numeric_limits<std::int64_t>::max() : request.last_step()};
}

/// The name of a sample becomes a path: only what samples are called gets through.
bool isSampleName(const std::string& name) {
  const auto plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' ||
           c == '.';
  };
  return !name.empty() && name.size() <= 128 && name.front() != '.' && std::ranges::all_of(name, plain);
}

/// What the journal says of each picture; one that was made twice counts as made last.
std::map<std::string, const Event*> samplesByName(const std::vector<Event>& events) {
  std::map<std::string, const Event*> samples;
  for (const Event& event : events) {
    const auto* written = std::get_if<SampleWritten>(&event.what);
    if (written != nullptr && isSampleName(written->name)) samples[written->name] = &event;
  }
  return samples;
}

void fillInfo(const Event& event, std::uint64_t bytes, v1::SampleInfo& info) {
  const auto& written = std::get<SampleWritten>(event.what);
  info.set_name(written.name);
  info.set_step(event.step);
  info.set_segment(event.segment);
  info.set_truncation(written.truncation);
  info.set_bytes(bytes);
}

void addPositions(const RunReader::Positions& positions, v1::SeriesColumns& message) {
  message.mutable_first_epoch()->Add(positions.epochs.begin(), positions.epochs.end());
  message.mutable_first_unix_seconds()->Add(positions.unix_seconds.begin(), positions.unix_seconds.end());
}

/// What was smoothed, as it is without: its columns are the same, since those go by the steps alone.
void addRaw(const std::vector<Column>& columns, v1::SeriesColumns& message) {
  for (const Column& column : columns) {
    message.add_raw_min(column.min);
    message.add_raw_max(column.max);
    message.add_raw_first(column.first);
    message.add_raw_last(column.last);
  }
}

void addSuperseded(const RunReader& reader, const v1::SeriesRequest& request, const std::string& name, StepRange range,
                   std::size_t columns, v1::SeriesReply& reply) {
  for (const RunReader::SupersededPiece& piece : reader.superseded(name, range, columns)) {
    v1::SupersededPiece& message = *reply.add_superseded();
    message.set_segment(piece.segment);
    message.set_first_step(piece.range.first);
    message.set_last_step(piece.range.last);
    message.mutable_columns()->set_name(name);
    toMessage(piece.columns, *message.mutable_columns());
    if (!request.only_steps()) addPositions(piece.positions, *message.mutable_columns());
  }
}

/// What stands beside a score in a list: without what makes a list of many too long.
std::string evaluationJson(const CheckpointStore::Entry& entry, const EvaluatedScore& score) {
  KeptEvaluation told{.step = entry.state.step,
                      .segment = entry.state.segment,
                      .unix_seconds = entry.state.unix_seconds,
                      .evaluated = *entry.evaluated};
  told.evaluated.classes.clear();
  told.evaluated.scores = {score};
  return toJson(told);
}

}  // namespace

void querySeries(const RunReader& reader, const v1::SeriesRequest& request, v1::SeriesReply& reply) {
  checkRequest(request);
  std::vector<std::string> names(request.names().begin(), request.names().end());
  if (names.empty()) names = reader.seriesNames();
  checkSize(request, names.size());
  const StepRange range = rangeOf(request);
  if (request.columns() > 0) reader.smooth(names, Smoothing{request.smoothing()});
  for (const std::string& name : names) {
    v1::SeriesColumns& series = *reply.add_series();
    series.set_name(name);
    if (request.columns() == 0) {
      toMessage(reader.values(name, range, kMaxValues / names.size()), series);
    } else {
      toMessage(reader.query(name, range, request.columns(), Smoothing{request.smoothing()}), series);
      if (request.raw_beside()) addRaw(reader.query(name, range, request.columns()), series);
    }
    if (!request.only_steps()) {
      const std::vector<std::int64_t> steps(series.first_step().begin(), series.first_step().end());
      addPositions(reader.positions(steps), series);
    }
    if (!request.superseded()) continue;
    addSuperseded(reader, request, name, range, columnsOf(request, names.size()), reply);
  }
  reply.set_step(reader.summary().step);
}

void queryAncestors(const Ancestry& ancestry, const v1::SeriesRequest& request, v1::SeriesReply& reply) {
  reply.set_history_first_step(ancestry.firstStep());
  const std::size_t columns = columnsOf(request, static_cast<std::size_t>(reply.series_size()));
  for (const v1::SeriesColumns& own : reply.series()) {
    for (const Ancestry::Part& part :
         ancestry.query(own.name(), rangeOf(request), columns, Smoothing{request.smoothing()})) {
      v1::SeriesColumns& message = *reply.add_ancestors();
      message.set_name(own.name());
      toMessage(part.columns, message);
      if (!request.only_steps()) addPositions(part.positions, message);
    }
  }
}

void listSamples(const RunReader& reader, std::int64_t after_step, v1::SampleList& reply) {
  const std::vector<Event> events = reader.events();
  std::vector<std::pair<const Event*, std::uint64_t>> found;
  for (const auto& [name, event] : samplesByName(events)) {
    if (event->step <= after_step) continue;
    std::error_code missing;
    const std::uintmax_t bytes = std::filesystem::file_size(reader.folder().samples() / (name + ".png"), missing);
    if (!missing) found.emplace_back(event, bytes);
  }
  std::ranges::sort(found, {}, [](const auto& sample) { return sample.first->sequence; });
  for (const auto& [event, bytes] : found) fillInfo(*event, bytes, *reply.add_samples());
}

void readSample(const RunReader& reader, const v1::GetSampleRequest& request, v1::SampleData& reply) {
  const std::string& name = request.name();
  if (!isSampleName(name)) {
    throw Error(ErrorCode::kInvalidArgument, "sample_bad_name",
                "{name} is not the name of a sample. Ask for one that the list of samples names.",
                {{"name", excerpt(name)}});
  }
  if (request.longest_side() > kLongestSide) {
    throw Error(ErrorCode::kInvalidArgument, "sample_bad_side",
                "A small picture of a sample has sides of at most {most} pixels, not {side}. Ask for fewer, or for the "
                "file.",
                {{"most", std::to_string(kLongestSide)}, {"side", std::to_string(request.longest_side())}});
  }
  const std::filesystem::path file = reader.folder().samples() / name;
  std::string picture = readFile(file.string() + ".png", kMaxPictureBytes);
  const std::vector<Event> events = reader.events();
  const std::map<std::string, const Event*> samples = samplesByName(events);
  if (const auto sample = samples.find(name); sample != samples.end()) {
    fillInfo(*sample->second, picture.size(), *reply.mutable_info());
  } else {
    reply.mutable_info()->set_name(name);
    reply.mutable_info()->set_bytes(picture.size());
  }
  if (request.longest_side() > 0) {
    reply.set_thumbnail(thumbnailOf(std::as_bytes(std::span(picture)), name, request.longest_side()));
    return;
  }
  reply.set_png(std::move(picture));
  try {
    reply.set_json(toUtf8(readFile(file.string() + ".json", kMaxInfoBytes)));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kNotFound) throw;  // a picture without its description is still a picture
  }
}

void listCheckpoints(const RunReader& reader, v1::CheckpointList& reply) {
  const std::string best_by = bestBy(reader.summary());
  for (const CheckpointStore::Entry& entry : CheckpointStore(reader.folder().checkpoints()).list()) {
    v1::CheckpointInfo& info = *reply.add_checkpoints();
    info.set_name(toUtf8(entry.name));
    info.set_step(entry.state.step);
    info.set_segment(entry.state.segment);
    info.set_bytes(entry.bytes);
    info.set_pinned(entry.state.pinned);
    info.set_unix_seconds(entry.state.unix_seconds);
    info.set_images_per_epoch(entry.state.images_per_epoch);
    info.set_data_position(entry.state.data_position);
    for (const auto& [path, value] : entry.state.live_values) {
      (*info.mutable_live_values())[toUtf8(path)] = toUtf8(value);
    }
    if (const auto score = shownScore(entry, best_by)) {
      info.set_score(score->value);
      info.set_score_name(toUtf8(score->name));
      if (entry.evaluated && !score->name.empty()) info.set_evaluation_json(toUtf8(evaluationJson(entry, *score)));
    }
  }
}

void listEvaluations(const RunReader& reader, const std::string& known, v1::EvaluationList& reply) {
  const std::filesystem::path& run = reader.folder().path();
  const std::string mark = keptEvaluationsMark(run);  // first: what comes meanwhile is there the next time
  reply.set_mark(mark);
  reply.set_unchanged(!mark.empty() && mark == known);
  if (reply.unchanged()) return;
  std::vector<std::string> newest;
  std::size_t bytes = 0;
  const std::vector<KeptEvaluation> all = keptEvaluations(run);
  for (auto kept = all.rbegin(); kept != all.rend(); ++kept) {
    std::string line = toJson(*kept);
    bytes += line.size();
    if (bytes > kMaxEvaluationBytes) break;
    newest.push_back(std::move(line));
  }
  for (auto line = newest.rbegin(); line != newest.rend(); ++line) reply.add_evaluations_json(std::move(*line));
}

}  // namespace gan
