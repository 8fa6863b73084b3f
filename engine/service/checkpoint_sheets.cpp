#include "service/checkpoint_sheets.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "config/class_list.h"
#include "config/sheet_list.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/log.h"
#include "core/reason_of.h"
#include "run/checkpoint_store.h"
#include "run/current_line.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;

constexpr std::size_t kMostWaiting = 256;  // of a training that writes faster than can be drawn, the newest
constexpr std::size_t kMostRows = 50;      // of a sheet whose rows nobody asked for

struct Page {
  std::string name;
  std::string classes;
};

/// One sheet of a kind, or of classes as many as they take; who draws it says what is wrong with its classes.
std::vector<Page> pagesOf(const std::string& kind, const std::string& classes, std::int64_t class_count) {
  if (kind != "classes") return {{kind, classes}};
  std::vector<std::int64_t> labels;
  try {
    labels = classList(classes, class_count);
  } catch (const Error&) {
    return {{kind, classes}};
  }
  if (labels.empty()) {
    labels.resize(static_cast<std::size_t>(class_count));
    std::iota(labels.begin(), labels.end(), 0);
  }
  if (labels.size() <= kMostRows) return {{kind, classes}};
  std::vector<Page> pages;
  for (std::size_t first = 0; first < labels.size(); first += kMostRows) {
    std::string shown;
    for (std::size_t i = first; i < std::min(first + kMostRows, labels.size()); ++i) {
      shown += (shown.empty() ? "" : ",") + std::to_string(labels[i]);
    }
    const std::string number = std::to_string(pages.size() + 1);
    pages.push_back({kind + (number.size() < 2 ? "-0" : "-") + number, shown});
  }
  return pages;
}

/// What a field is set to by now.
Value valueOf(const RunReader& reader, const RunSummary& summary, const std::string& path) {
  const auto live = summary.live_values.find(path);  // without those that mean nothing in this run
  return live != summary.live_values.end() ? live->second : reader.folder().config().value(path);
}

std::string textOf(const RunReader& reader, const RunSummary& summary, const std::string& path) {
  return formatValue(valueOf(reader, summary, path));
}

}  // namespace

void CheckpointSheets::tellMissing(const WantedSheet& sheet, const std::exception_ptr& why) {
  log::warning("no sheet " + sheet.name + " of " + sheet.checkpoint + ": " + reasonOf(why));
}

CheckpointSheets::CheckpointSheets(RunReader& reader, SamplerHost& sampler)
    : reader_(reader), sampler_(sampler), seen_(reader.end()) {
  try {
    wantMissing();
  } catch (const std::exception&) {
    log::warning("sheets that an earlier engine left undone stay so: " + reasonOf(std::current_exception()));
  }
}

void CheckpointSheets::wantMissing() {
  const CurrentLine line(reader_.events());
  const RunSummary summary = reader_.summary();
  const RunFolder& folder = reader_.folder();
  for (const CheckpointStore::Entry& entry : CheckpointStore(folder.checkpoints()).list()) {
    if (!line.contains(entry.state.step, entry.state.segment)) continue;
    const auto& live = entry.state.live_values;
    const std::string field = "sampling.with_checkpoint";
    const auto said = std::ranges::find(live, field, &std::pair<std::string, std::string>::first);
    want(entry.state.step, entry.name, said == live.end() ? folder.config().text(field) : said->second, summary);
  }
  if (waiting_.size() > kMostWaiting) {  // the next engine goes on
    waiting_.erase(waiting_.begin(), waiting_.end() - static_cast<std::ptrdiff_t>(kMostWaiting));
  }
}

void CheckpointSheets::want(std::int64_t step, const std::string& checkpoint, const std::string& kinds,
                            const RunSummary& summary) {
  const std::int64_t classes = reader_.folder().config().integer("model.classes");
  for (const std::string& kind : sheetList(kinds)) {
    if (sheetNeedsClasses(kind) && classes == 0) continue;
    for (const Page& page : pagesOf(kind, textOf(reader_, summary, "sampling.classes"), classes)) {
      WantedSheet sheet{
          .step = step, .checkpoint = checkpoint, .kind = kind, .name = page.name, .classes = page.classes};
      std::error_code none;
      if (!isWanted(sheet) && !fs::exists(fileOf(sheet), none)) waiting_.push_back(std::move(sheet));
    }
  }
}

