#include "link/run_exports.h"

#include <QBuffer>
#include <QImageReader>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "core/error.h"
#include "link/run_connection.h"
#include "protocol/convert.h"
#include "protocol/export_client.h"
#include "protocol/export_files.h"
#include "protocol/studio.pb.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
namespace fs = std::filesystem;

// Of what comes from outside.
constexpr qsizetype kMostRows = 10'000;
constexpr std::size_t kMostPreviewBytes = std::size_t{4} << 20U;
constexpr int kMostPreviewSide = 4096;

bool hasQuality(const QString& format) { return format == QLatin1String("jpeg") || format == QLatin1String("webp"); }

void toMessage(const AlikeWish& wish, v1::SamplesAlike& message) {
  message.set_seed(wish.seed);
  message.set_classes(wish.classes.toStdString());
  message.set_truncation(wish.truncation.threshold);
  message.set_truncation_kind(std::string(nameOf(wish.truncation.kind)));
  message.set_statistics(std::string(nameOf(wish.statistics)));
}

void toMessage(const SamplesWish& wish, v1::SampleExport& message) {
  if (wish.points.isEmpty()) {
    toMessage(wish.alike, *message.mutable_alike());
    message.set_count(static_cast<std::uint64_t>(wish.count));
  }
  for (const QString& point : wish.points) message.add_points(point.toStdString());
  message.set_format(wish.format.toStdString());
  if (hasQuality(wish.format)) message.set_quality(static_cast<std::uint32_t>(wish.quality));
  message.set_class_folders(wish.class_folders);
}

void toMessage(const SheetWish& wish, v1::SheetExport& message) {
  message.set_kind(wish.kind.toStdString());
  if (wish.points.isEmpty()) toMessage(wish.alike, *message.mutable_alike());
  for (const QString& point : wish.points) message.add_points(point.toStdString());
  message.set_rows(static_cast<std::uint32_t>(wish.rows));
  message.set_columns(static_cast<std::uint32_t>(wish.columns));
  message.set_format(wish.format.toStdString());
  if (hasQuality(wish.format)) message.set_quality(static_cast<std::uint32_t>(wish.quality));
}

void toMessage(const FilmWish& wish, v1::FilmExport& message) {
  for (SamplePoint keyframe : wish.walk.keyframes) {
    keyframe.step.reset();  // the export's says it
    message.add_keyframes(toText(keyframe));
  }
  message.set_path(std::string(nameOf(wish.walk.kind)));
  message.set_loop(wish.walk.ends == PathEnds::kLoop);
  message.set_seconds(wish.walk.seconds);
  message.set_frames_per_second(wish.walk.frames_per_second);
  message.set_zoom(static_cast<std::uint32_t>(wish.zoom));
  message.set_format(wish.format.toStdString());
}

v1::ExportRequest requestFor(const ExportWish& wish) {
  v1::ExportRequest request;
  if (wish.step) request.set_step(*wish.step);
  if (const auto* samples = std::get_if<SamplesWish>(&wish.pictures)) {
    toMessage(*samples, *request.mutable_samples());
  } else if (const auto* order = std::get_if<EvaluationOrder>(&wish.pictures)) {
    toMessage(*order, *request.mutable_evaluation());
  } else if (const auto* test = std::get_if<TestWish>(&wish.pictures)) {
    request.mutable_test()->set_split(test->split.toStdString());
  } else if (const auto* sheet = std::get_if<SheetWish>(&wish.pictures)) {
    toMessage(*sheet, *request.mutable_sheet());
  } else {
    toMessage(std::get<FilmWish>(wish.pictures), *request.mutable_film());
  }
  return request;
}

/// Null where it is no picture that can be shown.
QImage previewOf(const std::string& png) {
  if (png.size() > kMostPreviewBytes) return {};
  QBuffer file;
  file.setData(png.data(), static_cast<qsizetype>(png.size()));
  QImageReader reader(&file, "png");
  const QSize size = reader.size();
  if (!size.isValid() || size.width() > kMostPreviewSide || size.height() > kMostPreviewSide) return {};
  return reader.read();
}

