#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "config/text.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "sampling/grid_sampler.h"
#include "sampling/latent_path.h"
#include "sampling/picture_file.h"
#include "session/drawn_pictures.h"

namespace gan {
namespace {

constexpr std::array<std::pair<SheetKind, std::string_view>, 8> kKinds = {
    {{SheetKind::kClasses, "classes"},
     {SheetKind::kRandom, "random"},
     {SheetKind::kSteps, "steps"},
     {SheetKind::kInterpolateZ, "interpolate-z"},
     {SheetKind::kInterpolateY, "interpolate-y"},
     {SheetKind::kInterpolateZY, "interpolate-zy"},
     {SheetKind::kSefa, "sefa"},
     {SheetKind::kPca, "pca"}}};

constexpr std::int64_t kMostRowsUnasked = 50;
constexpr std::int64_t kRowsOfRandom = 8;
constexpr std::int64_t kRowsOfInterpolation = 16;  // as BigGAN-PyTorch has them

bool interpolates(SheetKind kind) {
  return kind == SheetKind::kInterpolateZ || kind == SheetKind::kInterpolateY || kind == SheetKind::kInterpolateZY;
}

bool moves(SheetKind kind) { return kind == SheetKind::kSefa || kind == SheetKind::kPca; }

/// A sheet as it is drawn: a row of pictures after the other, and what stands in its JSON for each.
class Sheet {
 public:
  /// Throws requirePictureSize()'s error.
  Sheet(const SheetRequest& request, PictureFormat format, const GeneratorFacts& facts, std::int64_t rows)
      : cell_(facts.resolution + kGridPadding), columns_(request.columns), rows_(rows) {
    image_ = {.width = columns_ * cell_ + kGridPadding,
              .height = rows * cell_ + kGridPadding,
              .channels = facts.channels,
              .pixels = {}};
    requirePictureSize(request.out, format, image_);
    if (request.at_most > 0) image_.height = std::min(rows, request.at_most) * cell_ + kGridPadding;
    image_.pixels.resize(static_cast<std::size_t>(image_.width * image_.height * image_.channels));
  }

  /// pictures: uint8 [columns, C, H, W].
  void add(const at::Tensor& pictures, nlohmann::json described) {
    const Image row = makeGrid(pictures, columns_, kGridPadding);
    std::ranges::copy(row.pixels, image_.pixels.begin() + done() * cell_ * image_.width * image_.channels);
    described_.push_back(std::move(described));
  }

  /// Leaves away the rows that were not drawn.
  void cut() {
    image_.height = done() * cell_ + kGridPadding;
    image_.pixels.resize(static_cast<std::size_t>(image_.width * image_.height * image_.channels));
  }

  std::int64_t rows() const { return rows_; }
  std::int64_t done() const { return static_cast<std::int64_t>(described_.size()); }
  const Image& image() const { return image_; }
  const nlohmann::json& described() const { return described_; }

 private:
  std::int64_t cell_;
  std::int64_t columns_;
  std::int64_t rows_;
  Image image_;
  nlohmann::json described_ = nlohmann::json::array();
};

class SheetDrawer {
 public:
  SheetDrawer(const SheetRequest& request, OpenedSource& opened)
      : request_(request), opened_(opened), classes_(classesInTurn(request.alike, opened.maker.facts())) {
    if (classes_.empty() && (request.kind == SheetKind::kClasses || request.kind == SheetKind::kInterpolateY ||
                             request.kind == SheetKind::kInterpolateZY)) {
      throw Error(ErrorCode::kInvalidArgument, "sheet_needs_classes",
                  "A sheet of {kind} needs a generator of classes. Choose random, interpolate-z or steps.",
                  {{"kind", std::string(nameOf(request.kind))}});
    }
  }

  std::int64_t rows() const {
    if (moves(request_.kind)) return rowsOfDirections();
    if (request_.rows > 0) return request_.rows;
    if (interpolates(request_.kind)) return kRowsOfInterpolation;
    if (request_.kind == SheetKind::kRandom) return kRowsOfRandom;
    return std::min<std::int64_t>(static_cast<std::int64_t>(classes_.size()), kMostRowsUnasked);
  }

