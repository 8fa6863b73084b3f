#include "data/hdf5_dataset.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "core/error.h"
#include "core/sha256.h"
#include "core/units.h"

namespace gan {

namespace {

/// False where the image is damaged. Throws what is not about one image.
bool canRead(const Hdf5Images& file, std::int64_t index, std::span<std::uint8_t> bytes) {
  try {
    file.read(index, bytes);
    return true;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kDataLoss) throw;
    return false;
  }
}

/// Of shape, labels, what `data prepare` noted, and images spread over the whole file: reading all of a large file at
/// each start would take longer than some trainings. Damaged ones count as such; data.corrupt_limit decides on them.
std::string fingerprint(const Hdf5Images& file) {
  constexpr std::int64_t kImages = 64;
  const Hdf5ImagesInfo& info = file.info();
  Sha256 hash;
  const std::array<std::int64_t, 5> shape{info.count, info.channels, info.height, info.width, info.planar ? 1 : 0};
  hash.update(std::as_bytes(std::span(shape)));
  hash.update(std::as_bytes(std::span(info.labels)));
  hash.update(std::as_bytes(std::span(info.fingerprint)));
  std::vector<std::uint8_t> image(static_cast<std::size_t>(info.imageBytes()));
  const std::int64_t stride = std::max<std::int64_t>(1, info.count / kImages);
  for (std::int64_t index = 0; index < info.count; index += stride) {
    if (canRead(file, index, image)) {
      hash.update(std::as_bytes(std::span(image)));
    } else {
      hash.update(std::as_bytes(std::span(&index, 1)));
    }
  }
  return hash.finish();
}

std::vector<std::string> classNames(const Hdf5ImagesInfo& info) {
  if (info.labels.empty() || !info.class_names.empty())
    return info.labels.empty() ? std::vector<std::string>() : info.class_names;
  std::vector<std::string> names;
  const std::int64_t last = *std::ranges::max_element(info.labels);
  for (std::int64_t label = 0; label <= last; ++label) names.push_back(std::to_string(label));
  return names;
}

/// [C, H, W] to [H, W, C].
void interleave(std::span<const std::uint8_t> planes, Image& image) {
  const auto channels = static_cast<std::size_t>(image.channels);
  const std::size_t pixels = planes.size() / channels;
  for (std::size_t channel = 0; channel < channels; ++channel) {
    const std::uint8_t* in = planes.data() + channel * pixels;
    std::uint8_t* out = image.pixels.data() + channel;
    for (std::size_t i = 0; i < pixels; ++i) out[i * channels] = in[i];
  }
}

}  // namespace

Hdf5Dataset::Hdf5Dataset(const std::filesystem::path& path, Hdf5Residence residence) : file_(path) {
  const Hdf5ImagesInfo& file = file_.info();
  info_.name = path.string();
  info_.count = file.count;
  info_.class_names = classNames(file);
  info_.fingerprint = fingerprint(file_);
  info_.block_size = file.chunk_images;
  if (residence == Hdf5Residence::kInMemory) loadAll(path);
}

void Hdf5Dataset::loadAll(const std::filesystem::path& path) {
  const auto bytes = static_cast<std::uint64_t>(file_.info().count * file_.info().imageBytes());
  const auto memory =
      static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  if (bytes > memory) {
    throw Error(
        ErrorCode::kResourceExhausted, "hdf5_no_memory",
        "The images of {path} take {needed}, but this machine has {memory} of memory. Set data.in_memory to off.",
        {{"path", path.string()}, {"needed", formatBytes(bytes)}, {"memory", formatBytes(memory)}});
  }
  memory_.resize(bytes);
  const auto size = static_cast<std::size_t>(file_.info().imageBytes());
  for (std::int64_t index = 0; index < info_.count; ++index) {
    if (!canRead(file_, index, std::span(memory_).subspan(static_cast<std::size_t>(index) * size, size))) {
      damaged_.insert(index);
    }
  }
}

std::int64_t Hdf5Dataset::read(std::int64_t index, Image& image) const {
  const Hdf5ImagesInfo& file = file_.info();
  const auto size = static_cast<std::size_t>(file.imageBytes());
  image.width = file.width;
  image.height = file.height;
  image.channels = file.channels;
  image.pixels.resize(size);
  const bool transposed = file.planar && file.channels > 1;
  thread_local std::vector<std::uint8_t> planes;  // its memory is reused from image to image
  if (memory_.empty() || index < 0 || index >= info_.count || damaged_.contains(index)) {
    if (transposed) planes.resize(size);
    file_.read(index, transposed ? std::span(planes) : std::span(image.pixels));
    if (transposed) interleave(planes, image);
  } else {
    const auto stored = std::span(memory_).subspan(static_cast<std::size_t>(index) * size, size);
    if (transposed) {
      interleave(stored, image);
    } else {
      std::ranges::copy(stored, image.pixels.begin());
    }
  }
  return label(index);
}

}  // namespace gan
