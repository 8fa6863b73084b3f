#include "data/prepare.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/append_log.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/file_descriptor.h"
#include "core/parallel_for.h"
#include "core/sha256.h"
#include "core/units.h"
#include "data/chunk_choice.h"

namespace gan {

namespace {

namespace fs = std::filesystem;

constexpr const char* kWriter = "gan-engine data prepare";

fs::path withEnding(const fs::path& path, const char* ending) { return path.string() + ending; }

std::string_view filterName(ResizeFilter filter) {
  switch (filter) {
    case ResizeFilter::kBox:
      return "box";
    case ResizeFilter::kBicubic:
      return "bicubic";
    case ResizeFilter::kLanczos:
      return "lanczos";
    default:
      return "bilinear";
  }
}

std::string_view cropName(Crop crop) {
  switch (crop) {
    case Crop::kNone:
      return "none";
    case Crop::kLongEdge:
      return "long_edge";
    default:
      return "centre";
  }
}

void check(const PrepareOptions& options) {
  if (options.fit.crop == Crop::kRandom || options.fit.flip == Flip::kRandom) {
    throw Error(
        ErrorCode::kInvalidArgument, "prepare_random",
        "What is written for good cannot be random: leave data.flip off and set data.crop to centre, long_edge or "
        "none. Training can still mirror the prepared images.");
  }
  if (!options.out.has_filename()) {
    throw Error(ErrorCode::kInvalidArgument, "prepare_no_name",
                "\"{path}\" names no file to make. Say which with --out, as in --out images.hdf5.",
                {{"path", options.out.string()}});
  }
  std::error_code ignored;
  if (fs::exists(options.out, ignored)) {
    throw Error(ErrorCode::kAlreadyExists, "prepare_exists",
                "{path} exists already. Choose another name with --out, or remove it.",
                {{"path", options.out.string()}});
  }
}

/// What decides every byte of the file: an interrupted preparation goes on only where this is the same.
std::string fingerprint(const DatasetInfo& info, const FitOptions& fit) {
  Sha256 hash;
  const std::string text = info.fingerprint + " " + std::to_string(info.count) + " " + std::to_string(fit.resolution) +
                           " " + std::to_string(fit.channels) + " " + std::string(filterName(fit.filter)) + " " +
                           std::string(cropName(fit.crop));
  hash.update(std::as_bytes(std::span(text)));
  return hash.finish();
}

Hdf5Layout layoutOf(const DatasetInfo& info, const FitOptions& fit) {
  return {.count = info.count,
          .channels = fit.channels,
          .height = fit.resolution,
          .width = fit.resolution,
          .labelled = !info.class_names.empty(),
          .class_names = info.class_names,
          .attributes = {{"fingerprint", fingerprint(info, fit)},
                         {"source_fingerprint", info.fingerprint},
                         {"crop", std::string(cropName(fit.crop))},
                         {"resize", std::string(filterName(fit.filter))},
                         {"writer", kWriter}}};
}

/// One process at a time works on a file.
FileDescriptor lockProgress(const fs::path& path) {
  FileDescriptor file = openRegularFile(path, O_RDWR | O_CREAT);
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw Error(ErrorCode::kFailedPrecondition, "prepare_running",
                "Another process is preparing into {path}. Wait for it, or choose another name with --out.",
                {{"path", path.string()}});
  }
  return file;
}

/// What the log says of the partial file.
struct Before {
  std::int64_t images = 0;        ///< That are in it for good.
  std::int64_t chunk_images = 0;  ///< As it was measured; 0 when that was not done yet.
};

std::string chunkMark(Hdf5Compression compression) {
  return compression == Hdf5Compression::kLzf ? "chunk-lzf " : "chunk-gzip ";
}

[[noreturn]] void throwOtherPartial(const fs::path& partial, const fs::path& log, std::int64_t images) {
  throw Error(
      ErrorCode::kAlreadyExists, "prepare_other_partial",
      "{path} holds {images} images of a preparation that was interrupted and had other images or options. Start that "
      "one again to go on, or remove {path} and {log}, or choose another name with --out.",
      {{"path", partial.string()}, {"images", std::to_string(images)}, {"log", log.string()}});
}

/// Nothing when there is no partial file, or one without images. Throws when another preparation has put images there.
std::optional<Before> readProgress(const fs::path& log, const fs::path& partial, const std::string& wanted,
                                   std::int64_t count, Hdf5Compression compression) {
  std::error_code ignored;
  if (!fs::exists(partial, ignored)) return std::nullopt;
  AppendLogReader reader(log);
  const std::string mark = chunkMark(compression);
  std::optional<Before> before;
  for (auto record = reader.next(); record; record = reader.next()) {
    const std::size_t space = record->find(' ');
    if (space == std::string::npos) return std::nullopt;
    const std::string said = record->substr(space + 1);
    if (record->substr(0, space) != wanted) throwOtherPartial(partial, log, std::atoll(said.c_str()));
    if (!before) before.emplace();
    if (said.starts_with(mark)) {
      before->chunk_images = std::atoll(said.c_str() + mark.size());
    } else if (!said.starts_with("chunk")) {
      before->images = std::atoll(said.c_str());
    }
  }
  const bool sound = before && before->images >= 0 && before->images <= count && before->chunk_images >= 0 &&
                     before->chunk_images <= count;
  return sound ? before : std::nullopt;
}

void requireSpace(const PrepareOptions& options, const Hdf5Layout& layout, bool continued) {
  const auto raw = static_cast<std::uint64_t>(layout.count) * (static_cast<std::uint64_t>(layout.imageBytes()) + 8);
  // Packing is done from a whole file of bytes; random pixels do not become fewer by it.
  const bool packs = options.compression != Hdf5Compression::kNone;
  const std::uint64_t needed = (continued ? 0 : raw) + (packs ? raw : 0);
  std::error_code failure;
  const fs::path folder = options.out.has_parent_path() ? options.out.parent_path() : fs::path(".");
  const fs::space_info space = fs::space(folder, failure);
  if (failure) throwFileError("write", options.out, failure.value());
  if (space.available < needed) {
    throw Error(
        ErrorCode::kResourceExhausted, "prepare_no_space",
        "{path} needs {needed} of disk space while it is made, but {folder} has {free} free. Free some, choose a "
        "lower --resolution, or another disk with --out.",
        {{"path", options.out.string()},
         {"needed", formatBytes(needed)},
         {"folder", folder.string()},
         {"free", formatBytes(space.available)}});
  }
}

void writeAt(const FileDescriptor& file, std::uint64_t offset, std::span<const std::byte> bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(file.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno != EINTR) throwFileError("write", path, errno);
    const auto written = static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    bytes = bytes.subspan(written);
    offset += written;
  }
}