QString textOr(const std::string& text, const char* otherwise) {
  return text.empty() ? QString::fromLatin1(otherwise) : QString::fromStdString(text);
}

/// As far as the list says it.
ExportWish wishOf(const v1::ExportRequest& request) {
  ExportWish wish;
  if (request.has_step()) wish.step = request.step();
  switch (request.pictures_case()) {
    case v1::ExportRequest::kSamples: {
      SamplesWish samples;
      samples.count = static_cast<qint64>(request.samples().count());
      samples.alike.seed = request.samples().alike().seed();
      for (const std::string& point : request.samples().points()) samples.points << QString::fromStdString(point);
      samples.format = textOr(request.samples().format(), "png");
      samples.class_folders = request.samples().class_folders();
      wish.pictures = samples;
      break;
    }
    case v1::ExportRequest::kFilm: {
      FilmWish film;
      film.walk.seconds = request.film().seconds();
      film.walk.frames_per_second = request.film().frames_per_second();
      film.format = textOr(request.film().format(), "mp4");
      wish.pictures = film;
      break;
    }
    case v1::ExportRequest::kEvaluation: {
      const EvaluationOrder asked = fromMessage(request.evaluation());
      wish.pictures = EvaluationOrder{.count = asked.count, .draws = asked.draws};
      break;
    }
    case v1::ExportRequest::kTest:
      wish.pictures = TestWish{.split = textOr(request.test().split(), "test")};
      break;
    default: {
      SheetWish sheet;
      sheet.kind = QString::fromStdString(request.sheet().kind());
      sheet.format = textOr(request.sheet().format(), "png");
      wish.pictures = sheet;
    }
  }
  return wish;
}

ExportRow::Phase phaseOf(const std::string& name) {
  using Phase = ExportRow::Phase;
  static const std::map<std::string, Phase> kPhases = {
      {"waiting", Phase::kWaiting}, {"running", Phase::kRunning}, {"interrupted", Phase::kInterrupted},
      {"done", Phase::kDone},       {"failed", Phase::kFailed},   {"cancelled", Phase::kCancelled}};
  const auto found = kPhases.find(name);
  return found == kPhases.end() ? Phase::kOther : found->second;
}

bool isFolder(const fs::path& path) {
  std::error_code failure;
  return fs::is_directory(path, failure);
}

class RunExports final : public ExportSupplier {
 public:
  explicit RunExports(RunConnection& connection)
      : folder_(connection.place().folder().toStdString()), client_(connection.use()) {}
  ~RunExports() override { client_.close(); }

  void estimate(const ExportWish& wish, Answers<ExportForecast> answers) override {
    v1::StartExportRequest request;
    *request.mutable_request() = requestFor(wish);
    request.set_only_estimate(true);
    const auto forecast = [done = answers.done](const v1::ExportInfo& info) {
      done({.pictures = static_cast<qint64>(info.total()),
            .bytes = static_cast<qint64>(info.expected_bytes()),
            .seconds = info.expected_seconds(),
            .step = info.request().has_step() ? info.request().step() : -1,
            .preview = previewOf(info.preview())});
    };
    client_.start(request, {.on_reply = forecast, .on_failure = failing(answers)});
  }
  void start(const ExportWish& wish, Answers<ListedExport> answers) override {
    v1::StartExportRequest request;
    *request.mutable_request() = requestFor(wish);
    client_.start(request, answering(answers));
  }
  void goOn(const QString& id, Answers<ListedExport> answers) override {
    v1::StartExportRequest request;
    request.set_id(id.toStdString());
    client_.start(request, answering(answers));
  }
  void list(Answers<QVector<ListedExport>> answers) override {
    const auto rows = [this, done = answers.done](const v1::ExportList& list) {
      QVector<ListedExport> all;
      for (const v1::ExportInfo& info : list.exports()) {
        if (all.size() < kMostRows && isExportId(info.id())) all << rowOf(info);
      }
      done(all);
    };
    client_.list(v1::ListExportsRequest(), {.on_reply = rows, .on_failure = failing(answers)});
  }
  void cancel(const QString& id, Answers<ListedExport> answers) override {
    v1::CancelExportRequest request;
    request.set_id(id.toStdString());
    client_.cancel(request, answering(answers));
  }
  void remove(const QString& id, Answers<ListedExport> answers) override {
    v1::RemoveExportRequest request;
    request.set_id(id.toStdString());
    client_.remove(request, answering(answers));
  }
  void fetch(const QString& id, const QString& folder, std::function<void(const ExportFetch&)> progress,
             Answers<ExportFetch> answers) override {
    const auto valueOf = [](const ExportClient::Fetched& fetched) {
      return ExportFetch{.files = static_cast<qint64>(fetched.files),
                         .total_files = static_cast<qint64>(fetched.total_files),
                         .bytes = static_cast<qint64>(fetched.bytes),
                         .total_bytes = static_cast<qint64>(fetched.total_bytes)};
    };
    const std::shared_ptr<std::atomic<bool>> stopped = stopOf(id);
    client_.fetch(id.toStdString(), folder.toStdString(),
                  {.on_progress =
                       [progress = std::move(progress), valueOf, stopped](const ExportClient::Fetched& fetched) {
                         if (*stopped) return false;
                         progress(valueOf(fetched));
                         return !*stopped;
                       },
                   .on_end = [done = answers.done, valueOf](const ExportClient::Fetched& all) { done(valueOf(all)); },
                   .on_failure = failing(answers)});
  }
  void stopFetching(const QString& id) override {
    const std::lock_guard lock(mutex_);
    for (auto [first, last] = fetches_.equal_range(id); first != last; ++first) {
      if (const auto stopped = first->second.lock()) *stopped = true;
    }
    fetches_.erase(id);
  }

