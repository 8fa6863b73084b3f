#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>
#include <utility>

#include "config/text.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/partial_file.h"
#include "core/units.h"
#include "interop/npz_writer.h"
#include "sampling/picture_file.h"
#include "session/drawn_pictures.h"
#include "training/peak_memory.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// So that memory does not grow with the number of samples, and that one hears how far it is.
std::int64_t atATime(const PictureMaker& maker) {
  return std::clamp<std::int64_t>(PictureMaker::kGpuBlock * maker.threads(), 64, 256);
}

void makeFolders(const fs::path& folder) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) throwFileError("make", folder, failure.value());
}

bool isNpz(std::string_view format) { return format == "npz" || format == "npz-biggan"; }

/// The format of a file of this name; empty for a folder's name.
std::string formatOfName(const fs::path& out) {
  const std::string ending = out.extension().string();
  if (ending == ".npz") return "npz";
  for (const PictureFormat format : {PictureFormat::kPng, PictureFormat::kJpeg, PictureFormat::kWebp}) {
    const std::string name(nameOf(format));
    if (ending == "." + name || ending == "." + std::string(extensionOf(format))) return name;
  }
  return {};
}

/// Whether `out` names what is written, not a folder for it.
bool toOneFile(const SampleRequest& request) { return !formatOfName(request.out).empty(); }

void check(const SampleRequest& request, const GeneratorFacts& facts) {
  const bool one_file = toOneFile(request);
  if (request.class_folders && (one_file || isNpz(request.format) || facts.classes == 0)) {
    throw Error(ErrorCode::kInvalidArgument, "class_folders_need_classes",
                "A folder for each class needs a generator of classes, a folder to lie in and a format with a file for "
                "each picture.",
                {});
  }
  const std::int64_t count =
      request.points.empty() ? request.all_count : static_cast<std::int64_t>(request.points.size());
  if (one_file && !isNpz(request.format) && count != 1) {
    throw Error(
        ErrorCode::kInvalidArgument, "sample_file_one_picture",
        "{file} is the name of one picture, but {count} were asked for. Ask for one (--count 1), give a folder, "
        "or put all into one picture with `gan-engine sheet`.",
        {{"file", request.out.string()}, {"count", formatCount(count)}});
  }
}

/// The points of a request, a few at a time.
class PointList {
 public:
  PointList(const SampleRequest& request, const GeneratorFacts& facts)
      : request_(request), classes_(classesInTurn(request.alike, facts)) {}

  /// Of all that were asked for.
  std::int64_t all() const {
    return request_.points.empty() ? request_.count : static_cast<std::int64_t>(request_.points.size());
  }
  /// That are to be made.
  std::int64_t count() const { return request_.at_most > 0 ? std::min(request_.at_most, all()) : all(); }
  /// Number i of this request's.
  SamplePoint at(std::int64_t i) const {
    if (!request_.points.empty()) return request_.points[static_cast<std::size_t>(i)];
    const std::int64_t sample = request_.first + i;
    const auto turn = classes_.empty() ? 0 : static_cast<std::size_t>(sample) % classes_.size();
    return pointOf(request_.alike, sample, classes_.empty() ? -1 : classes_[turn]);
  }
  /// What a picture's file is called.
  std::int64_t number(std::int64_t i) const { return request_.points.empty() ? request_.first + i : i; }
  /// Among so many from the first on are points of all classes.
  std::int64_t distinct() const {
    return request_.points.empty() ? std::min(count(), static_cast<std::int64_t>(classes_.size())) : count();
  }
  const std::vector<std::int64_t>& classes() const { return classes_; }

 private:
  const SampleRequest& request_;
  std::vector<std::int64_t> classes_;
};

/// The class of which there is most; -1 without one.
std::int64_t labelOf(const SamplePoint& point) {
  const auto most = std::ranges::max_element(point.classes, {}, &ClassTerm::weight);
  return most == point.classes.end() ? -1 : most->label;
}

std::string padded(std::int64_t number, std::size_t digits) {
  const std::string text = std::to_string(number);
  return std::string(digits - std::min(digits, text.size()), '0') + text;
}