/// [H, W, C] to [C, H, W] with as many channels as the layout has; grey becomes three equal planes.
void toPlanes(const Image& image, std::span<std::uint8_t> planes, std::size_t channels) {
  const std::size_t pixels = planes.size() / channels;
  const auto stored = static_cast<std::size_t>(image.channels);
  for (std::size_t channel = 0; channel < channels; ++channel) {
    const std::uint8_t* in = image.pixels.data() + std::min(channel, stored - 1);
    std::uint8_t* out = planes.data() + channel * pixels;
    for (std::size_t i = 0; i < pixels; ++i) out[i] = in[i * stored];
  }
}

/// Fills the places of a partial file with several threads.
class Filler {
 public:
  Filler(const Dataset& dataset, const PrepareOptions& options, const Hdf5Layout& layout, const fs::path& path)
      : dataset_(dataset),
        options_(options),
        layout_(layout),
        path_(path),
        places_(hdf5Places(path)),
        file_(openRegularFile(path, O_RDWR)) {}

  /// Images [begin, end) are in the file for good when it returns. Throws the first thing that a thread threw.
  void fill(std::int64_t begin, std::int64_t end) {
    std::vector<std::int64_t> labels(static_cast<std::size_t>(end - begin));
    parallelFor(end - begin, options_.threads,
                [&](std::int64_t i) { labels[static_cast<std::size_t>(i)] = fillOne(begin + i); });
    writeAt(file_, places_.labels + static_cast<std::uint64_t>(begin) * sizeof(std::int64_t),
            std::as_bytes(std::span(labels)), path_);
    if (::fdatasync(file_.get()) != 0) throwFileError("write", path_, errno);
  }