 private:
  template <class Reply>
  static std::function<void(const Error&)> failing(const Answers<Reply>& answers) {
    return [failed = answers.failed](const Error& error) { failed(messageOf(error)); };
  }
  ExportClient::Callbacks<v1::ExportInfo> answering(const Answers<ListedExport>& answers) {
    return {.on_reply = [this, done = answers.done](const v1::ExportInfo& info) { done(rowOf(info)); },
            .on_failure = failing(answers)};
  }

  /// True once a fetch that begins now is to be stopped.
  std::shared_ptr<std::atomic<bool>> stopOf(const QString& id) {
    auto stopped = std::make_shared<std::atomic<bool>>(false);
    const std::lock_guard lock(mutex_);
    std::erase_if(fetches_, [](const auto& entry) { return entry.second.expired(); });
    fetches_.emplace(id, stopped);
    return stopped;
  }

  /// On a thread of the client, which is closed before this goes.
  ListedExport rowOf(const v1::ExportInfo& info) const {
    ListedExport listed;
    ExportRow& row = listed.row;
    row.id = QString::fromStdString(info.id());
    row.wish = wishOf(info.request());
    row.phase = phaseOf(info.phase());
    if (info.has_error()) listed.why = fromMessage(info.error());
    row.done = static_cast<qint64>(info.done());
    row.total = static_cast<qint64>(info.total());
    row.bytes = static_cast<qint64>(info.bytes());
    row.expected_bytes = static_cast<qint64>(info.expected_bytes());
    row.seconds = info.seconds();
    row.created_unix_seconds = info.created_unix_seconds();
    if (folder_.empty()) return listed;  // its files are not here, whatever lies at the same path
    // The engine may run on another host, which sees the same disk elsewhere or another disk.
    const fs::path in_run = folder_ / "exports" / info.id();
    const fs::path files = isFolder(in_run) ? in_run / "out" : fs::path(info.folder());
    if (!files.empty() && isFolder(files)) row.folder = QString::fromStdString(files.string());
    row.is_here = isFolder(in_run) || !row.folder.isEmpty();
    return listed;
  }

  const fs::path folder_;  ///< Of the run; empty: on another computer.
  std::mutex mutex_;
  std::multimap<QString, std::weak_ptr<std::atomic<bool>>> fetches_;  ///< By the export's id.
  ExportClient client_;
};

}  // namespace

std::unique_ptr<ExportSupplier> openRunExports(RunConnection& connection) {
  return std::make_unique<RunExports>(connection);
}

}  // namespace gan
