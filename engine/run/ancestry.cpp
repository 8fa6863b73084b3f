#include "run/ancestry.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/error.h"
#include "core/log.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// A folder may name itself as its parent, over others.
constexpr std::size_t kMostRuns = 32;

/// The last step of the reader's current line that a branch of it shares. What went on from a step before it only later
/// took the place of what the branch has seen.
std::int64_t lastShared(const RunReader& reader, const RunManifest& branch) {
  std::int64_t last = branch.parent_step;
  for (const Event& event : reader.events()) {
    const auto* started = std::get_if<SegmentStarted>(&event.what);
    if (started == nullptr || event.unix_seconds <= branch.created_unix_seconds) continue;
    last = std::min(last, started->first_step);
  }
  return last;
}

ScoredImages imagesOfRun(const RunFolder& run) { return scoredImages(run.config(), run.manifest().data_fingerprint); }

}  // namespace

struct Ancestry::Run {
  std::unique_ptr<RunReader> reader;
  StepRange steps;
  ScoredImages images;
};

Ancestry::Ancestry(const RunFolder& branch) : images_(imagesOfRun(branch)) {
  RunFolder child = branch;
  std::int64_t before = child.manifest().parent_step + 1;
  while (!child.manifest().parent_path.empty() && before > 1 && runs_.size() < kMostRuns) {
    try {
      const fs::path path = (fs::absolute(child.path()) / child.manifest().parent_path).lexically_normal();
      auto reader = std::make_unique<RunReader>(RunFolder::openForDisplay(path));
      reader->refresh();
      const std::optional<StepRange> known = reader->steps();
      const std::int64_t last = std::min(lastShared(*reader, child.manifest()), before - 1);
      child = reader->folder();
      if (!known || known->first > last) break;
      before = known->first;
      const StepRange steps{known->first, std::min(known->last, last)};
      runs_.insert(runs_.begin(), Run{std::move(reader), steps, imagesOfRun(child)});
    } catch (const Error& error) {
      log::info(error.what());  // moved or removed meanwhile
      break;
    }
  }
}

Ancestry::~Ancestry() = default;

std::int64_t Ancestry::firstStep() const { return runs_.empty() ? 0 : runs_.front().steps.first; }

std::vector<Ancestry::Part> Ancestry::query(const std::string& series, StepRange range, std::size_t columns,
                                            Smoothing smoothing) const {
  const bool is_score = series.starts_with("evaluation/");
  std::vector<Part> parts;
  for (const Run& run : runs_) {
    const StepRange asked{std::max(range.first, run.steps.first), std::min(range.last, run.steps.last)};
    if (asked.first > asked.last || (is_score && run.images != images_)) continue;
    const std::vector<std::string> names = run.reader->seriesNames();
    if (!std::ranges::binary_search(names, series)) continue;
    Part part{run.reader->query(series, asked, columns, smoothing), {}};
    if (part.columns.empty()) continue;
    std::vector<std::int64_t> steps;
    for (const Column& column : part.columns) steps.push_back(column.first_step);
    part.positions = run.reader->positions(steps);
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace gan
