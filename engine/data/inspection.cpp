#include "data/inspection.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>

#include "core/error.h"
#include "core/parallel_for.h"
#include "core/sha256.h"
#include "core/units.h"
#include "data/tolerant_dataset.h"

namespace gan {

namespace {

using PixelHash = std::array<std::uint64_t, 2>;

/// What one image tells. Sums are whole numbers, so that adding them in any order gives the same.
struct Finding {
  PixelHash hash{};
  std::optional<Message> damage;
  std::int64_t label = kNoLabel;
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t channels = 0;
  std::array<std::uint64_t, 3> sum{};
  std::array<std::uint64_t, 3> squares{};
};

/// Half of a SHA-256: two of a hundred million different images agree with a probability below 1e-22.
PixelHash hashOf(const Image& image) {
  Sha256 hash;
  const std::array<std::int64_t, 3> shape{image.width, image.height, image.channels};
  hash.update(std::as_bytes(std::span(shape)));
  hash.update(std::as_bytes(std::span(image.pixels)));
  const std::string digits = hash.finish();
  PixelHash result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    std::from_chars(digits.data() + 16 * i, digits.data() + 16 * (i + 1), result[i], 16);
  }
  return result;
}

Finding examine(const Dataset& dataset, std::int64_t index, Image& image) {
  Finding finding;
  try {
    finding.label = dataset.read(index, image);
  } catch (const Error& error) {
    if (!concernsOneImage(error.code())) throw;
    finding.damage = messageOf(error);
    return finding;
  }
  finding.width = image.width;
  finding.height = image.height;
  finding.channels = image.channels;
  finding.hash = hashOf(image);
  const auto channels = static_cast<std::size_t>(image.channels);
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    const std::uint64_t value = image.pixels[i];
    finding.sum[i % channels] += value;
    finding.squares[i % channels] += value * value;
  }
  for (std::size_t channel = channels; channel < 3; ++channel) {
    finding.sum[channel] = finding.sum[0];
    finding.squares[channel] = finding.squares[0];
  }
  return finding;
}

class Inspector {
 public:
  Inspector(const Dataset& dataset, const InspectionOptions& options) : info_(dataset.info()), options_(options) {
    result_.count = info_.count;
    result_.images_per_class.resize(info_.class_names.size());
  }

