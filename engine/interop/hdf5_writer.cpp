#include "interop/hdf5_writer.h"

#include <fcntl.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/file_descriptor.h"
#include "core/parallel_for.h"
#include "interop/hdf5_images.h"
#include "interop/hdf5_library.h"
#include "interop/lzf.h"

namespace gan {

namespace {

namespace fs = std::filesystem;

constexpr int kGzipLevel = 4;  // h5py's default

hid_t require(hid_t id, const fs::path& path) {
  if (id < 0) throwHdf5Error("write", path);
  return id;
}

void requireDone(herr_t result, const fs::path& path) {
  if (result < 0) throwHdf5Error("write", path);
}

/// Without the time of its making, which would make equal files differ.
Hdf5Id datasetProperties(const fs::path& path) {
  Hdf5Id properties(require(H5Pcreate(H5P_DATASET_CREATE), path), H5Pclose);
  requireDone(H5Pset_obj_track_times(properties.get(), false), path);
  return properties;
}

Hdf5Id makeDataset(hid_t file, const char* name, hid_t type, const std::vector<hsize_t>& shape,
                   const Hdf5Id& properties, const fs::path& path) {
  const Hdf5Id space(require(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), path), H5Sclose);
  return {require(H5Dcreate2(file, name, type, space.get(), H5P_DEFAULT, properties.get(), H5P_DEFAULT), path),
          H5Dclose};
}

void writeTextAttribute(hid_t file, const std::string& name, const std::string& text, const fs::path& path) {
  const Hdf5Id type(require(H5Tcopy(H5T_C_S1), path), H5Tclose);
  requireDone(H5Tset_size(type.get(), std::max<std::size_t>(text.size(), 1)), path);
  requireDone(H5Tset_cset(type.get(), H5T_CSET_UTF8), path);
  requireDone(H5Tset_strpad(type.get(), H5T_STR_NULLPAD), path);
  const Hdf5Id space(require(H5Screate(H5S_SCALAR), path), H5Sclose);
  const Hdf5Id attribute(
      require(H5Acreate2(file, name.c_str(), type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT), path), H5Aclose);
  requireDone(H5Awrite(attribute.get(), type.get(), text.empty() ? "\0" : text.data()), path);
}

void writeClassNames(hid_t file, const std::vector<std::string>& names, const fs::path& path) {
  if (names.empty()) return;
  const Hdf5Id type(require(H5Tcopy(H5T_C_S1), path), H5Tclose);
  requireDone(H5Tset_size(type.get(), H5T_VARIABLE), path);
  requireDone(H5Tset_cset(type.get(), H5T_CSET_UTF8), path);
  const Hdf5Id dataset = makeDataset(file, "class_names", type.get(), {names.size()}, datasetProperties(path), path);
  std::vector<const char*> texts;
  for (const std::string& name : names) texts.push_back(name.c_str());
  requireDone(H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()), path);
}

Hdf5Id newFile(const fs::path& path) {
  return {require(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), path), H5Fclose};
}

void writeDescription(hid_t file, const Hdf5Layout& layout, const fs::path& path) {
  for (const auto& [name, text] : layout.attributes) writeTextAttribute(file, name, text, path);
  if (!layout.labelled) writeTextAttribute(file, "unlabelled", "all labels are 0 because the source had none", path);
  writeClassNames(file, layout.class_names, path);
}

std::vector<hsize_t> imagesShape(const Hdf5Layout& layout) {
  return {static_cast<hsize_t>(layout.count), static_cast<hsize_t>(layout.channels),
          static_cast<hsize_t>(layout.height), static_cast<hsize_t>(layout.width)};
}

void createUnfilled(const fs::path& path, const Hdf5Layout& layout) {
  Hdf5Id file = newFile(path);
  writeDescription(file.get(), layout, path);
  Hdf5Id properties = datasetProperties(path);
  requireDone(H5Pset_layout(properties.get(), H5D_CONTIGUOUS), path);
  requireDone(H5Pset_alloc_time(properties.get(), H5D_ALLOC_TIME_EARLY), path);
  requireDone(H5Pset_fill_time(properties.get(), H5D_FILL_TIME_NEVER), path);
  makeDataset(file.get(), "labels", H5T_NATIVE_INT64, {static_cast<hsize_t>(layout.count)}, properties, path);
  makeDataset(file.get(), "imgs", H5T_NATIVE_UINT8, imagesShape(layout), properties, path);
  if (!file.reset()) throwHdf5Error("write", path);
}