 private:
  /// Returns the label.
  std::int64_t fillOne(std::int64_t index) {
    thread_local Image image;  // their memory is reused
    thread_local std::vector<std::uint8_t> planes;
    const std::int64_t label = dataset_.read(index, image);
    fitImage(image, options_.fit, index);
    planes.resize(static_cast<std::size_t>(layout_.imageBytes()));
    toPlanes(image, planes, static_cast<std::size_t>(layout_.channels));
    writeAt(file_, places_.images + static_cast<std::uint64_t>(index) * planes.size(), std::as_bytes(std::span(planes)),
            path_);
    return std::max<std::int64_t>(label, 0);
  }

  const Dataset& dataset_;
  const PrepareOptions& options_;
  const Hdf5Layout& layout_;
  fs::path path_;
  Hdf5Places places_;
  FileDescriptor file_;
};

/// So many images that a kill costs little, and that threads seldom wait for each other.
std::int64_t imagesAtOnce(const Hdf5Layout& layout) {
  constexpr std::int64_t kBytes = std::int64_t{32} << 20U;
  return std::clamp<std::int64_t>(kBytes / layout.imageBytes(), 64, 4096);
}

}  // namespace

Prepared prepareHdf5(const Dataset& dataset, const PrepareOptions& options, ProgressMonitor& monitor) {
  check(options);
  const Hdf5Layout layout = layoutOf(dataset.info(), options.fit);
  const std::string name = layout.attributes.front().second;
  const fs::path partial = withEnding(options.out, ".partial");
  const fs::path log_path = withEnding(options.out, ".partial.log");
  const FileDescriptor lock = lockProgress(log_path);
  const auto before = readProgress(log_path, partial, name, layout.count, options.compression);
  if (!before) {
    std::error_code ignored;
    fs::remove(partial, ignored);
    fs::resize_file(log_path, 0);
  }
  std::int64_t done = before ? before->images : 0;
  try {
    requireSpace(options, layout, before.has_value());
    if (!before) createHdf5Images(partial, layout);
  } catch (...) {
    std::error_code ignored;
    if (!before) fs::remove(log_path, ignored);
    throw;
  }
  AppendLogWriter log(log_path);
  const auto note = [&](const std::string& what) {
    log.append(name + " " + what);
    log.flush();
  };
  const bool packs = options.compression != Hdf5Compression::kNone;
  const fs::path packed = withEnding(options.out, ".packing");
  Prepared prepared{
      .images = layout.count, .continued_from = before ? before->images : 0, .chunk_images = 0, .bytes = 0};
  if (packs)
    prepared.chunk_images = options.chunk_images > 0 ? options.chunk_images : before ? before->chunk_images : 0;
  Filler filler(dataset, options, layout, partial);
  for (;;) {
    // Measured once, as soon as there are images, and kept: the whole then makes one file however often it stops.
    if (packs && done > 0 && prepared.chunk_images == 0) {
      Hdf5Layout sample = layout;
      sample.count = done;
      prepared.chunk_images = chooseChunkImages(partial, packed, sample, options.compression, monitor);
      note(chunkMark(options.compression) + std::to_string(prepared.chunk_images));
    }
    if (done == layout.count) break;
    monitor.throwIfCancelled();
    const std::int64_t end = std::min(layout.count, done + imagesAtOnce(layout));
    filler.fill(done, end);
    done = end;
    note(std::to_string(done));
    monitor.report({.stage = "preparing", .done = done, .total = layout.count, .unit = "images"});
  }
  if (!packs) {
    flushToDisk(partial);
    fs::rename(partial, options.out);
  } else {
    packHdf5Images(
        partial, packed, layout,
        {.compression = options.compression, .chunk_images = prepared.chunk_images, .threads = options.threads},
        monitor);
    fs::rename(packed, options.out);
    fs::remove(partial);
  }
  fs::remove(log_path);
  flushToDisk(options.out);
  prepared.bytes = fs::file_size(options.out);
  return prepared;
}

}  // namespace gan