  void add(std::int64_t index, const Finding& finding) {
    if (finding.damage) {
      result_.damaged.push_back({index, *finding.damage});
      return;
    }
    ++result_.sizes[{finding.width, finding.height}];
    result_.grey += finding.channels == 1 ? 1 : 0;
    result_.small += std::min(finding.width, finding.height) < options_.resolution ? 1 : 0;
    const auto label = static_cast<std::size_t>(finding.label);
    if (finding.label != kNoLabel && label < result_.images_per_class.size()) ++result_.images_per_class[label];
    prints_.emplace_back(finding.hash, index);
    const auto pixels = static_cast<double>(finding.width) * static_cast<double>(finding.height);
    pixels_ += pixels;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      sum_[channel] += static_cast<double>(finding.sum[channel]);
      squares_[channel] += static_cast<double>(finding.squares[channel]);
    }
  }

  Inspection finish() {
    for (std::size_t channel = 0; channel < 3 && pixels_ > 0; ++channel) {
      const double mean = sum_[channel] / pixels_;
      result_.mean[channel] = mean;
      result_.deviation[channel] = std::sqrt(std::max(0.0, squares_[channel] / pixels_ - mean * mean));
    }
    findDuplicates();
    warnOfLabels();
    warnOfImages();
    return std::move(result_);
  }

 private:
  void findDuplicates() {
    std::ranges::sort(prints_);
    for (std::size_t begin = 0, end = 0; begin < prints_.size(); begin = end) {
      while (end < prints_.size() && prints_[end].first == prints_[begin].first) ++end;
      if (end - begin < 2) continue;
      result_.surplus += static_cast<std::int64_t>(end - begin - 1);
      auto& group = result_.duplicates.emplace_back();
      for (std::size_t i = begin; i < end; ++i) group.push_back(prints_[i].second);
    }
    std::ranges::sort(result_.duplicates);
  }

  void warnOfLabels() {
    const auto& counts = result_.images_per_class;
    const auto used = std::ranges::count_if(counts, [](std::int64_t images) { return images > 0; });
    if (!counts.empty() && used == 1) {
      say({"inspect_one_label",
           "All images have one label. If they are of several kinds, give each kind a folder.",
           {}});
    }
    std::vector<std::string> empty = options_.empty_folders;
    for (std::size_t i = 0; i < counts.size() && used > 1; ++i) {
      if (counts[i] == 0) empty.push_back(info_.class_names[i]);
    }
    if (!empty.empty()) {
      say({"inspect_empty_classes",
           "{empty} of {count} classes have no images, such as {name}. Add some, or remove the classes.",
           {{"empty", formatCount(static_cast<std::int64_t>(empty.size()))},
            {"count", formatCount(static_cast<std::int64_t>(counts.size() + options_.empty_folders.size()))},
            {"name", empty.front()}}});
    }
    if (options_.classes > 0 && static_cast<std::int64_t>(counts.size()) != options_.classes) {
      say({"inspect_class_count",
           "There are {found} classes, where {expected} are expected. Look for folders that hold no class, and for "
           "missing ones.",
           {{"found", formatCount(static_cast<std::int64_t>(counts.size()))},
            {"expected", formatCount(options_.classes)}}});
    }
  }

  void warnOfImages() {
    if (result_.small > 0) {
      say({"inspect_small_images",
           "{small} of {count} images are smaller than {resolution} px and would be enlarged. Train at a lower "
           "data.resolution, or leave them out.",
           {{"small", formatCount(result_.small)},
            {"count", formatCount(result_.count)},
            {"resolution", std::to_string(options_.resolution)}}});
    }
    const auto damaged = static_cast<std::int64_t>(result_.damaged.size());
    if (static_cast<double>(damaged) > options_.corrupt_limit * static_cast<double>(result_.count)) {
      say({"inspect_too_damaged",
           "{damaged} of {count} images cannot be read, which is more than data.corrupt_limit = {limit} allows: a run "
           "would stop. Fetch them again, remove them, or raise the limit.",
           {{"damaged", formatCount(damaged)},
            {"count", formatCount(result_.count)},
            {"limit", std::to_string(options_.corrupt_limit).substr(0, 6)}}});
    } else if (damaged > 0) {
      say({"inspect_damaged",
           "{damaged} of {count} images cannot be read. Fetch them again, or remove them.",
           {{"damaged", formatCount(damaged)}, {"count", formatCount(result_.count)}}});
    }
    if (result_.surplus > 0) {
      say({"inspect_duplicates",
           "{surplus} images repeat another one exactly, and will be seen more often. Remove them unless that is "
           "wanted.",
           {{"surplus", formatCount(result_.surplus)}}});
    }
  }

  void say(Message warning) { result_.warnings.push_back(std::move(warning)); }

  const DatasetInfo& info_;
  InspectionOptions options_;
  Inspection result_;
  std::vector<std::pair<PixelHash, std::int64_t>> prints_;
  double pixels_ = 0;
  std::array<double, 3> sum_{};
  std::array<double, 3> squares_{};
};

}  // namespace

std::optional<SizeRange> sizeRange(const Inspection& found) {
  if (found.sizes.empty()) return std::nullopt;
  const auto area = [](const auto& size) { return size.first.first * size.first.second; };
  const auto [least, most] = std::ranges::minmax_element(found.sizes, {}, area);
  SizeRange range{least->first, most->first, 0};
  std::map<std::int64_t, std::int64_t> short_sides;
  std::int64_t all = 0;
  for (const auto& [size, images] : found.sizes) {
    short_sides[std::min(size.first, size.second)] += images;
    all += images;
  }
  std::int64_t smaller = 0;
  for (const auto& [side, images] : short_sides) {
    smaller += images;
    range.short_side = side;
    if (10 * smaller > all) break;
  }
  return range;
}

Inspection inspectData(const Dataset& dataset, const InspectionOptions& options, ProgressMonitor& monitor) {
  constexpr std::int64_t kAtOnce = 256;
  Inspector inspector(dataset, options);
  const std::int64_t count = dataset.info().count;
  for (std::int64_t begin = 0; begin < count; begin += kAtOnce) {
    monitor.throwIfCancelled();
    const std::int64_t some = std::min(kAtOnce, count - begin);
    std::vector<Finding> findings(static_cast<std::size_t>(some));
    parallelFor(some, options.threads, [&](std::int64_t i) {
      thread_local Image image;  // its memory is reused
      findings[static_cast<std::size_t>(i)] = examine(dataset, begin + i, image);
    });
    for (std::int64_t i = 0; i < some; ++i) inspector.add(begin + i, findings[static_cast<std::size_t>(i)]);
    monitor.report({.stage = "inspecting", .done = begin + some, .total = count, .unit = "images"});
  }
  return inspector.finish();
}

}  // namespace gan