/// Takes the space that the file's length announces, where the file system can.
void takeSpace(const fs::path& path) {
  const FileDescriptor file = openRegularFile(path, O_RDWR);
  if (::fallocate(file.get(), 0, 0, static_cast<off_t>(sizeOfOpenFile(file, path))) != 0 && errno != EOPNOTSUPP &&
      errno != ENOSYS) {
    throwFileError("write", path, errno);
  }
}

void setCompression(const Hdf5Id& properties, Hdf5Compression compression, const fs::path& path) {
  if (compression == Hdf5Compression::kGzip) {
    // Optional, which H5Pset_deflate() would not make it: what does not become smaller is stored as it is.
    constexpr unsigned kLevel = kGzipLevel;
    requireDone(H5Pset_filter(properties.get(), H5Z_FILTER_DEFLATE, H5Z_FLAG_OPTIONAL, 1, &kLevel), path);
  } else if (compression == Hdf5Compression::kLzf) {
    requireDone(H5Pset_filter(properties.get(), kLzfFilter, H5Z_FLAG_OPTIONAL, 0, nullptr), path);
  }
}

/// A chunk as it is stored.
struct PackedChunk {
  std::vector<std::uint8_t> bytes;
  std::uint32_t skipped_filters = 0;  ///< 1 where packing would not have made it smaller.
};

/// With zeros after the last image: chunks are always whole.
std::vector<std::uint8_t> readChunk(const Hdf5Images& source, std::int64_t first, std::int64_t count,
                                    const Hdf5Layout& layout) {
  const auto size = static_cast<std::size_t>(layout.imageBytes());
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count) * size);
  for (std::int64_t i = 0; i < std::min(count, layout.count - first); ++i) {
    source.read(first + i, std::span(bytes).subspan(static_cast<std::size_t>(i) * size, size));
  }
  return bytes;
}

/// What the library's own filters would make of it; here it can be done by several threads.
PackedChunk packChunk(std::vector<std::uint8_t> raw, Hdf5Compression compression) {
  if (compression == Hdf5Compression::kLzf) {
    if (auto packed = compressLzf(raw)) return {.bytes = std::move(*packed), .skipped_filters = 0};
  } else if (compression == Hdf5Compression::kGzip) {
    uLongf size = ::compressBound(raw.size());
    std::vector<std::uint8_t> packed(size);
    if (::compress2(packed.data(), &size, raw.data(), raw.size(), kGzipLevel) == Z_OK && size < raw.size()) {
      packed.resize(size);
      return {.bytes = std::move(packed), .skipped_filters = 0};
    }
  } else {
    return {.bytes = std::move(raw), .skipped_filters = 0};
  }
  return {.bytes = std::move(raw), .skipped_filters = 1};
}

/// A file being written, whose identifiers must be closed under the lock.
struct PackedFile {
  PackedFile(const fs::path& file_path, const Hdf5Layout& layout, Hdf5Compression compression,
             std::int64_t chunk_images)
      : path(file_path) {
    const Hdf5Lock lock;
    try {
      file = newFile(path);
      writeDescription(file.get(), layout, path);
      const Hdf5Id properties = datasetProperties(path);
      const auto chunk = static_cast<hsize_t>(std::min(chunk_images, layout.count));
      const std::array<hsize_t, 4> sides{chunk, static_cast<hsize_t>(layout.channels),
                                         static_cast<hsize_t>(layout.height), static_cast<hsize_t>(layout.width)};
      requireDone(H5Pset_chunk(properties.get(), 4, sides.data()), path);
      setCompression(properties, compression, path);
      labels = makeDataset(file.get(), "labels", H5T_NATIVE_INT64, {static_cast<hsize_t>(layout.count)},
                           datasetProperties(path), path);
      images = makeDataset(file.get(), "imgs", H5T_NATIVE_UINT8, imagesShape(layout), properties, path);
    } catch (...) {
      closeAll();
      throw;
    }
  }
  ~PackedFile() {
    const Hdf5Lock lock;
    closeAll();
  }
  PackedFile(const PackedFile&) = delete;
  PackedFile& operator=(const PackedFile&) = delete;