/// The generators of a request, one open at a time: a point's is of the step that it names, else of the source's, else
/// of the newest.
class Generators {
 public:
  explicit Generators(const SampleRequest& request) : request_(request) {
    const auto names_one = [](const SamplePoint& point) { return point.step.has_value(); };
    const bool all_name_one = !request.points.empty() && std::ranges::all_of(request.points, names_one);
    open(all_name_one ? request.points.front().step : request.source.step);
    usual_ = open_step_;
    facts_ = opened_->maker.facts();
    for (const SamplePoint& point : request.points) {
      if (std::ranges::find(steps_, stepOf(point)) == steps_.end()) steps_.push_back(stepOf(point));
    }
    from_ = all_name_one && areSeveral() ? drawnFromSeveral(*opened_) : drawnFrom(*opened_);
    if (areSeveral()) requireAll();
  }

  bool areSeveral() const { return steps_.size() > 1; }
  std::int64_t stepOf(const SamplePoint& point) const { return point.step.value_or(usual_); }
  /// Until another one is asked for.
  PictureMaker& of(const SamplePoint& point) {
    if (stepOf(point) != open_step_) open(stepOf(point));
    return opened_->maker;
  }
  /// The same for all checkpoints of a run.
  const GeneratorFacts& facts() const { return facts_; }
  /// The one of points that name no step, or of all; of several that are all named none.
  const DrawnFrom& from() const { return from_; }
  /// All of them, also those that another process has drawn from; of a trial those that it has drawn from. Throws
  /// findGenerator()'s errors.
  nlohmann::json described() {
    for (const std::int64_t step : steps_) {
      if (!described_.contains(step) && request_.at_most == 0) open(step);
    }
    nlohmann::json json = provenance(opened_->found);
    if (!areSeveral()) return json;
    json.erase("generator");
    for (const std::int64_t step : steps_) {
      if (described_.contains(step)) json["generators"].push_back(described_.at(step));
    }
    return json;
  }

 private:
  /// Before anything is drawn. Throws findGenerator()'s errors.
  void requireAll() {
    const PictureSource& source = request_.source;
    const std::vector<std::int64_t> there = fs::is_directory(source.path)
                                                ? checkpointSteps(source.path, source.checkpoints)
                                                : std::vector<std::int64_t>{open_step_};
    for (const std::int64_t step : steps_) {
      if (std::ranges::find(there, step) == there.end()) open(step);  // says which there are
    }
  }
  void open(std::optional<std::int64_t> step) {
    opened_.reset();  // before another one takes memory
    PictureSource source = request_.source;
    source.step = step;
    opened_ = std::make_unique<OpenedSource>(source);
    open_step_ = opened_->found.step.value_or(kStepOfUnknown);
    described_.emplace(open_step_, generatorFacts(opened_->found));
  }

  const SampleRequest& request_;
  std::unique_ptr<OpenedSource> opened_;
  std::int64_t open_step_ = kStepOfUnknown;
  std::int64_t usual_ = kStepOfUnknown;
  std::vector<std::int64_t> steps_;  ///< Of the points, in their order.
  std::map<std::int64_t, nlohmann::json> described_;
  GeneratorFacts facts_;
  DrawnFrom from_;
};

/// Whether pictures are taken as they come, on several threads at once, or one after the other.
enum class Order { kAny, kKept };
using TakePicture = std::function<void(std::int64_t i, const SamplePoint& point, const at::Tensor& picture)>;

/// The first pictures of a trial.
class Shown {
 public:
  explicit Shown(std::int64_t at_most) : pictures_(std::min(static_cast<std::size_t>(at_most), kPreviewed)) {}
  /// From several threads, each with another i.
  void take(std::int64_t i, const at::Tensor& picture) {
    if (const auto place = static_cast<std::size_t>(i); place < pictures_.size()) pictures_[place] = picture.clone();
  }
  /// All of them took so long, from the first to the last.
  void took(double seconds) { drawing_seconds_ = seconds; }
  double drawingSeconds() const { return drawing_seconds_; }
  /// Empty without any.
  std::string preview() const {
    std::vector<at::Tensor> drawn;
    std::ranges::copy_if(pictures_, std::back_inserter(drawn), &at::Tensor::defined);
    return drawn.empty() ? std::string() : previewOf(drawn);
  }

