#include "training/step_record.h"

#include <stdexcept>
#include <utility>

namespace gan {

SeriesList::SeriesList(std::vector<std::string> on_device, const std::vector<std::string>& on_host,
                       const std::vector<std::string>& occasional)
    : on_device_(on_device.size()), names_(std::move(on_device)) {
  using namespace host_series;
  for (const std::string_view name : {kImagesPerSecond, kData, kForward, kBackward, kCommunication, kOptimizer}) {
    names_.emplace_back(name);
  }
  first_told_ = names_.size();
  names_.insert(names_.end(), on_host.begin(), on_host.end());
  end_told_ = names_.size();
  names_.emplace_back(kStep);
  for (std::size_t i = 0; i < names_.size(); ++i) places_.emplace(names_[i], i);
  occasional_.resize(names_.size());
  for (const std::string& name : occasional) occasional_[places_.at(name)] = true;
}

std::optional<std::size_t> SeriesList::find(std::string_view name) const {
  const auto found = places_.find(name);
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

std::size_t StepRecord::place(std::string_view name) const {
  const auto place = series->find(name);
  if (!place) throw std::out_of_range("no series " + std::string(name));
  return *place;
}

std::optional<double> StepRecord::find(std::string_view name) const {
  const auto place = series->find(name);
  return place ? std::optional(values.at(*place)) : std::nullopt;
}

std::optional<MetricsRow> rowOf(const StepRecord& record, Recorded recorded) {
  MetricsRow row{record.step, record.unix_seconds, record.epoch, {record.values.begin(), record.values.end()}};
  if (recorded == Recorded::kAll) return row;
  bool any = false;
  for (std::size_t i = 0; i < row.values.size(); ++i) {
    if (!record.series->isOccasional(i)) row.values[i] = kMissing;
    any = any || !isMissing(row.values[i]);
  }
  return any ? std::optional(std::move(row)) : std::nullopt;
}

StepRecord blankRecord(std::shared_ptr<const SeriesList> series, std::int64_t step) {
  StepRecord record{.step = step, .epoch = 0, .unix_seconds = 0, .series = std::move(series), .values = {}};
  record.values.resize(record.series->names().size());
  for (std::size_t i = 0; i < record.values.size(); ++i) {
    if (record.series->isTold(i)) record.values[i] = kMissing;
  }
  return record;
}

}  // namespace gan
