#include "run/archived_rows.h"

#include <algorithm>
#include <utility>

#include "core/error.h"

namespace gan {
namespace {

constexpr std::size_t kMilestone = 256;
constexpr std::size_t kChunk = 4096;
/// What was published in small pieces is found and read as one up to here, missing values included.
constexpr std::size_t kPlaceValues = 65536;

[[noreturn]] void throwChanged(const MetricsPlace& place) {
  throw Error(ErrorCode::kDataLoss, "metrics_changed",
              "{file} no longer holds the rows at byte {offset} that were read from it before: something changed or "
              "damaged it. Open the run again to see what is left.",
              {{"file", place.file ? place.file->string() : ""}, {"offset", std::to_string(place.begin)}});
}

}  // namespace

void ArchivedRows::append(const MetricsBlock& block, std::size_t begin, std::size_t end) {
  if (begin == end) return;
  const std::size_t first_row = steps_.size();
  for (std::size_t row = begin; row < end; ++row) {
    steps_.append(block.steps[row]);
    const Position position{block.epochs[row], block.unix_seconds[row]};
    if (newest_.size() % kMilestone == 0) milestones_.push_back(position);
    newest_.push_back(position);
  }
  appendPlace(block, begin, end, first_row);
  if (newest_.size() < 2 * kChunk) return;
  kept_from_ = std::max(kept_from_, (newest_.size() / kChunk - 1) * kChunk);
  newest_.forgetBefore(kept_from_);
}

void ArchivedRows::appendPlace(const MetricsBlock& block, std::size_t begin, std::size_t end, std::size_t first_row) {
  const bool whole = begin == 0 && end == block.steps.size();
  if (whole && !pieces_.empty() && pieces_.back().whole) {
    MetricsPlace& last = pieces_.back().place;
    const MetricsPlace& next = block.place;
    const std::size_t values = (steps_.size() - pieces_.back().first_row) * (block.columns.size() + 3);
    if (last.file == next.file && last.end == next.begin && values <= kPlaceValues) {
      last.end = next.end;
      return;
    }
  }
  pieces_.push_back({.first_row = first_row, .skipped = begin, .place = block.place, .whole = whole});
}

void ArchivedRows::truncate(std::size_t size) {
  if (size >= steps_.size()) return;
  if (size < kept_from_) {
    const std::size_t first = size == 0 ? 0 : (size - 1) / kChunk * kChunk;  // the newest row stays in memory
    std::vector<Position> end;
    visit(first, size, [&end](const MetricsBlock& block, std::size_t row, std::size_t last) {
      for (; row < last; ++row) end.push_back({block.epochs[row], block.unix_seconds[row]});
    });
    newest_.truncate(first);
    newest_.append(end);
    kept_from_ = first;
  }
  newest_.truncate(size);
  milestones_.truncate((size + kMilestone - 1) / kMilestone);
  steps_.truncate(size);
  while (!pieces_.empty() && pieces_.back().first_row >= size) pieces_.pop_back();
  if (!pieces_.empty()) pieces_.back().whole = false;
}

ArchivedRows::Slice ArchivedRows::sliceFrom(std::size_t row, std::size_t last) const {
  const auto after = std::ranges::upper_bound(pieces_, row, {}, &Piece::first_row);
  const Piece& piece = *(after - 1);
  const std::size_t end = std::min(last, after == pieces_.end() ? steps_.size() : after->first_row);
  Slice slice;
  slice.block = archive_.block(piece.place);
  slice.begin = piece.skipped + row - piece.first_row;
  slice.end = piece.skipped + end - piece.first_row;
  if (slice.end > slice.block->steps.size() || slice.block->steps[slice.begin] != steps_.at(row)) {
    throwChanged(piece.place);
  }
  return slice;
}

ArchivedRows::Position ArchivedRows::position(std::size_t row) const {
  if (row >= kept_from_) return newest_[row];
  if (row % kMilestone == 0) return milestones_[row / kMilestone];
  const Slice slice = sliceFrom(row, row + 1);
  return {slice.block->epochs[slice.begin], slice.block->unix_seconds[slice.begin]};
}

ArchivedRows::Position ArchivedRows::positionAbout(std::size_t row) const {
  if (row >= kept_from_) return newest_[row];
  const Position& before = milestones_[row / kMilestone];
  const Position& after = milestones_[row / kMilestone + 1];  // There is one: newer rows are in memory.
  const double part = static_cast<double>(row % kMilestone) / static_cast<double>(kMilestone);
  return {before.epoch + part * (after.epoch - before.epoch),
          before.unix_seconds + part * (after.unix_seconds - before.unix_seconds)};
}

std::size_t ArchivedRows::firstSince(std::size_t row, double unix_seconds) const {
  const auto search = [this, unix_seconds](std::size_t begin, std::size_t end, std::size_t stride) {
    while (begin < end) {
      const std::size_t middle = begin + (end - begin) / 2;
      if (position(middle * stride).unix_seconds >= unix_seconds) {
        end = middle;
      } else {
        begin = middle + 1;
      }
    }
    return begin;
  };
  // Milestones first, so that one block at most is read.
  const std::size_t first = (row + kMilestone - 1) / kMilestone;
  const std::size_t milestone = search(first, std::max(first, milestones_.size()), kMilestone);
  const std::size_t begin = milestone == first ? row : (milestone - 1) * kMilestone + 1;
  return search(begin, std::min(milestone * kMilestone, steps_.size()), 1);
}

void ArchivedRows::read(std::string_view column, StepRange range, std::span<float> values) const {
  std::size_t found = 0;
  const auto take = [&](const MetricsBlock& block, std::size_t begin, std::size_t end) {
    const auto name = std::ranges::find(block.columns, column);
    if (name == block.columns.end()) return;
    const auto& all = block.values[static_cast<std::size_t>(name - block.columns.begin())];
    for (std::size_t row = begin; row < end; ++row) {
      if (isMissing(all[row])) continue;
      if (found == values.size()) throwChanged(block.place);
      values[found++] = all[row];
    }
  };
  visit(steps_.countBelow(range.first), steps_.countUpTo(range.last), take);
  if (found < values.size()) throwChanged(pieces_.back().place);
}

}  // namespace gan