 private:
  std::vector<at::Tensor> pictures_;
  double drawing_seconds_ = 0;
};

/// From number `begin` of the list on.
void drawAll(const PointList& list, std::int64_t begin, Generators& generators, Order order, ProgressMonitor& monitor,
             Shown& shown, const TakePicture& take) {
  const auto began_at = std::chrono::steady_clock::now();
  std::optional<std::tuple<std::int64_t, StatisticsMode, Truncation>> used;
  while (begin < list.count()) {
    std::vector<SamplePoint> points;
    const SamplePoint head = list.at(begin);
    const std::int64_t step = generators.stepOf(head);
    const bool moved = head.statistics != StatisticsMode::kRunning;
    PictureMaker& maker = generators.of(head);
    for (std::int64_t i = begin; i < std::min(begin + atATime(maker), list.count()); ++i) {
      SamplePoint point = list.at(i);
      if (generators.stepOf(point) != step) break;
      if (point.statistics != head.statistics || (moved && point.truncation != head.truncation)) break;
      points.push_back(std::move(point));
    }
    monitor.throwIfCancelled();
    const std::tuple wanted(step, head.statistics, moved ? head.truncation : Truncation{});
    if (used != wanted) maker.use(std::get<1>(wanted), std::get<2>(wanted));
    used = wanted;
    const PictureInputs inputs = maker.inputs(points);
    if (order == Order::kKept) {
      const at::Tensor pictures = maker.make(inputs, list.number(begin));
      for (std::size_t i = 0; i < points.size(); ++i) {
        const auto place = static_cast<std::int64_t>(i);
        take(begin + place, points[i], pictures[place]);
      }
    } else {
      maker.make(inputs, list.number(begin), [&](std::int64_t i, const at::Tensor& picture) {
        monitor.throwIfCancelled();
        take(begin + i, points[static_cast<std::size_t>(i)], picture);
      });
    }
    begin += static_cast<std::int64_t>(points.size());
    monitor.report({.stage = "Pictures", .done = begin, .total = list.count(), .unit = "pictures"});
  }
  shown.took(std::chrono::duration<double>(std::chrono::steady_clock::now() - began_at).count());
}

void writeFiles(const SampleRequest& request, const PointList& list, Generators& generators, Shown& shown,
                ProgressMonitor& monitor) {
  const PictureFormat format = pictureFormat(request.format);
  constexpr std::size_t kDigits = 6;
  const std::size_t label_digits = std::to_string(std::max<std::int64_t>(generators.facts().classes - 1, 0)).size();
  const auto folderOf = [&](std::int64_t label) {
    return request.class_folders ? request.out / padded(label, label_digits) : request.out;
  };
  const auto fileOf = [&](std::int64_t i, const SamplePoint& point) {
    if (toOneFile(request)) return request.out;
    return folderOf(labelOf(point)) / (padded(list.number(i), kDigits) + "." + std::string(extensionOf(format)));
  };
  if (request.class_folders) {
    for (std::int64_t i = 0; i < list.distinct(); ++i) {
      makeFolders(folderOf(labelOf(list.at(i))));
    }
  }
  drawAll(list, request.done, generators, Order::kAny, monitor, shown,
          [&](std::int64_t i, const SamplePoint& point, const at::Tensor& picture) {
            shown.take(i, picture);
            const fs::path path = fileOf(i, point);
            PartialFile file(path);
            file.append(encodePicture(path, imageOf(picture), format, request.quality));
            file.finish(Flush::kLater);
          });
  const fs::path folder = toOneFile(request) ? request.out.parent_path() : request.out;
  flushFileSystem(folder.empty() ? "." : folder);
}

