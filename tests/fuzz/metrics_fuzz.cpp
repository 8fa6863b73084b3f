#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "run/current_series.h"
#include "run/metrics_format.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

/// What queries rely on, however the columns came about.
void checkSeries(const gan::CurrentSeries& line) {
  constexpr gan::StepRange kAll{0, std::numeric_limits<std::int64_t>::max()};
  for (const auto& [name, series] : line.series()) {
    for (const double weight : {0.0, 0.9}) {
      std::size_t values = 0;
      std::int64_t last_step = -1;
      const auto columns = series.query(kAll, 7, {weight});
      require(columns.size() <= 7);
      for (const gan::Column& column : columns) {
        require(column.first_step > last_step && column.last_step >= column.first_step);
        last_step = column.last_step;
        values += column.count + column.not_finite;
      }
      require(values == series.size());
    }
  }
}

}  // namespace

// A metrics file's records, each behind its length in two bytes, are refused one by one or make series that hold
// together.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  gan::MetricsDecoder decoder("input");
  std::vector<gan::MetricsBlock> blocks;
  gan::CurrentSeries line([&blocks](const gan::MetricsPlace& place) { return blocks.at(place.opening); });
  while (rest.size() >= 2) {
    const std::size_t length =
        static_cast<std::uint8_t>(rest[0]) + 256U * static_cast<std::size_t>(static_cast<std::uint8_t>(rest[1]));
    const std::string_view record = rest.substr(2, length);
    rest.remove_prefix(2 + record.size());
    gan::MetricsBlock block;
    try {
      decoder.decode(record, block);
    } catch (const gan::Error&) {
      continue;
    }
    // Places that do not touch are read one by one.
    block.place = {.file = nullptr, .opening = blocks.size(), .begin = 2 * blocks.size(), .end = 2 * blocks.size() + 1};
    blocks.push_back(block);
    line.add(block);
  }
  checkSeries(line);
  return 0;
}
