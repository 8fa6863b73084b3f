#include "interop/hdf5_images.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/file_descriptor.h"
#include "core/shape_text.h"
#include "interop/hdf5_library.h"

namespace gan {

namespace {

using Shape = std::vector<hsize_t>;

constexpr hsize_t kLargestSide = 65535;
constexpr hsize_t kMostImages = hsize_t{1} << 40U;
constexpr std::uint64_t kLargestChunk = std::uint64_t{1} << 30U;
/// Of deflate, the most any filter that we read with can expand; see zlib's documentation.
constexpr std::uint64_t kMostExpansion = 1032;
/// Chunks kept unpacked: a window of the epoch order visits 16 blocks at a time, and each may lie in two chunks.
constexpr std::uint64_t kChunksKept = 34;
constexpr std::uint64_t kMostBytesKept = std::uint64_t{1} << 30U;
constexpr std::uint64_t kMostClassNames = 1'000'000;

[[noreturn]] void throwNotImages(const std::filesystem::path& path, const std::string& found) {
  throw Error(
      ErrorCode::kDataLoss, "hdf5_not_images",
      "{path} should hold a data set imgs of uint8, [count, 1 or 3, height, width] or [count, height, width, 1 or "
      "3], and perhaps labels, one integer an image; found: {found}. Make it as "
      "BigGAN-PyTorch's make_hdf5.py does.",
      {{"path", path.string()}, {"found", found}});
}

struct Handle {
  Hdf5Id dataset;
  Hdf5Id creation;  // the properties it was made with
  Shape shape;
};

Handle openDataset(hid_t file, const char* name, const std::filesystem::path& path) {
  Handle handle;
  handle.dataset = {H5Dopen2(file, name, H5P_DEFAULT), H5Dclose};
  if (!handle.dataset) throwHdf5Error("read", path);
  handle.creation = {H5Dget_create_plist(handle.dataset.get()), H5Pclose};
  const Hdf5Id space(H5Dget_space(handle.dataset.get()), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space.get());
  if (!handle.creation || rank < 0) throwHdf5Error("read", path);
  handle.shape.resize(static_cast<std::size_t>(rank));
  if (rank > 0 && H5Sget_simple_extent_dims(space.get(), handle.shape.data(), nullptr) < 0)
    throwHdf5Error("read", path);
  return handle;
}

bool isPacked(const Handle& handle) { return H5Pget_nfilters(handle.creation.get()) != 0; }

/// Other files that a data set says its values are in are not opened: the file is others' word.
bool isSelfContained(const Handle& handle) {
  const H5D_layout_t layout = H5Pget_layout(handle.creation.get());
  const bool plain = layout == H5D_CONTIGUOUS || layout == H5D_CHUNKED || layout == H5D_COMPACT;
  return plain && H5Pget_external_count(handle.creation.get()) == 0;
}

/// Elements announced must fit into what the file stores, else memory would be taken for a lie.
void checkStored(const Handle& handle, std::uint64_t bytes, const char* name, const std::filesystem::path& path) {
  const std::uint64_t stored = H5Dget_storage_size(handle.dataset.get());
  std::error_code ignored;
  const std::uint64_t present = std::min<std::uint64_t>(stored, std::filesystem::file_size(path, ignored));
  const std::uint64_t most = isPacked(handle) ? present * kMostExpansion : present;
  if (bytes > most) {
    throw Error(
        ErrorCode::kDataLoss, "hdf5_incomplete",
        "{path} announces {name} {shape}, which is {expected} bytes, but has stored {found}. It was not written to "
        "its end: fetch or make it again.",
        {{"path", path.string()},
         {"name", name},
         {"shape", shapeText(handle.shape)},
         {"expected", std::to_string(bytes)},
         {"found", std::to_string(stored)}});
  }
}

void checkFilters(const Handle& handle, const std::filesystem::path& path) {
  for (int i = 0; i < H5Pget_nfilters(handle.creation.get()); ++i) {
    unsigned flags = 0;
    unsigned config = 0;
    std::size_t values = 0;
    std::array<char, 64> name{};
    const H5Z_filter_t filter = H5Pget_filter2(handle.creation.get(), static_cast<unsigned>(i), &flags, &values,
                                               nullptr, name.size(), name.data(), &config);
    if (filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_FLETCHER32 &&
        filter != kLzfFilter) {
      throwNotImages(path, "a compression other than gzip and lzf (filter " + std::to_string(filter) + ", " +
                               std::string(name.data(), ::strnlen(name.data(), name.size())) + ")");
    }
  }
}

std::vector<std::int64_t> readLabels(hid_t file, std::int64_t count, const std::filesystem::path& path) {
  if (H5Lexists(file, "labels", H5P_DEFAULT) <= 0) return {};
  const Handle handle = openDataset(file, "labels", path);
  const Hdf5Id type(H5Dget_type(handle.dataset.get()), H5Tclose);
  if (handle.shape != Shape{static_cast<hsize_t>(count)} || H5Tget_class(type.get()) != H5T_INTEGER ||
      !isSelfContained(handle)) {
    throwNotImages(path, "labels " + shapeText(handle.shape) + " for " + std::to_string(count) + " images");
  }
  checkFilters(handle, path);
  checkStored(handle, static_cast<std::uint64_t>(count) * H5Tget_size(type.get()), "labels", path);
  std::vector<std::int64_t> labels(static_cast<std::size_t>(count));
  if (H5Dread(handle.dataset.get(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, labels.data()) < 0) {
    throwHdf5Error("read", path);
  }
  const auto [least, most] = std::minmax_element(labels.begin(), labels.end());
  if (*least < 0 || *most >= static_cast<std::int64_t>(kMostClassNames)) {
    throwNotImages(
        path, "labels from " + std::to_string(*least) + " to " + std::to_string(*most) + ", where 0 to 999999 can be");
  }
  return labels;
}

std::vector<std::string> readClassNames(hid_t file, const std::filesystem::path& path) {
  if (H5Lexists(file, "class_names", H5P_DEFAULT) <= 0) return {};
  const Handle handle = openDataset(file, "class_names", path);
  const Hdf5Id type(H5Dget_type(handle.dataset.get()), H5Tclose);
  const bool strings = H5Tget_class(type.get()) == H5T_STRING && H5Tis_variable_str(type.get()) > 0;
  if (handle.shape.size() != 1 || handle.shape[0] > kMostClassNames || !strings || !isSelfContained(handle)) {
    throwNotImages(path, "class_names " + shapeText(handle.shape) + ", which should be a list of texts");
  }
  checkFilters(handle, path);
  checkStored(handle, handle.shape[0] * sizeof(std::uint32_t), "class_names", path);
  std::vector<char*> texts(handle.shape[0], nullptr);
  const Hdf5Id memory_type(H5Tcopy(type.get()), H5Tclose);
  if (H5Dread(handle.dataset.get(), memory_type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()) < 0) {
    throwHdf5Error("read", path);
  }
  std::vector<std::string> names;
  for (const char* text : texts) names.emplace_back(text == nullptr ? "" : text);
  const Hdf5Id space(H5Dget_space(handle.dataset.get()), H5Sclose);
  H5Dvlen_reclaim(memory_type.get(), space.get(), H5P_DEFAULT, texts.data());
  return names;
}

std::string readFingerprint(hid_t file) {
  constexpr std::size_t kDigits = 64;
  if (H5Aexists(file, "fingerprint") <= 0) return {};
  const Hdf5Id attribute(H5Aopen(file, "fingerprint", H5P_DEFAULT), H5Aclose);
  const Hdf5Id type(H5Aget_type(attribute.get()), H5Tclose);
  const Hdf5Id space(H5Aget_space(attribute.get()), H5Sclose);
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0 ||
      H5Tget_size(type.get()) != kDigits || H5Sget_simple_extent_npoints(space.get()) != 1) {
    return {};  // somebody else's attribute
  }
  std::string text(kDigits, '\0');
  return H5Aread(attribute.get(), type.get(), text.data()) < 0 ? std::string() : text;
}

bool readUnlabelled(hid_t file) { return H5Aexists(file, "unlabelled") > 0; }

}  // namespace

struct Hdf5Images::State {
  explicit State(const std::filesystem::path& file_path) : path(file_path) {
    descriptor = openRegularFile(path, O_RDONLY);
    const Hdf5Lock lock;
    try {
      openUnderLock();
    } catch (...) {
      close();
      throw;
    }
  }
  ~State() {
    const Hdf5Lock lock;
    close();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void close() {
    images = {};
    file.reset();
  }

  void openUnderLock() {
    const Hdf5Id access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    H5Pset_file_locking(access.get(), false, true);  // many file systems of clusters cannot lock
    file = {H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose};
    if (!file) throwHdf5Error("read", path);
    if (H5Lexists(file.get(), "imgs", H5P_DEFAULT) <= 0) throwNotImages(path, "no imgs");
    images = openDataset(file.get(), "imgs", path);
    readShape();
    checkFilters(images, path);
    checkStored(images, static_cast<std::uint64_t>(info.count * info.imageBytes()), "imgs", path);
    readChunks();
    if (!readUnlabelled(file.get())) info.labels = readLabels(file.get(), info.count, path);
    info.class_names = readClassNames(file.get(), path);
    info.fingerprint = readFingerprint(file.get());
  }

  void readShape() {
    const Hdf5Id type(H5Dget_type(images.dataset.get()), H5Tclose);
    const bool bytes = H5Tget_class(type.get()) == H5T_INTEGER && H5Tget_size(type.get()) == 1 &&
                       H5Tget_sign(type.get()) == H5T_SGN_NONE;
    const Shape& shape = images.shape;
    const auto isChannels = [](hsize_t size) { return size == 1 || size == 3; };
    const bool ranked = shape.size() == 4;
    info.planar = ranked && isChannels(shape[1]) && (!isChannels(shape[3]) || isChannels(shape[2]));
    const bool pixels = ranked && !info.planar && isChannels(shape[3]);
    const bool sized = ranked && std::ranges::all_of(shape, [](hsize_t size) { return size >= 1; }) &&
                       shape[0] <= kMostImages && std::max({shape[1], shape[2], shape[3]}) <= kLargestSide;
    if (!bytes || !sized || (!info.planar && !pixels) || !isSelfContained(images)) {
      throwNotImages(path, "imgs " + shapeText(shape) + (bytes ? "" : " of another type"));
    }
    info.count = static_cast<std::int64_t>(shape[0]);
    info.channels = static_cast<std::int64_t>(info.planar ? shape[1] : shape[3]);
    info.height = static_cast<std::int64_t>(info.planar ? shape[2] : shape[1]);
    info.width = static_cast<std::int64_t>(info.planar ? shape[3] : shape[2]);
    if (info.count > std::numeric_limits<std::int64_t>::max() / info.imageBytes()) {
      throwNotImages(path, "imgs " + shapeText(shape) + ", more than any file can hold");
    }
  }

  void readChunks() {
    const H5D_layout_t layout = H5Pget_layout(images.creation.get());
    chunk = images.shape;
    if (layout == H5D_CHUNKED && H5Pget_chunk(images.creation.get(), 4, chunk.data()) < 0) throwHdf5Error("read", path);
    std::uint64_t bytes = 1;
    for (const hsize_t side : chunk) {
      if (layout == H5D_CHUNKED && (side < 1 || side > kLargestChunk / bytes)) {
        throwNotImages(path, "chunks of " + shapeText(chunk) + ", more than 1 GiB each");
      }
      bytes *= side;
    }
    const Hdf5Id creation(H5Fget_create_plist(file.get()), H5Pclose);
    hsize_t user_block = 0;
    const bool plain = H5Pget_userblock(creation.get(), &user_block) >= 0 && user_block == 0 && !isPacked(images);
    if (plain && layout == H5D_CONTIGUOUS) {
      const haddr_t place = H5Dget_offset(images.dataset.get());
      if (place != HADDR_UNDEF) places = {place};
    } else if (plain && layout == H5D_CHUNKED && std::equal(chunk.begin() + 1, chunk.end(), images.shape.begin() + 1)) {
      findPlaces(bytes);
    }
    if (places.empty()) keepChunks(layout == H5D_CHUNKED, bytes);
  }

  /// Leaves places empty where the file has gaps: there the library knows what to give.
  void findPlaces(std::uint64_t chunk_bytes) {
    const std::uint64_t file_bytes = sizeOfOpenFile(descriptor, path);
    std::vector<std::uint64_t> found;
    for (hsize_t first = 0; first < images.shape[0]; first += chunk[0]) {
      const std::array<hsize_t, 4> offset{first, 0, 0, 0};
      unsigned mask = 0;
      haddr_t place = HADDR_UNDEF;
      hsize_t size = 0;
      if (H5Dget_chunk_info_by_coord(images.dataset.get(), offset.data(), &mask, &place, &size) < 0) {
        throwHdf5Error("read", path);
      }
      if (place == HADDR_UNDEF || size != chunk_bytes || size > file_bytes || place > file_bytes - size) return;
      found.push_back(place);
    }
    places = std::move(found);
  }

  void keepChunks(bool chunked, std::uint64_t chunk_bytes) {
    if (!chunked) return;
    info.chunk_images = static_cast<std::int64_t>(std::min(chunk[0], images.shape[0]));
    std::uint64_t across = 1;
    for (std::size_t i = 1; i < 4; ++i) across *= (images.shape[i] - 1) / chunk[i] + 1;
    const std::uint64_t bytes = std::min(kMostBytesKept, kChunksKept * across * chunk_bytes);
    constexpr std::size_t kSlots = 100'003;  // a prime far above the number of chunks kept, as the library asks for
    const Hdf5Id access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
    H5Pset_chunk_cache(access.get(), kSlots, std::max(bytes, chunk_bytes), 1.0);
    images.dataset = {H5Dopen2(file.get(), "imgs", access.get()), H5Dclose};
    if (!images.dataset) throwHdf5Error("read", path);
  }

  void readPlace(std::int64_t index, std::span<std::uint8_t> bytes) const {
    const auto in_chunk = static_cast<std::int64_t>(chunk[0]);
    const std::uint64_t begin = places[static_cast<std::size_t>(index / in_chunk)] +
                                static_cast<std::uint64_t>(index % in_chunk * info.imageBytes());
    std::size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t count =
          ::pread(descriptor.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(begin + done));
      if (count < 0 && errno != EINTR) throwFileError("read", path, errno);
      if (count == 0) {
        throw Error(ErrorCode::kDataLoss, "hdf5_cut_short",
                    "{path} ends before image {index}; it became shorter while it was in use. Restore it.",
                    {{"path", path.string()}, {"index", std::to_string(index)}});
      }
      done += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    }
  }