void writeNpz(const SampleRequest& request, const PointList& list, Generators& generators, Shown& shown,
              ProgressMonitor& monitor) {
  const bool biggan = request.format == "npz-biggan";
  const std::int64_t side = generators.facts().resolution;
  NpzWriter file(toOneFile(request) ? request.out : request.out / "samples.npz");
  if (biggan) {
    file.begin("x", "|u1", {list.count(), 3, side, side});
  } else {
    file.begin("arr_0", "|u1", {list.count(), side, side, 3});
  }
  std::vector<std::int64_t> labels;
  drawAll(list, /*begin=*/0, generators, Order::kKept, monitor, shown,
          [&](std::int64_t i, const SamplePoint& point, const at::Tensor& picture) {
            shown.take(i, picture);
            const at::Tensor planes = picture.expand({3, side, side});  // grey as three equal channels
            const at::Tensor stored = (biggan ? planes : planes.permute({1, 2, 0})).contiguous();
            file.append({reinterpret_cast<const char*>(stored.const_data_ptr<std::uint8_t>()),
                         static_cast<std::size_t>(stored.numel())});
            labels.push_back(labelOf(point));
          });
  if (generators.facts().classes > 0) {
    file.begin(biggan ? "y" : "arr_1", "<i8", {list.count()});
    file.append({reinterpret_cast<const char*>(labels.data()), labels.size() * sizeof(labels[0])});
  }
  file.finish();
}

nlohmann::json describeSamples(const SampleRequest& request, Generators& generators, const PointList& list) {
  nlohmann::json json = generators.described();
  json["format"] = request.format;
  if (request.format == "jpeg" || request.format == "webp") json["quality"] = request.quality;
  if (request.points.empty()) {
    describe(json, request.alike);
    json["first"] = request.all_first;
    json["count"] = request.all_count;
    json["classes"] = list.classes();
  } else {
    for (SamplePoint point : request.points) {
      if (generators.areSeveral()) point.step = generators.stepOf(point);
      json["points"].push_back(toText(point));
    }
    describeTruncation(json, request.points);
  }
  return json;
}

}  // namespace

std::string sampleFormat(const std::string& asked, const fs::path& out) {
  const std::string named = formatOfName(out);
  if (asked.empty()) return named.empty() ? "png" : named;
  const std::string kind = isNpz(asked) ? "npz" : std::string(nameOf(pictureFormat(asked)));
  if (named.empty() || named == kind) return asked;
  throw Error(ErrorCode::kInvalidArgument, "sample_format_differs",
              "{file} is the name of a file of the format {named}, but {asked} was asked for. Give another name, or "
              "leave --format away.",
              {{"file", out.string()}, {"named", named}, {"asked", asked}});
}

SampleOutcome drawSamples(const SampleRequest& request, ProgressMonitor& monitor) {
  sampleFormat(request.format, request.out);  // refuses those that do not agree
  const PeakMemory memory{c10::Device(request.source.device)};
  Generators generators(request);
  const PointList list(request, generators.facts());
  check(request, generators.facts());
  if (request.at_most > 0 && !request.points.empty()) {
    generators.of(request.points.front()).inputs(request.points);  // refuses bad ones
  }
  fs::path description_file = request.out / "samples.json";
  if (toOneFile(request)) {
    requireFilePlace(request.out);
    description_file = request.out;
    description_file += ".json";
  } else {
    makeFolders(request.out);
  }
  // What a network's first picture takes besides is no measure of the others.
  if (request.at_most > 0) {
    PictureMaker& first = generators.of(list.at(0));
    first.make(first.inputs({{list.at(0)}}));
  }
  const auto begin = std::chrono::steady_clock::now();
  Shown shown(request.at_most);
  (isNpz(request.format) ? writeNpz : writeFiles)(request, list, generators, shown, monitor);
  const std::string description = jsonText(describeSamples(request, generators, list));
  if (request.describe) writeFileAtomically(description_file, description);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  return {.from = generators.from(),
          .pictures = list.count(),
          .all_pictures = list.all(),
          .seconds = took.count(),
          .drawing_seconds = shown.drawingSeconds(),
          .peak_memory_bytes = memory.bytes(),
          .description_file = description_file,
          .description = description,
          .preview = shown.preview()};
}

}  // namespace gan
