#include "service/checkpoint_sheets.h"

#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "config/sheet_list.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/log.h"
#include "core/reason_of.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
namespace v1 = ganstudio::v1;

constexpr std::size_t kMostWaiting = 64;  // of a training that writes faster than can be drawn, the newest

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
  log::warning("no sheet " + sheet.kind + " of " + sheet.checkpoint + ": " + reasonOf(why));
}

CheckpointSheets::CheckpointSheets(RunReader& reader, SamplerHost& sampler)
    : reader_(reader), sampler_(sampler), seen_(reader.end()) {}

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
  const RunSummary summary = reader_.summary();
  const std::int64_t classes = reader_.folder().config().integer("model.classes");
  while (seen_.next_sequence < end.next_sequence) {
    seen_.next_row = end.next_row;
    const RunReader::Update update = reader_.since(seen_, /*max_rows=*/0, RunReader::Measurements::kLeftOut);
    for (const Event& event : update.events) {
      const auto* written = std::get_if<CheckpointWritten>(&event.what);
      if (written == nullptr) continue;
      for (const std::string& kind : sheetList(textOf(reader_, summary, "sampling.with_checkpoint"))) {
        if (sheetNeedsClasses(kind) && classes == 0) continue;
        waiting_.push_back({event.step, written->name, kind});
      }
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
  const fs::path sheets = folder.samples() / "sheets";
  std::error_code failure;
  fs::create_directories(sheets, failure);
  if (failure) throwFileError("make", sheets, failure.value());
  v1::SheetTask task;
  task.set_run(folder.path().string());
  task.set_kind(sheet.kind);
  task.set_file((sheets / (sheet.checkpoint + "." + sheet.kind + ".png")).string());
  v1::SamplesAlike& alike = *task.mutable_alike();
  alike.set_seed(static_cast<std::uint64_t>(folder.config().integer("sampling.seed")));
  alike.set_classes(textOf(reader_, summary, "sampling.classes"));
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