  void readThroughLibrary(std::int64_t index, std::span<std::uint8_t> bytes) const {
    const Hdf5Lock lock;
    const std::array<hsize_t, 4> start{static_cast<hsize_t>(index), 0, 0, 0};
    const std::array<hsize_t, 4> count{1, images.shape[1], images.shape[2], images.shape[3]};
    const Hdf5Id space(H5Dget_space(images.dataset.get()), H5Sclose);
    const Hdf5Id memory(H5Screate_simple(4, count.data(), nullptr), H5Sclose);
    if (H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) < 0 ||
        H5Dread(images.dataset.get(), H5T_NATIVE_UINT8, memory.get(), space.get(), H5P_DEFAULT, bytes.data()) < 0) {
      throwHdf5Error("read", path);
    }
  }

  std::filesystem::path path;
  FileDescriptor descriptor;
  Hdf5Id file;
  Handle images;
  Shape chunk;
  std::vector<std::uint64_t> places;  // where each chunk of unpacked images begins in the file; empty: ask the library
  Hdf5ImagesInfo info;
};

Hdf5Images::Hdf5Images(const std::filesystem::path& path) : state_(std::make_unique<State>(path)) {}

Hdf5Images::~Hdf5Images() = default;

const Hdf5ImagesInfo& Hdf5Images::info() const { return state_->info; }

void Hdf5Images::read(std::int64_t index, std::span<std::uint8_t> bytes) const {
  const Hdf5ImagesInfo& info = state_->info;
  if (index < 0 || index >= info.count || bytes.size() != static_cast<std::size_t>(info.imageBytes())) {
    throw Error(
        ErrorCode::kInvalidArgument, "hdf5_no_such_image",
        "{path} has images 0 to {last}, but image {index} was asked for.",
        {{"path", state_->path.string()}, {"last", std::to_string(info.count - 1)}, {"index", std::to_string(index)}});
  }
  if (state_->places.empty()) {
    state_->readThroughLibrary(index, bytes);
  } else {
    state_->readPlace(index, bytes);
  }
}

bool looksLikeHdf5(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  constexpr std::string_view kSignature("\x89HDF\r\n\x1a\n", 8);
  std::array<char, kSignature.size()> begin{};
  std::ifstream file(path, std::ios::binary);
  return file.read(begin.data(), begin.size()) && std::string_view(begin.data(), begin.size()) == kSignature;
}

}  // namespace gan
