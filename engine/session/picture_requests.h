#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/latent_walk.h"
#include "config/sample_point.h"
#include "core/progress_monitor.h"

namespace gan {

/// Pictures on request, from a run or from weights alone. What was asked for stands in a JSON file beside the pictures
/// and can be asked for again: the same request gives the same bytes on the same kind of device. Nothing that has its
/// final name is ever half. All throw findGenerator()'s errors (see generator_source.h), Error(kInvalidArgument) for
/// what the generator cannot do ("pictures_not_in_stages": be cut into as many stages), Error(kCancelled) when the
/// monitor says so, and errors of files.

/// Where pictures come from and where they are computed.
struct PictureSource {
  std::filesystem::path path;             ///< A run folder, or a file of weights that says which network it is of.
  std::optional<std::int64_t> step = {};  ///< Of a run's checkpoint; none: the newest.
  std::string device = "cpu";
  /// Where device alone is not to hold the generator, the devices of its stages, as in "0+1" or "cpu+cpu", the first of
  /// which is device: cut where their weights take about as much memory each.
  std::string stages = {};
  int threads = 1;
  /// Where the run's checkpoints are, also superseded ones, if others may remove those in its folder meanwhile.
  std::filesystem::path checkpoints = {};
  /// Of a run's checkpoint: "average" or "newest"; empty: as the run draws its pictures.
  std::string weights = {};
};

/// What was drawn, and from what.
struct DrawnFrom {
  std::optional<std::int64_t> step = {};  ///< Of the weights, as far as it is known; of several: none.
  std::string checkpoint = {};            ///< Name of the run's; empty of weights alone and of several.
  std::int64_t standing_batches = 16;     ///< Over so many standing statistics are taken; of several: of one of them.
};

/// What pictures of numbered samples have in common.
struct DrawnAlike {
  std::uint64_t seed = 0;
  std::vector<std::int64_t> classes = {};  ///< In turn by a sample's number; empty: all that there are.
  Truncation truncation = {};
  StatisticsMode statistics = StatisticsMode::kRunning;
};

struct SampleRequest {
  PictureSource source;
  DrawnAlike alike;
  std::int64_t first = 0;  ///< Number of the first sample.
  std::int64_t count = 1;
  /// If there are any: these instead of numbered samples. Each is of the step that it names, else of the source's.
  std::vector<SamplePoint> points = {};
  /// "png", "jpeg", "webp": a file for each; "npz": one archive with arr_0 uint8 [N, H, W, 3] and arr_1, the classes,
  /// as guided-diffusion's and StudioGAN's evaluators read it; "npz-biggan": x uint8 [N, 3, H, W] and y, as
  /// BigGAN-PyTorch writes it. See sampleFormat().
  std::string format = "png";
  int quality = 95;
  bool class_folders = false;  ///< A folder for each class.
  std::int64_t done = 0;       ///< Of pictures in files: so many of the first were made by an earlier call.
  std::int64_t at_most = 0;    ///< To try a request out: so many pictures of it and no more; 0: all.
  /// Named as such a file is (.png, .jpg, .jpeg, .webp, .npz): that file, with its description in FILE.json. Otherwise
  /// a folder, made where it is missing, for them, or for samples.npz, and samples.json.
  std::filesystem::path out;
  bool describe = true;        ///< Whether the description is written: not by all of several processes.
  std::int64_t all_first = 0;  ///< For the description: the first of all that they share,
  std::int64_t all_count = 1;  ///< and how many these are.
};
/// The format that was asked for; if none was (""), the one that the name of `out` says, or "png". Throws
/// Error(kInvalidArgument, "sample_format_differs") where the two say different things.
std::string sampleFormat(const std::string& asked, const std::filesystem::path& out);
struct SampleOutcome {
  DrawnFrom from = {};
  std::int64_t pictures = 0;
  std::int64_t all_pictures = 0;                ///< That were asked for.
  double seconds = 0;                           ///< Without finding the generator.
  double drawing_seconds = 0;                   ///< Of these, what more pictures would take more of.
  std::uint64_t peak_memory_bytes = 0;          ///< Of the device; on the CPU of the process. From the beginning on.
  std::filesystem::path description_file = {};  ///< Beside the pictures,
  std::string description = {};                 ///< and what it holds, or is to hold.
  std::string preview = {};                     ///< Of a trial: a PNG of a few of the pictures, scaled down.
};
/// Throws besides Error(kInvalidArgument): "class_folders_need_classes", "sample_file_one_picture".
SampleOutcome drawSamples(const SampleRequest& request, ProgressMonitor& monitor);

struct FilmRequest {
  PictureSource source;
  LatentWalk walk;
  int zoom = 1;               ///< Pixels along each side that a pixel becomes.
  std::filesystem::path out;  ///< .mp4 or .gif; without an ending a folder for the pictures.
  std::int64_t at_most = 0;   ///< As SampleRequest's; of an MP4 some more, and then the first of them once more.
};
struct FilmOutcome {
  DrawnFrom from = {};
  std::int64_t pictures = 0;
  std::int64_t all_pictures = 0;
  double seconds = 0;
  std::uint64_t bytes = 0;              ///< Of the file; 0 for a folder.
  std::uint64_t peak_memory_bytes = 0;  ///< As SampleOutcome's,
  std::string preview = {};             ///< and this of the keyframes.
  double drawing_seconds = 0;           ///< Of `seconds`, without writing.
  /// Of a trial, where the first pictures are no measure of the others: what all of them will take.
  std::optional<double> all_seconds = {};
  std::optional<std::uint64_t> all_bytes = {};
};
FilmOutcome drawFilm(const FilmRequest& request, ProgressMonitor& monitor);

/// What a trial with running statistics leaves away: the time for statistics of this mode, of one truncation, reckoned
/// from pictures of the same source that took so long together to draw. standing_batches: as DrawnFrom has it.
double statisticsSeconds(StatisticsMode mode, std::int64_t standing_batches, const PictureSource& source,
                         std::int64_t pictures, double seconds);

enum class SheetKind {
  kClasses,        ///< A class a row, samples of it beside each other.
  kRandom,         ///< Samples of the classes in turn.
  kSteps,          ///< A checkpoint a row, the same samples in each.
  kInterpolateZ,   ///< From one latent to another along a row, of one class.
  kInterpolateY,   ///< From one class to another along a row, of one latent.
  kInterpolateZY,  ///< Both.
  kSefa,           ///< A direction of the latents a row, a point moved along it from -kSheetReach to kSheetReach.
  kPca,            ///< The same along principal components.
};
inline constexpr double kSheetReach = 3;
/// "classes", "random", "steps", "interpolate-z", "interpolate-y", "interpolate-zy", "sefa", "pca".
std::string_view nameOf(SheetKind kind);
/// The reverse. Throws Error(kInvalidArgument, "sheet_kind_unknown").
SheetKind sheetKind(std::string_view name);

struct SheetRequest {
  PictureSource source;
  DrawnAlike alike;
  /// If there are any: of steps the columns, instead of samples; of sefa and pca the one that is moved. All with the
  /// same statistics.
  std::vector<SamplePoint> points = {};
  SheetKind kind = SheetKind::kClasses;
  std::int64_t rows =
      0;  ///< 0: of classes and steps as many as there are, at most 50; of others 8, of interpolations 16.
  std::int64_t columns = 10;
  int quality = 95;
  std::filesystem::path out;  ///< .png, .jpg or .webp.
  std::int64_t at_most = 0;   ///< To try a request out: so many rows of it and no more; 0: all.
};
struct SheetOutcome {
  DrawnFrom from = {};
  std::int64_t rows = 0;
  std::int64_t all_rows = 0;
  std::int64_t columns = 0;
  std::string preview = {};  ///< As SampleOutcome's, of the rows.
  double seconds = 0;        ///< Of drawPictureSheet(): without finding the generator, unless each row has its own.
};
SheetOutcome drawPictureSheet(const SheetRequest& request, ProgressMonitor& monitor);

/// The same a row at a time, for who has other things to do meanwhile. Throws likewise. One thread.
class PictureSheet {
 public:
  explicit PictureSheet(const SheetRequest& request);
  ~PictureSheet();
  PictureSheet(const PictureSheet&) = delete;
  PictureSheet& operator=(const PictureSheet&) = delete;

  std::int64_t rows() const;
  std::int64_t done() const;
  /// Every row that was asked for.
  bool isDrawn() const;
  void drawRow();
  /// The files, once it is drawn.
  SheetOutcome write();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
