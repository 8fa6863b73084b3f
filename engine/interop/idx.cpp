#include "interop/idx.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <memory>
#include <string>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/file_descriptor.h"

namespace gan {
namespace {

constexpr std::size_t kMagicBytes = 4;
constexpr std::size_t kMaxRank = 4;
constexpr std::byte kUnsignedByte{0x08};

[[noreturn]] void throwNotIdx(std::string_view source) {
  throw Error(
      ErrorCode::kDataLoss, "idx_header",
      "{path} is not an IDX file of bytes with 1 to 4 dimensions: it must start with 00 00 08 and the number of "
      "dimensions. Check that it is the right file.",
      {{"path", std::string(source)}});
}

[[noreturn]] void throwWrongSize(std::string_view source, std::uint64_t expected, std::string_view found) {
  throw Error(
      ErrorCode::kDataLoss, "idx_size",
      "{path} is not a whole IDX file: its header announces {expected} bytes of data, but it has {found}. Fetch it "
      "again.",
      {{"path", std::string(source)}, {"expected", std::to_string(expected)}, {"found", std::string(found)}});
}

std::size_t rankOf(std::span<const std::byte> magic, std::string_view source) {
  if (magic.size() < kMagicBytes) throwNotIdx(source);
  const auto rank = std::to_integer<std::size_t>(magic[3]);
  if (magic[0] != std::byte{0} || magic[1] != std::byte{0} || magic[2] != kUnsignedByte || rank < 1 ||
      rank > kMaxRank) {
    throwNotIdx(source);
  }
  return rank;
}

std::vector<std::int64_t> shapeFrom(std::span<const std::byte> dimensions) {
  std::vector<std::int64_t> shape;
  for (; dimensions.size() >= 4; dimensions = dimensions.subspan(4)) {
    std::int64_t length = 0;
    for (const std::byte byte : dimensions.first(4)) length = length << 8U | std::to_integer<std::int64_t>(byte);
    shape.push_back(length);
  }
  return shape;
}

std::uint64_t elementCount(const std::vector<std::int64_t>& shape, std::string_view source) {
  std::uint64_t count = 1;
  for (const std::int64_t length : shape) {
    if (__builtin_mul_overflow(count, static_cast<std::uint64_t>(length), &count)) {
      throwWrongSize(source, std::numeric_limits<std::uint64_t>::max(), "fewer");
    }
  }
  return count;
}

/// Reads a file as it is or through gunzip, whichever its first bytes ask for.
class MaybeGzipReader {
 public:
  explicit MaybeGzipReader(const std::filesystem::path& path) : path_(path) {
    FileDescriptor file = openRegularFile(path, O_RDONLY);
    stored_bytes_ = sizeOfOpenFile(file, path);
    const int copy = ::fcntl(file.get(), F_DUPFD_CLOEXEC, 0);
    if (copy < 0) throwFileError("open", path, errno);
    file_.reset(::gzdopen(copy, "rb"));
    if (!file_) {
      ::close(copy);
      throwFileError("read", path, ENOMEM);
    }
  }

  /// Fills buffer as far as the file goes; returns the bytes read.
  std::size_t read(std::span<std::byte> buffer) {
    constexpr std::size_t kPiece = std::size_t{1} << 26U;  // gzread takes an unsigned int
    std::size_t done = 0;
    while (done < buffer.size()) {
      const auto piece = static_cast<unsigned>(std::min(buffer.size() - done, kPiece));
      const int count = ::gzread(file_.get(), buffer.data() + done, piece);
      if (count < 0) throwDamaged();
      done += static_cast<std::size_t>(count);
      if (static_cast<unsigned>(count) < piece) {
        requireWholeStream();
        break;
      }
    }
    return done;
  }

  /// More bytes than read() can ever give from here on.
  std::uint64_t mostBytes() {
    constexpr std::uint64_t kMostExpansion = 1032;  // of deflate, see zlib's documentation
    return ::gzdirect(file_.get()) != 0 ? stored_bytes_ : (stored_bytes_ + 1) * kMostExpansion;
  }

 private:
  /// At the end of the file, gzread() returns what there is even where the checksum behind it is cut off.
  void requireWholeStream() {
    int status = Z_OK;
    ::gzerror(file_.get(), &status);
    if (status != Z_OK) throwDamaged();
  }

  [[noreturn]] void throwDamaged() {
    int status = 0;
    ::gzerror(file_.get(), &status);
    if (status == Z_ERRNO) throwFileError("read", path_, errno);
    throw Error(ErrorCode::kDataLoss, "idx_gzip",
                "{path} is damaged: its gzip data cannot be unpacked. Fetch it again.", {{"path", path_.string()}});
  }

  struct Closer {
    void operator()(gzFile file) const { ::gzclose(file); }
  };

  std::filesystem::path path_;
  std::unique_ptr<gzFile_s, Closer> file_;
  std::uint64_t stored_bytes_ = 0;
};

}  // namespace

IdxArray parseIdx(std::span<const std::byte> bytes, std::string_view source) {
  const std::size_t rank = rankOf(bytes.first(std::min(bytes.size(), kMagicBytes)), source);
  const std::size_t header_bytes = kMagicBytes + 4 * rank;
  if (bytes.size() < header_bytes) throwNotIdx(source);
  IdxArray array{.shape = shapeFrom(bytes.subspan(kMagicBytes, 4 * rank)), .bytes = {}};
  const std::uint64_t count = elementCount(array.shape, source);
  const auto data = bytes.subspan(header_bytes);
  if (data.size() != count) throwWrongSize(source, count, std::to_string(data.size()));
  array.bytes.resize(data.size());
  if (!data.empty()) std::memcpy(array.bytes.data(), data.data(), data.size());
  return array;
}

IdxArray readIdx(const std::filesystem::path& path, std::uint64_t max_bytes) {
  MaybeGzipReader reader(path);
  const std::string source = path.string();
  std::array<std::byte, kMagicBytes + 4 * kMaxRank> header{};
  const std::span<std::byte> magic = std::span(header).first(kMagicBytes);
  const std::size_t rank = rankOf(magic.first(reader.read(magic)), source);
  const std::span<std::byte> dimensions = std::span(header).subspan(kMagicBytes, 4 * rank);
  if (reader.read(dimensions) < dimensions.size()) throwNotIdx(source);

  IdxArray array{.shape = shapeFrom(dimensions), .bytes = {}};
  const std::uint64_t count = elementCount(array.shape, source);
  if (count > reader.mostBytes()) throwWrongSize(source, count, "at most " + std::to_string(reader.mostBytes()));
  if (count > max_bytes) {
    throw Error(ErrorCode::kInvalidArgument, "idx_too_large",
                "{path} holds {found} bytes of data; at most {limit} are read into memory. Use a smaller file.",
                {{"path", source}, {"found", std::to_string(count)}, {"limit", std::to_string(max_bytes)}});
  }
  array.bytes.resize(count);
  const std::size_t found = reader.read(std::as_writable_bytes(std::span(array.bytes)));
  std::byte surplus{};
  if (found < count) throwWrongSize(source, count, std::to_string(found));
  if (reader.read(std::span(&surplus, 1)) != 0) throwWrongSize(source, count, "more");
  return array;
}

}  // namespace gan
