#include "make_export.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

#include "config/class_list.h"
#include "config/text.h"
#include "core/error.h"
#include "core/units.h"
#include "make_evaluation.h"
#include "make_test.h"
#include "picture_options.h"
#include "protocol/convert.h"
#include "sampling/picture_file.h"

namespace gan::app {
namespace {

namespace v1 = ganstudio::v1;

constexpr int kUsualQuality = 95;
constexpr std::uint32_t kUsualColumns = 10;

/// Throws unless lowest <= value <= highest.
void requireWithin(const std::string& field, double value, double lowest, double highest) {
  if (value >= lowest && value <= highest) return;
  const auto text = [](double number) {
    return std::trunc(number) == number && std::abs(number) < 1e15 ? formatCount(static_cast<std::int64_t>(number))
                                                                   : std::to_string(number);
  };
  throw Error(ErrorCode::kInvalidArgument, "export_request_bad",
              "{field} of an export is a number from {lowest} to {highest}, but {value} was asked for.",
              {{"field", field}, {"lowest", text(lowest)}, {"highest", text(highest)}, {"value", text(value)}});
}

int qualityOf(std::uint32_t quality) {
  requireWithin("quality", quality, 0, 100);
  return quality == 0 ? kUsualQuality : static_cast<int>(quality);
}

PictureSource sourceOf(const ExportTask& task, const std::string& device, int threads) {
  PictureSource source{.path = task.run, .device = device, .threads = threads, .checkpoints = task.checkpoints};
  if (task.request.has_step()) source.step = task.request.step();
  return source;
}

/// To try an export out no batches of statistics are made, which change what pictures show and not what they take.
StatisticsMode statisticsOf(const ExportTask& task, StatisticsMode asked) {
  return task.at_most > 0 ? StatisticsMode::kRunning : asked;
}

DrawnAlike drawnAlikeFor(const ExportTask& task, const v1::SamplesAlike& message) {
  DrawnAlike alike = drawnAlike(message);
  alike.statistics = statisticsOf(task, alike.statistics);
  return alike;
}

SamplePoint pointOf(const ExportTask& task, const std::string& line) {
  SamplePoint point = samplePointFromText(line);
  point.statistics = statisticsOf(task, point.statistics);
  return point;
}

/// Those that are asked for and that a trial leaves away, each once: it is kept for all pictures of one truncation.
std::vector<StatisticsMode> leftAway(const ExportTask& task, const v1::SamplesAlike& alike,
                                     const google::protobuf::RepeatedPtrField<std::string>& lines) {
  if (task.at_most == 0) return {};
  if (lines.empty()) return {drawnAlike(alike).statistics};
  std::vector<StatisticsMode> modes;
  std::set<std::tuple<StatisticsMode, double, TruncationKind>> seen;
  for (const std::string& line : lines) {
    const SamplePoint point = samplePointFromText(line);
    if (seen.emplace(point.statistics, point.truncation.threshold, point.truncation.kind).second) {
      modes.push_back(point.statistics);
    }
  }
  return modes;
}

double secondsFor(const std::vector<StatisticsMode>& modes, const DrawnFrom& from, const PictureSource& source,
                  std::int64_t pictures, double seconds) {
  double all = 0;
  for (const StatisticsMode mode : modes) {
    all += statisticsSeconds(mode, from.standing_batches, source, pictures, seconds);
  }
  return all;
}

/// The format that was asked for, the first of them where none was.
std::string formatOf(const std::string& asked, const std::vector<std::string>& formats) {
  if (asked.empty()) return formats.front();
  for (const std::string& format : formats) {
    if (asked == format) return asked;
  }
  throw Error(ErrorCode::kInvalidArgument, "export_format_unknown",
              "{asked} is no format of this export: name {formats}.",
              {{"asked", excerpt(asked)}, {"formats", joinChoices(formats)}});
}

/// Of samples or a film.
template <class Outcome>
ExportMade madeOf(const Outcome& outcome) {
  return {.step = outcome.from.step,
          .checkpoint = outcome.from.checkpoint,
          .done = outcome.pictures,
          .total = outcome.all_pictures,
          .unit = "pictures",
          .seconds = outcome.seconds,
          .preview = outcome.preview};
}

ExportMade makeSamples(const ExportTask& task, const PictureSource& source, ProgressMonitor& monitor) {
  const v1::SampleExport& message = task.request.samples();
  SampleRequest request{.source = source,
                        .alike = drawnAlikeFor(task, message.alike()),
                        .format = formatOf(message.format(), {"png", "jpeg", "webp", "npz", "npz-biggan"}),
                        .quality = qualityOf(message.quality()),
                        .class_folders = message.class_folders(),
                        .done = task.done,
                        .at_most = task.at_most,
                        .out = task.out};
  for (const std::string& line : message.points()) request.points.push_back(pointOf(task, line));
  if (request.points.empty()) {
    requireWithin("first", static_cast<double>(message.first()), 0, static_cast<double>(kLastSample));
    requireWithin("count", static_cast<double>(message.count()), 1, static_cast<double>(kMostSamples));
    request.first = request.all_first = static_cast<std::int64_t>(message.first());
    request.count = request.all_count = static_cast<std::int64_t>(message.count());
  }
  const SampleOutcome outcome = drawSamples(request, monitor);
  ExportMade made = madeOf(outcome);
  if (task.at_most > 0 && outcome.pictures > 0) {
    const double whole = static_cast<double>(outcome.all_pictures) / static_cast<double>(outcome.pictures);
    made.all_seconds = outcome.seconds + (whole - 1) * outcome.drawing_seconds;
  }
  made.seconds_besides = secondsFor(leftAway(task, message.alike(), message.points()), outcome.from, source,
                                    outcome.pictures, outcome.drawing_seconds);
  return made;
}

ExportMade makeFilm(const ExportTask& task, const PictureSource& source, ProgressMonitor& monitor) {
  const v1::FilmExport& message = task.request.film();
  v1::InterpolateRequest walk;
  *walk.mutable_keyframes() = message.keyframes();
  walk.set_path(message.path());
  walk.set_loop(message.loop());
  walk.set_seconds(message.seconds());
  walk.set_frames_per_second(message.frames_per_second());
  const std::string format = formatOf(message.format(), {"mp4", "gif", "png"});
  requireWithin("zoom", message.zoom(), 0, kMostZoom);
  FilmRequest request{.source = source,
                      .walk = gan::walkOf(walk),
                      .zoom = static_cast<int>(std::max(1U, message.zoom())),
                      .out = task.out / (format == "png" ? "film" : "film." + format),
                      .at_most = task.at_most};
  for (SamplePoint& point : request.walk.keyframes) point.statistics = statisticsOf(task, point.statistics);
  const FilmOutcome outcome = drawFilm(request, monitor);
  ExportMade made = madeOf(outcome);
  made.all_seconds = outcome.all_seconds;
  made.all_bytes = outcome.all_bytes;
  // All keyframes have the same.
  std::vector<StatisticsMode> modes = leftAway(task, {}, message.keyframes());
  modes.resize(std::min<std::size_t>(modes.size(), 1));
  made.seconds_besides = secondsFor(modes, outcome.from, source, outcome.pictures, outcome.drawing_seconds);
  return made;
}

ExportMade makeSheet(const ExportTask& task, const PictureSource& source, ProgressMonitor& monitor) {
  const v1::SheetExport& message = task.request.sheet();
  const std::string format = formatOf(message.format(), {"png", "jpeg", "webp"});
  std::vector<SamplePoint> points;
  for (const std::string& line : message.points()) points.push_back(pointOf(task, line));
  const SheetRequest request{.source = source,
                             .alike = drawnAlikeFor(task, message.alike()),
                             .points = points,
                             .kind = sheetKind(message.kind()),
                             .rows = message.rows(),
                             .columns = message.columns() == 0 ? kUsualColumns : message.columns(),
                             .quality = qualityOf(message.quality()),
                             .out = task.out / ("sheet." + std::string(extensionOf(pictureFormat(format)))),
                             .at_most = task.at_most};
  const SheetOutcome outcome = drawPictureSheet(request, monitor);
  const bool of_steps = request.kind == SheetKind::kSteps;  // each row is of a generator of its own
  std::vector<StatisticsMode> modes = leftAway(task, message.alike(), message.points());
  modes.resize(std::min<std::size_t>(modes.size(), 1));
  const double besides = secondsFor(modes, outcome.from, source, outcome.rows * outcome.columns, outcome.seconds) *
                         static_cast<double>(of_steps ? outcome.all_rows : 1);
  return {.step = outcome.from.step,
          .checkpoint = outcome.from.checkpoint,
          .done = outcome.rows,
          .total = outcome.all_rows,
          .unit = "rows",
          .seconds = outcome.seconds,
          .preview = outcome.preview,
          .seconds_besides = besides};
}

}  // namespace

DrawnAlike drawnAlike(const v1::SamplesAlike& message) {
  SampleOptions options;
  options.seed = message.seed();
  options.classes = message.classes();
  options.truncation = message.truncation();
  if (!message.truncation_kind().empty()) options.truncation_kind = message.truncation_kind();
  if (!message.statistics().empty()) options.statistics = message.statistics();
  requireWithin("seed", static_cast<double>(options.seed), 0, static_cast<double>(kLastSeed));
  requireWithin("truncation", options.truncation, 0, kMostTruncation);
  return drawnAlike(options);
}

ExportMade makeExport(const ExportTask& task, const std::string& device, int threads, ProgressMonitor& monitor) {
  if (task.request.has_evaluation()) return makeEvaluation(task, monitor);
  if (task.request.has_test()) return makeTest(task, monitor);
  const PictureSource source = sourceOf(task, device, threads);
  if (task.request.has_samples()) return makeSamples(task, source, monitor);
  if (task.request.has_film()) return makeFilm(task, source, monitor);
  return makeSheet(task, source, monitor);
}

}  // namespace gan::app