  void draw(Sheet& sheet, std::int64_t row) const {
    if (interpolates(request_.kind)) return drawInterpolation(sheet, row);
    std::vector<SamplePoint> points;
    for (std::int64_t column = 0; column < request_.columns; ++column) points.push_back(pointAt(row, column));
    const at::Tensor pictures = opened_.maker.make(opened_.maker.inputs(points));
    nlohmann::json lines = nlohmann::json::array();
    for (SamplePoint& point : points) {
      point.step = opened_.found.step;
      lines.push_back(toText(point));
    }
    sheet.add(pictures, lines);
  }

 private:
  DirectionKind directions() const {
    return request_.kind == SheetKind::kSefa ? DirectionKind::kSefa : DirectionKind::kPca;
  }

  std::int64_t rowsOfDirections() const {
    const std::int64_t most = opened_.maker.latents().directions(directions()).vectors.size(0);
    if (request_.rows > most) {
      throw Error(ErrorCode::kInvalidArgument, "sheet_few_directions",
                  "The generator has {count} directions of {kind}, but {rows} rows were asked for. Ask for {count} at "
                  "most.",
                  {{"count", std::to_string(most)},
                   {"kind", std::string(nameOf(request_.kind))},
                   {"rows", std::to_string(request_.rows)}});
    }
    return request_.rows > 0 ? request_.rows : std::min(kRowsOfRandom, most);
  }

  SamplePoint pointAt(std::int64_t row, std::int64_t column) const {
    if (moves(request_.kind)) {
      SamplePoint point = request_.points.empty() ? pointOf(request_.alike, 0, label(0)) : request_.points.front();
      const double share = static_cast<double>(column) / static_cast<double>(request_.columns - 1);
      point.moves.push_back({.kind = directions(), .number = row, .distance = kSheetReach * (2 * share - 1)});
      return point;
    }
    if (!request_.points.empty()) return request_.points[static_cast<std::size_t>(column)];
    const std::int64_t sample = row * request_.columns + column;
    return pointOf(request_.alike, sample, request_.kind == SheetKind::kClasses ? label(row) : label(sample));
  }

  /// In turn; -1 without classes.
  std::int64_t label(std::int64_t turn) const {
    return classes_.empty() ? -1 : classes_[static_cast<std::size_t>(turn) % classes_.size()];
  }

  /// Straight lines, as BigGAN-PyTorch draws them: of latents, of conditions, or of both.
  void drawInterpolation(Sheet& sheet, std::int64_t row) const {
    const bool z = request_.kind != SheetKind::kInterpolateY;
    const bool y = request_.kind != SheetKind::kInterpolateZ;
    std::vector<SamplePoint> ends = {
        pointOf(request_.alike, 2 * row, y ? label(2 * row) : label(row)),
        pointOf(request_.alike, 2 * row + (z ? 1 : 0), y ? label(2 * row + 1) : label(row))};
    const PictureInputs inputs = opened_.maker.inputs(ends);
    const at::Tensor pictures =
        opened_.maker.make({.latents = line(inputs.latents), .condition = line(inputs.condition)});
    for (SamplePoint& end : ends) end.step = opened_.found.step;
    sheet.add(pictures, {{"from", toText(ends[0])}, {"to", toText(ends[1])}});
  }

  at::Tensor line(const at::Tensor& ends) const {
    if (!ends.defined()) return ends;
    const LatentPath path(ends, PathKind::kLinear, PathEnds::kOpen);
    std::vector<at::Tensor> points;
    for (std::int64_t column = 0; column < request_.columns; ++column) {
      points.push_back(path.at(static_cast<double>(column) / static_cast<double>(request_.columns - 1)));
    }
    return at::stack(points);
  }