  bool closeAll() {
    const bool written = images.reset();
    return labels.reset() && file.reset() && written;
  }

  void writeLabels(const std::vector<std::int64_t>& values) {
    const Hdf5Lock lock;
    requireDone(H5Dwrite(labels.get(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), path);
  }

  /// A chunk that begins with image `first`, as it is stored.
  void writeChunk(std::int64_t first, const PackedChunk& chunk) {
    const Hdf5Lock lock;
    const std::array<hsize_t, 4> start{static_cast<hsize_t>(first), 0, 0, 0};
    requireDone(H5Dwrite_chunk(images.get(), H5P_DEFAULT, chunk.skipped_filters, start.data(), chunk.bytes.size(),
                               chunk.bytes.data()),
                path);
  }

  void finish() {
    const Hdf5Lock lock;
    requireDone(H5Fflush(file.get(), H5F_SCOPE_LOCAL), path);
    if (!closeAll()) throwHdf5Error("write", path);
  }

  fs::path path;
  Hdf5Id file;
  Hdf5Id labels;
  Hdf5Id images;
};

void pack(const Hdf5Images& source, const fs::path& path, const Hdf5Layout& layout, const Hdf5Packing& packing,
          ProgressMonitor& monitor) {
  const std::int64_t in_chunk = std::min(packing.chunk_images, layout.count);
  const std::int64_t chunk_count = (layout.count - 1) / in_chunk + 1;
  PackedFile target(path, layout, packing.compression, in_chunk);
  std::vector<std::int64_t> labels = source.info().labels;
  labels.resize(static_cast<std::size_t>(layout.count));  // zeros where the source has none
  target.writeLabels(labels);
  // Several chunks for each thread, since some take longer.
  std::vector<PackedChunk> chunks(static_cast<std::size_t>(std::min<std::int64_t>(chunk_count, 4L * packing.threads)));
  const auto at_once = static_cast<std::int64_t>(chunks.size());
  for (std::int64_t begin = 0; begin < chunk_count; begin += at_once) {
    const std::int64_t some = std::min(at_once, chunk_count - begin);
    parallelFor(some, packing.threads, [&](std::int64_t i) {
      chunks[static_cast<std::size_t>(i)] =
          packChunk(readChunk(source, (begin + i) * in_chunk, in_chunk, layout), packing.compression);
    });
    for (std::int64_t i = 0; i < some; ++i) {
      target.writeChunk((begin + i) * in_chunk, chunks[static_cast<std::size_t>(i)]);
    }
    const std::int64_t done = std::min(layout.count, (begin + some) * in_chunk);
    monitor.report({.stage = "compressing", .done = done, .total = layout.count, .unit = "images"});
    monitor.throwIfCancelled();
  }
  target.finish();
  flushToDisk(path);
}

}  // namespace

Hdf5Places createHdf5Images(const fs::path& path, const Hdf5Layout& layout) {
  try {
    {
      const Hdf5Lock lock;
      createUnfilled(path, layout);
    }
    takeSpace(path);
    return hdf5Places(path);
  } catch (...) {
    std::error_code ignored;
    fs::remove(path, ignored);
    throw;
  }
}

Hdf5Places hdf5Places(const fs::path& path) {
  const Hdf5Lock lock;
  const Hdf5Id file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file) throwHdf5Error("read", path);
  const Hdf5Id labels(H5Dopen2(file.get(), "labels", H5P_DEFAULT), H5Dclose);
  const Hdf5Id images(H5Dopen2(file.get(), "imgs", H5P_DEFAULT), H5Dclose);
  if (!labels || !images) throwHdf5Error("read", path);
  return {.images = H5Dget_offset(images.get()), .labels = H5Dget_offset(labels.get())};
}

void packHdf5Images(const fs::path& from, const fs::path& path, const Hdf5Layout& layout, const Hdf5Packing& packing,
                    ProgressMonitor& monitor) {
  try {
    pack(Hdf5Images(from), path, layout, packing, monitor);
  } catch (...) {
    std::error_code ignored;
    fs::remove(path, ignored);
    throw;
  }
}

}  // namespace gan