fs::path CheckpointSheets::fileOf(const WantedSheet& sheet) const {
  return reader_.folder().samples() / "sheets" / (sheet.checkpoint + "." + sheet.name + ".png");
}

bool CheckpointSheets::isWanted(const WantedSheet& sheet) const {
  const auto is_same = [&](const WantedSheet& other) {
    return other.checkpoint == sheet.checkpoint && other.name == sheet.name;
  };
  return (drawn_ && is_same(*drawn_)) || std::ranges::any_of(waiting_, is_same);
}

void CheckpointSheets::attend() {
  collect();
  submitNext();
}

bool CheckpointSheets::isDrawing() const {
  const std::lock_guard lock(mutex_);
  return drawn_ || !waiting_.empty();
}

void CheckpointSheets::collect() {
  const RunReader::Cursor end = reader_.end();
  const std::lock_guard lock(mutex_);
  if (seen_.next_sequence >= end.next_sequence) return;
  std::optional<RunSummary> summary;  // is asked for where there is a checkpoint: it costs more than the rest
  while (seen_.next_sequence < end.next_sequence) {
    seen_.next_row = end.next_row;
    const RunReader::Update update = reader_.since(seen_, /*max_rows=*/0, RunReader::Measurements::kLeftOut);
    for (const Event& event : update.events) {
      const auto* written = std::get_if<CheckpointWritten>(&event.what);
      if (written == nullptr) continue;
      if (!summary) summary = reader_.summary();
      want(event.step, written->name, textOf(reader_, *summary, "sampling.with_checkpoint"), *summary);
    }
    if (update.next.next_sequence == seen_.next_sequence) break;
    seen_ = update.next;
  }
  while (waiting_.size() > kMostWaiting) {
    const Error why(ErrorCode::kResourceExhausted, "sheets_too_many", "Checkpoints come faster than sheets are drawn.");
    tellMissing(waiting_.front(), std::make_exception_ptr(why));
    waiting_.pop_front();
  }
}

void CheckpointSheets::submitNext() {
  WantedSheet sheet;
  {
    const std::lock_guard lock(mutex_);
    if (drawn_ || waiting_.empty()) return;
    sheet = waiting_.front();
    waiting_.pop_front();
    drawn_ = sheet;
  }
  try {
    SamplerPiece piece{.step = sheet.step, .task = {}, .wanted = {}, .answer = {}};
    *piece.task.mutable_sheet() = taskFor(sheet);
    submitPiece(std::move(piece));
  } catch (const std::exception&) {
    tellMissing(sheet, std::current_exception());
    const std::lock_guard lock(mutex_);
    drawn_.reset();
  }
}

v1::SheetTask CheckpointSheets::taskFor(const WantedSheet& sheet) const {
  const RunFolder& folder = reader_.folder();
  const RunSummary summary = reader_.summary();
  const fs::path file = fileOf(sheet);
  std::error_code failure;
  fs::create_directories(file.parent_path(), failure);
  if (failure) throwFileError("make", file.parent_path(), failure.value());
  v1::SheetTask task;
  task.set_run(folder.path().string());
  task.set_kind(sheet.kind);
  task.set_file(file.string());
  v1::SamplesAlike& alike = *task.mutable_alike();
  alike.set_seed(static_cast<std::uint64_t>(folder.config().integer("sampling.seed")));
  alike.set_classes(sheet.classes);
  alike.set_truncation(std::get<double>(valueOf(reader_, summary, "sampling.truncation")));
  alike.set_truncation_kind(textOf(reader_, summary, "sampling.truncation_kind"));
  alike.set_statistics(textOf(reader_, summary, "sampling.statistics"));
  return task;
}

void CheckpointSheets::submitPiece(SamplerPiece piece) {
  piece.wanted = [] { return true; };
  piece.answer = [this, step = piece.step, task = piece.task, weights = piece.weights](
                     v1::SamplerAnswer& answer, const std::exception_ptr& failure) {
    if (!failure && !answer.search().empty()) {
      SamplerPiece next{.step = step, .task = task, .weights = weights, .wanted = {}, .answer = {}};
      next.task.set_search(answer.search());
      return submitPiece(std::move(next));
    }
    const std::lock_guard lock(mutex_);
    if (failure) tellMissing(*drawn_, failure);
    drawn_.reset();
  };
  sampler_.submit(std::move(piece));
}

}  // namespace gan