  const SheetRequest& request_;
  OpenedSource& opened_;
  std::vector<std::int64_t> classes_;
};

/// The checkpoints that a sheet of steps shows: all, or evenly chosen ones with the first and last among them.
std::vector<std::int64_t> chosenSteps(const SheetRequest& request) {
  const std::vector<std::int64_t> all = checkpointSteps(request.source.path, request.source.checkpoints);
  const auto most = static_cast<std::size_t>(request.rows > 0 ? request.rows : kMostRowsUnasked);
  if (all.size() <= most) return all;
  std::vector<std::int64_t> chosen;
  for (std::size_t i = 0; i < most; ++i)
    chosen.push_back(all[most == 1 ? all.size() - 1 : i * (all.size() - 1) / (most - 1)]);
  return chosen;
}

/// What points say besides themselves becomes the request's.
SheetRequest withPoints(SheetRequest request) {
  if (request.points.empty()) return request;
  const SamplePoint& first = request.points.front();
  if (!(request.kind == SheetKind::kSteps || (moves(request.kind) && request.points.size() == 1))) {
    throw Error(
        ErrorCode::kInvalidArgument, "sheet_no_points",
        "Points can be given for sheets of steps, and one for those of sefa and pca; these {count} were given for "
        "{kind}. Draw them with `gan-engine sample`.",
        {{"count", std::to_string(request.points.size())}, {"kind", std::string(nameOf(request.kind))}});
  }
  if (moves(request.kind)) {  // one move more must fit into a line that is read back
    SamplePoint moved = first;
    moved.moves.push_back({});
    samplePointFromText(toText(moved));
  }
  for (const SamplePoint& point : request.points) {
    const bool moved = point.statistics != StatisticsMode::kRunning;
    if (point.statistics == first.statistics && (!moved || point.truncation == first.truncation)) continue;
    throw Error(ErrorCode::kInvalidArgument, "sheet_points_differ",
                "{one} and {other} are made with different statistics. Give points of one kind for a sheet.",
                {{"one", shortText(first)}, {"other", shortText(point)}});
  }
  request.source = sourceOf(request.source, request.points);
  request.alike.statistics = first.statistics;
  request.alike.truncation = first.truncation;
  if (request.kind == SheetKind::kSteps) request.columns = static_cast<std::int64_t>(request.points.size());
  return request;
}

void check(const SheetRequest& request) {
  constexpr std::int64_t kMost = 1000;
  const std::int64_t fewest = interpolates(request.kind) || moves(request.kind) ? 2 : 1;
  if (request.rows < 0 || request.rows > kMost) {
    throw Error(ErrorCode::kInvalidArgument, "sheet_bad_rows",
                "A sheet has 1 to 1,000 rows, or 0 for as many as its kind has, but {rows} were asked for.",
                {{"rows", std::to_string(request.rows)}});
  }
  if (request.columns < fewest || request.columns > kMost) {
    throw Error(ErrorCode::kInvalidArgument, "sheet_bad_columns",
                "A sheet of {kind} has {fewest} to 1,000 columns, but {columns} were asked for.",
                {{"kind", std::string(nameOf(request.kind))},
                 {"fewest", std::to_string(fewest)},
                 {"columns", std::to_string(request.columns)}});
  }
  if (request.kind == SheetKind::kSteps && request.source.step) {
    throw Error(ErrorCode::kInvalidArgument, "sheet_of_all_steps",
                "A sheet of steps shows a checkpoint in each row, but one step, {step}, was asked for. Leave the step "
                "away, or choose another kind.",
                {{"step", std::to_string(*request.source.step)}});
  }
}

}  // namespace

std::string_view nameOf(SheetKind kind) {
  return std::ranges::find(kKinds, kind, &decltype(kKinds)::value_type::first)->second;
}

SheetKind sheetKind(std::string_view name) {
  const auto* const found = std::ranges::find(kKinds, name, &decltype(kKinds)::value_type::second);
  if (found != kKinds.end()) return found->first;
  throw Error(ErrorCode::kInvalidArgument, "sheet_kind_unknown",
              "{name} is no kind of sheet. There are classes, random, steps, interpolate-z, interpolate-y, "
              "interpolate-zy, sefa and pca.",
              {{"name", excerpt(name)}});
}

struct PictureSheet::Impl {
  explicit Impl(const SheetRequest& asked) : request(withPoints(asked)) {
    check(request);
    format = pictureFormat(request.out.extension().string());
    requireFilePlace(request.out);
    if (request.kind == SheetKind::kSteps) {
      steps = chosenSteps(request);
      if (steps.empty()) {
        throw Error(ErrorCode::kNotFound, "checkpoint_not_found", "{run} has no checkpoint yet.",
                    {{"run", request.source.path.string()}});
      }
    }
    open(0);
    const std::int64_t rows = steps.empty() ? drawer->rows() : static_cast<std::int64_t>(steps.size());
    sheet.emplace(request, format, opened->maker.facts(), rows);
  }

