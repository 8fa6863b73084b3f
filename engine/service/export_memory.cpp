#include "service/export_memory.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "config/evaluation_scores.h"
#include "config/latent_walk.h"
#include "config/sample_point.h"
#include "run/memory_room.h"
#include "service/sampler_memory.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;

constexpr std::uint64_t kRowsUnasked = 50;  // at most
constexpr std::uint64_t kColumnsUnasked = 10;
constexpr std::uint64_t kPadding = 2;
constexpr std::uint64_t kJudgingNeed = 512U << 20U;  // a feature network, and features of both sides
constexpr std::uint64_t kCopies = 2;                 // the pixels, and the file

/// By this process.
std::uint64_t heldBytes() {
  std::uint64_t all = 0;
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> all >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// Of a generator, or a classifier: those of a run are all of one size.
std::uint64_t weightsBytes(const fs::path& checkpoints) {
  std::error_code none;
  for (const auto& checkpoint : fs::directory_iterator(checkpoints, none)) {
    for (const char* name : {"ema.safetensors", "generator.safetensors", "classifier.safetensors"}) {
      const std::uintmax_t bytes = fs::file_size(checkpoint.path() / name, none);
      if (!none) return bytes;
    }
  }
  return 0;
}

template <class Lines>
bool takesStatistics(const Lines& points) {
  return std::any_of(points.begin(), points.end(), [](const std::string& point) {
    return samplePointFromText(point).statistics != StatisticsMode::kRunning;
  });
}

bool takesStatistics(const v1::SamplesAlike& alike) {
  return !alike.statistics().empty() && alike.statistics() != "running";
}

bool takesStatistics(const v1::ExportRequest& request) {
  return takesStatistics(request.samples().alike()) || takesStatistics(request.samples().points()) ||
         takesStatistics(request.film().keyframes()) || takesStatistics(request.sheet().alike()) ||
         takesStatistics(request.sheet().points());
}

std::uint64_t sheetBytes(const v1::SheetExport& sheet, const RunConfig& config) {
  const auto cell = static_cast<std::uint64_t>(config.integer("data.resolution")) + kPadding;
  const std::uint64_t rows = sheet.rows() > 0 ? sheet.rows() : kRowsUnasked;
  const std::uint64_t columns = sheet.columns() > 0 ? sheet.columns() : kColumnsUnasked;
  return kCopies * rows * columns * cell * cell * static_cast<std::uint64_t>(config.integer("data.channels"));
}

std::string formatOf(const v1::FilmExport& film) { return film.format().empty() ? "mp4" : film.format(); }

std::int64_t filmSide(const v1::FilmExport& film, const RunConfig& config) {
  return config.integer("data.resolution") * std::max<std::int64_t>(1, film.zoom());
}

std::uint64_t filmBytes(const v1::FilmExport& film, const RunConfig& config) {
  constexpr std::uint64_t kColours = 3;
  constexpr std::uint64_t kHeld = 4;            // a picture as it is zoomed, drawn, coloured and written
  constexpr std::uint64_t kHeldByEncoder = 64;  // x264 looks 40 pictures ahead, and each thread has some
  constexpr std::uint64_t kEncoder = 64U << 20U;
  const auto side = static_cast<std::uint64_t>(filmSide(film, config));
  const std::uint64_t picture = side * side * kColours;
  return kHeld * picture + (formatOf(film) == "mp4" ? kEncoder + kHeldByEncoder * picture : 0);
}

/// Of an archive, whose pictures are made so many at a time before they are written one after the other.
std::uint64_t archiveBytes(const RunConfig& config) {
  constexpr std::uint64_t kMostAtOnce = 256;
  const auto side = static_cast<std::uint64_t>(config.integer("data.resolution"));
  return kCopies * kMostAtOnce * side * side * static_cast<std::uint64_t>(config.integer("data.channels"));
}

}  // namespace

std::uint64_t exportNeed(const ExportTask& task, const RunConfig& config) {
  const std::uint64_t said = static_cast<std::uint64_t>(config.integer("sampler.memory_mib")) << 20U;
  std::uint64_t need =
      said > 0 ? said
               : samplerNeed(weightsBytes(task.checkpoints.empty() ? task.run / "checkpoints" : task.checkpoints));
  if (said == 0 && takesStatistics(task.request)) need += statisticsNeed(config);
  if (task.request.has_evaluation()) {
    need += kJudgingNeed;
    need *= static_cast<std::uint64_t>(evaluationProcesses(config, /*trains=*/1));
  }
  if (task.request.has_sheet()) need += sheetBytes(task.request.sheet(), config);
  if (task.request.has_film()) need += filmBytes(task.request.film(), config);
  if (task.request.samples().format().starts_with("npz")) need += archiveBytes(config);
  return need;
}

void requireExportMemory(const ExportTask& task, const RunConfig& config) {
  if (task.request.has_film()) requireFilmSide(formatOf(task.request.film()), filmSide(task.request.film(), config));
  const std::uint64_t need = exportNeed(task, config);
  requireMemory(need - std::min(need, heldBytes()), memoryRoom().left_bytes);
}

}  // namespace gan
