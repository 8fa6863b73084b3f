#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "run/metrics.h"

namespace gan {

/// What is measured at each iteration of a training, whatever it trains: by the host's clock, where nothing else is
/// said the mean over the ranks.
///
/// Data, forward, backward, communication and optimizer are Phases, and with the rest, which has no series of its own,
/// they add up to the step. On the CPU the times are what the work took. A CUDA device works behind the host: there
/// they are what the host took to hand the work over, not what the device took for it, and the images per second are
/// too many by as much. How fast a run really is follows from the times of its rows, as
/// RunSummary::iterations_per_second has it.
namespace host_series {
inline constexpr std::string_view kImagesPerSecond = "speed/images_per_second";  ///< Real images taken by all ranks.
inline constexpr std::string_view kData = "time/data_ms";  ///< Batches, and moving them to the device.
inline constexpr std::string_view kForward = "time/forward_ms";
inline constexpr std::string_view kBackward = "time/backward_ms";
inline constexpr std::string_view kCommunication = "time/communication_ms";  ///< Waiting for other ranks.
inline constexpr std::string_view kOptimizer = "time/optimizer_ms";
inline constexpr std::string_view kDiscriminator = "time/discriminator_ms";  ///< This rank's.
inline constexpr std::string_view kGenerator = "time/generator_ms";          ///< This rank's.
inline constexpr std::string_view kStep = "time/step_ms";                    ///< The whole iteration.
}  // namespace host_series

/// The names of the series that a training measures, in an order that is fixed for a run: first what its recipe
/// measures on the device, then those of host_series, among them what it measures on the host. Immutable.
class SeriesList {
 public:
  /// on_device: unlike names, as are those of on_host, which the recipe measures itself and which a record may lack.
  /// occasional: those of both that are measured in some iterations only.
  explicit SeriesList(std::vector<std::string> on_device, const std::vector<std::string>& on_host = {},
                      const std::vector<std::string>& occasional = {});

  const std::vector<std::string>& names() const { return names_; }
  /// How many of them, from the first, come from the device.
  std::size_t onDevice() const { return on_device_; }
  /// Whether a record has it only where the recipe has told it.
  bool isTold(std::size_t place) const { return place >= first_told_ && place < end_told_; }
  bool isOccasional(std::size_t place) const { return occasional_[place]; }
  std::optional<std::size_t> find(std::string_view name) const;

 private:
  std::size_t on_device_;
  std::size_t first_told_ = 0;
  std::size_t end_told_ = 0;
  std::vector<bool> occasional_;
  std::vector<std::string> names_;
  std::map<std::string, std::size_t, std::less<>> places_;
};

/// What one iteration measured.
struct StepRecord {
  std::int64_t step = 0;  ///< Iterations completed: the first is 1.
  double epoch = 0;
  double unix_seconds = 0;                   ///< When the iteration ended on the host.
  std::shared_ptr<const SeriesList> series;  ///< What the values are of.
  std::vector<double> values;                ///< In the order of series.

  /// Throws std::out_of_range for a series that is not measured.
  double at(std::string_view name) const { return values.at(place(name)); }
  double& at(std::string_view name) { return values.at(place(name)); }
  std::optional<double> find(std::string_view name) const;
  std::size_t place(std::string_view name) const;
};

/// What of an iteration is written down: everything where rows are due, else only what is measured now and then. No
/// row where that is nothing.
enum class Recorded { kAll, kOccasional };
std::optional<MetricsRow> rowOf(const StepRecord& record, Recorded recorded);

/// Of iteration `step`, with a zero for each value, but kMissing for what the recipe tells.
StepRecord blankRecord(std::shared_ptr<const SeriesList> series, std::int64_t step);

}  // namespace gan