  /// The generator of a row: all have the same one, or of a sheet of steps each its own.
  void open(std::int64_t row) {
    PictureSource source = request.source;
    if (!steps.empty()) source.step = steps[static_cast<std::size_t>(row)];
    drawer.reset();
    opened.reset();  // before there is another one
    opened = std::make_unique<OpenedSource>(source);
    opened->maker.use(request.alike.statistics, request.alike.truncation);
    drawer.emplace(request, *opened);
    opened_for = row;
  }

  const SheetRequest request;
  PictureFormat format = PictureFormat::kPng;
  std::vector<std::int64_t> steps;  ///< Of a sheet of steps.
  std::unique_ptr<OpenedSource> opened;
  std::int64_t opened_for = 0;
  std::optional<SheetDrawer> drawer;
  std::optional<Sheet> sheet;
};

PictureSheet::PictureSheet(const SheetRequest& request) : impl_(std::make_unique<Impl>(request)) {}

PictureSheet::~PictureSheet() = default;

std::int64_t PictureSheet::rows() const { return impl_->sheet->rows(); }

std::int64_t PictureSheet::done() const { return impl_->sheet->done(); }

bool PictureSheet::isDrawn() const {
  const std::int64_t at_most = impl_->request.at_most;
  return done() >= (at_most > 0 ? std::min(at_most, rows()) : rows());
}

void PictureSheet::drawRow() {
  const bool of_steps = !impl_->steps.empty();
  if (of_steps && impl_->opened_for != done()) impl_->open(done());
  impl_->drawer->draw(*impl_->sheet, of_steps ? 0 : done());
}

SheetOutcome PictureSheet::write() {
  const SheetRequest& request = impl_->request;
  Sheet& sheet = *impl_->sheet;
  if (sheet.done() < sheet.rows()) sheet.cut();
  writeFileAtomically(request.out, encodePicture(request.out, sheet.image(), impl_->format, request.quality));
  nlohmann::json json = provenance(impl_->opened->found);
  if (request.points.empty()) {
    describe(json, request.alike);
  } else {
    describeTruncation(json, request.points);
  }
  json["kind"] = nameOf(request.kind);
  json["rows"] = sheet.rows();
  json["columns"] = request.columns;
  json["pictures"] = sheet.described();
  std::filesystem::path beside = request.out;
  beside += ".json";
  writeJson(beside, json);
  return {.from = impl_->steps.empty() ? drawnFrom(*impl_->opened) : drawnFromSeveral(*impl_->opened),
          .rows = sheet.done(),
          .all_rows = sheet.rows(),
          .columns = request.columns,
          .preview = request.at_most > 0 ? previewOf(sheet.image()) : std::string()};
}

SheetOutcome drawPictureSheet(const SheetRequest& request, ProgressMonitor& monitor) {
  const auto begin = std::chrono::steady_clock::now();
  PictureSheet sheet(request);
  const auto opened = std::chrono::steady_clock::now();
  while (!sheet.isDrawn()) {
    monitor.throwIfCancelled();
    sheet.drawRow();
    monitor.report({.stage = "Sheet", .done = sheet.done(), .total = sheet.rows(), .unit = "rows"});
  }
  SheetOutcome outcome = sheet.write();
  const bool opens_for_each = request.kind == SheetKind::kSteps;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - (opens_for_each ? begin : opened);
  outcome.seconds = took.count();
  return outcome;
}

}  // namespace gan
