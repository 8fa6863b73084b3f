#include "interop/npz.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <span>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/file_descriptor.h"

namespace gan {
namespace {

constexpr std::uint64_t kEndBytes = 22;
constexpr std::uint64_t kMaxDirectoryBytes = 16U << 20U;
constexpr std::uint32_t kEndMagic = 0x06054b50;
constexpr std::uint32_t kLongEndMagic = 0x06064b50;
constexpr std::uint32_t kLongLocatorMagic = 0x07064b50;
constexpr std::uint32_t kDirectoryMagic = 0x02014b50;
constexpr std::uint32_t kLocalMagic = 0x04034b50;
constexpr std::uint32_t kInLongField = 0xFFFFFFFF;  // "look into the zip64 field"

std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = count; i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

void readAt(const FileDescriptor& file, const std::filesystem::path& path, std::uint64_t offset, char* out,
            std::uint64_t count) {
  for (std::uint64_t done = 0; done < count;) {
    const ssize_t got = ::pread(file.get(), out + done, count - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throwFileError("read", path, got < 0 ? errno : EIO);
    done += static_cast<std::uint64_t>(got);
  }
}

/// The value behind 'name': of a header such as {'descr': '|u1', 'fortran_order': False, 'shape': (5, 3), }.
std::optional<std::string_view> valueOf(std::string_view header, std::string_view name) {
  const std::string key = "'" + std::string(name) + "':";
  std::size_t begin = header.find(key);
  if (begin == std::string_view::npos) return std::nullopt;
  begin = header.find_first_not_of(' ', begin + key.size());
  if (begin == std::string_view::npos) return std::nullopt;
  const char first = header[begin];
  const std::size_t end = first == '(' ? header.find(')', begin) : header.find_first_of(",}", begin);
  if (end == std::string_view::npos) return std::nullopt;
  return header.substr(begin, end - begin + (first == '(' ? 1 : 0));
}

std::optional<std::vector<std::int64_t>> shapeOf(std::string_view tuple) {
  std::vector<std::int64_t> shape;
  tuple.remove_prefix(1);
  while (true) {
    while (!tuple.empty() && (tuple.front() == ' ' || tuple.front() == ',')) tuple.remove_prefix(1);
    if (tuple.empty()) return std::nullopt;
    if (tuple.front() == ')') return shape;
    std::int64_t size = -1;
    const auto [after, error] = std::from_chars(tuple.data(), tuple.data() + tuple.size(), size);
    if (error != std::errc() || size < 0 || shape.size() == 32) return std::nullopt;
    shape.push_back(size);
    tuple.remove_prefix(static_cast<std::size_t>(after - tuple.data()));
  }
}

std::optional<std::uint64_t> bytesOf(const std::vector<std::int64_t>& shape, std::uint64_t element) {
  std::uint64_t bytes = element;
  for (const std::int64_t size : shape) {
    if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(size), &bytes)) return std::nullopt;
  }
  return bytes;
}

}  // namespace

std::int64_t NpyArray::count() const {
  std::int64_t product = 1;
  for (const std::int64_t size : shape) product *= size;
  return product;
}

std::uint64_t NpyArray::elementBytes() const {
  std::uint64_t size = 0;
  std::from_chars(type.data() + 2, type.data() + type.size(), size);
  return size;
}

/// The bytes of one entry, unpacked, from its beginning on.
class NpzFile::Content {
 public:
  Content(const NpzFile& archive, const Entry& entry)
      : archive_(archive), entry_(entry), file_(openRegularFile(archive.path_, O_RDONLY)) {
    const std::string local = archive.bytesAt(entry.offset, 30);
    if (number(local, 0, 4) != kLocalMagic) archive.throwDamaged("an array is not where its directory says");
    position_ = entry.offset + 30 + number(local, 26, 2) + number(local, 28, 2);
    if (position_ > archive.file_bytes_ || entry.stored_bytes > archive.file_bytes_ - position_) {
      archive.throwDamaged("an array reaches beyond its end");
    }
    end_ = position_ + entry.stored_bytes;
    if (entry.deflated && ::inflateInit2(&stream_, -MAX_WBITS) != Z_OK) archive.throwDamaged("there is no memory");
  }
  ~Content() {
    if (entry_.deflated) ::inflateEnd(&stream_);
  }
  Content(const Content&) = delete;
  Content& operator=(const Content&) = delete;

  /// Fills out or throws.
  void read(std::span<char> out) {
    std::size_t done = 0;
    while (done < out.size()) {
      const std::size_t got = entry_.deflated ? unpack(out.subspan(done)) : copy(out.subspan(done));
      if (got == 0) archive_.throwDamaged("an array in it is cut off");
      crc_ = ::crc32_z(crc_, reinterpret_cast<const unsigned char*>(out.data() + done), got);
      done += got;
    }
  }
  void requireChecksum() const {
    if (crc_ != entry_.crc) archive_.throwDamaged("an array does not match its checksum");
  }

 private:
  std::size_t copy(std::span<char> out) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), end_ - position_));
    readAt(file_, archive_.path_, position_, out.data(), count);
    position_ += count;
    return count;
  }

  std::size_t unpack(std::span<char> out) {
    constexpr std::size_t kPiece = std::size_t{1} << 20U;
    const std::size_t wanted = std::min(out.size(), kPiece);
    stream_.next_out = reinterpret_cast<unsigned char*>(out.data());
    stream_.avail_out = static_cast<unsigned>(wanted);
    while (stream_.avail_out == wanted) {
      if (stream_.avail_in == 0 && position_ < end_) {
        packed_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, end_ - position_)));
        readAt(file_, archive_.path_, position_, packed_.data(), packed_.size());
        position_ += packed_.size();
        stream_.next_in = reinterpret_cast<unsigned char*>(packed_.data());
        stream_.avail_in = static_cast<unsigned>(packed_.size());
      }
      const int status = ::inflate(&stream_, Z_NO_FLUSH);
      if (status == Z_STREAM_END) break;
      if (status != Z_OK) archive_.throwDamaged("its packed data cannot be unpacked");
    }
    return wanted - stream_.avail_out;
  }

  const NpzFile& archive_;
  const Entry& entry_;
  FileDescriptor file_;
  std::uint64_t position_ = 0;
  std::uint64_t end_ = 0;
  std::string packed_;
  z_stream stream_{};
  unsigned long crc_ = 0;
};

void NpzFile::throwDamaged(std::string_view reason) const {
  throw Error(ErrorCode::kDataLoss, "npz_damaged",
              "{file} should be an .npz archive as NumPy writes it, but is not: {reason}. Fetch or make it again.",
              {{"file", path_.string()}, {"reason", std::string(reason)}});
}

std::string NpzFile::bytesAt(std::uint64_t offset, std::uint64_t count) const {
  if (offset > file_bytes_ || count > file_bytes_ - offset) throwDamaged("it ends too early");
  std::string bytes(static_cast<std::size_t>(count), '\0');
  readAt(openRegularFile(path_, O_RDONLY), path_, offset, bytes.data(), count);
  return bytes;
}

NpzFile::NpzFile(const std::filesystem::path& path) : path_(path) {
  file_bytes_ = sizeOfOpenFile(openRegularFile(path, O_RDONLY), path);
  readDirectory();
}

void NpzFile::readDirectory() {
  constexpr std::uint64_t kMostComment = 0xFFFF;
  const std::uint64_t tail_bytes = std::min(file_bytes_, kEndBytes + kMostComment);
  const std::string tail = bytesAt(file_bytes_ - tail_bytes, tail_bytes);
  std::size_t end = tail.size() < kEndBytes ? std::string::npos : tail.size() - kEndBytes;
  while (end != std::string::npos && number(tail, end, 4) != kEndMagic) end = end == 0 ? std::string::npos : end - 1;
  if (end == std::string::npos) throwDamaged("it has no directory");
  std::uint64_t directory_bytes = number(tail, end + 12, 4);
  std::uint64_t offset = number(tail, end + 16, 4);
  if (offset == kInLongField || directory_bytes == kInLongField) {
    if (end < 20 || number(tail, end - 20, 4) != kLongLocatorMagic) throwDamaged("its directory cannot be found");
    const std::string record = bytesAt(number(tail, end - 12, 8), 56);
    if (number(record, 0, 4) != kLongEndMagic) throwDamaged("its directory cannot be found");
    directory_bytes = number(record, 40, 8);
    offset = number(record, 48, 8);
  }
  if (directory_bytes > kMaxDirectoryBytes) throwDamaged("its directory is too large");
  const std::string directory = bytesAt(offset, directory_bytes);
  for (std::size_t at = 0; at < directory.size();) {
    constexpr std::size_t kHeaderBytes = 46;
    if (directory.size() - at < kHeaderBytes || number(directory, at, 4) != kDirectoryMagic) {
      throwDamaged("its directory is garbled");
    }
    const std::size_t name = number(directory, at + 28, 2);
    const std::size_t extra = number(directory, at + 30, 2);
    const std::size_t whole = kHeaderBytes + name + extra + number(directory, at + 32, 2);
    if (whole > directory.size() - at) throwDamaged("its directory is garbled");
    addEntry(directory.substr(at, kHeaderBytes), directory.substr(at + kHeaderBytes, name),
             directory.substr(at + kHeaderBytes + name, extra));
    at += whole;
  }
}

void NpzFile::addEntry(const std::string& header, const std::string& name, const std::string& extra) {
  if (!name.ends_with(".npy")) return;
  const std::uint64_t method = number(header, 10, 2);
  if ((number(header, 8, 2) & 1U) != 0 || (method != 0 && method != 8)) throwDamaged("an array is packed otherwise");
  Entry entry{.offset = number(header, 42, 4),
              .stored_bytes = number(header, 20, 4),
              .bytes = number(header, 24, 4),
              .crc = static_cast<std::uint32_t>(number(header, 16, 4)),
              .deflated = method == 8};
  for (std::size_t at = 0; at + 4 <= extra.size();) {
    const std::size_t bytes = number(extra, at + 2, 2);
    std::size_t place = at + 4;
    at = place + bytes;
    if (at > extra.size()) break;
    if (number(extra, place - 4, 2) != 1) continue;  // 1: numbers of 64 bits, in this order, for those that need them
    for (std::uint64_t* value : {&entry.bytes, &entry.stored_bytes, &entry.offset}) {
      if (*value != kInLongField || place + 8 > at) continue;
      *value = number(extra, place, 8);
      place += 8;
    }
  }
  if (!entry.deflated && entry.bytes != entry.stored_bytes) throwDamaged("an array has two lengths");
  entries_.insert_or_assign(name.substr(0, name.size() - 4), entry);
}

std::vector<std::string> NpzFile::names() const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

const NpzFile::Entry& NpzFile::entry(const std::string& name) const {
  const auto found = entries_.find(name);
  if (found != entries_.end()) return found->second;
  std::string known;
  for (const auto& [other, entry] : entries_) known += (known.empty() ? "" : ", ") + other;
  throw Error(ErrorCode::kNotFound, "npz_no_array", "{file} holds no array {name}; it holds: {known}.",
              {{"file", path_.string()}, {"name", name}, {"known", known.empty() ? "nothing" : known}});
}

NpyArray NpzFile::header(const std::string& name) const { return open(name).second; }

NpyArray NpzFile::read(const std::string& name, std::uint64_t max_bytes) const {
  auto [content, array] = open(name);
  const Entry& stored = entry(name);
  const auto bytes = bytesOf(array.shape, array.elementBytes());
  constexpr std::uint64_t kMostExpansion = 1032;  // of deflate, see zlib's documentation
  if (!bytes || *bytes > stored.bytes || *bytes / kMostExpansion > stored.stored_bytes) {
    throwDamaged("an array in it is shorter than its shape");
  }
  if (*bytes > max_bytes) {
    throw Error(ErrorCode::kInvalidArgument, "npz_too_large",
                "The array {name} of {file} takes {found} bytes; at most {limit} are read into memory. Use a smaller "
                "file, or an HDF5 file.",
                {{"name", name},
                 {"file", path_.string()},
                 {"found", std::to_string(*bytes)},
                 {"limit", std::to_string(max_bytes)}});
  }
  array.bytes.resize(static_cast<std::size_t>(*bytes));
  content->read({reinterpret_cast<char*>(array.bytes.data()), array.bytes.size()});
  content->requireChecksum();
  return std::move(array);  // a structured binding is not moved by itself
}

std::pair<std::unique_ptr<NpzFile::Content>, NpyArray> NpzFile::open(const std::string& name) const {
  auto content = std::make_unique<Content>(*this, entry(name));
  std::string start(8, '\0');
  content->read(start);
  if (!start.starts_with("\x93NUMPY")) throwDamaged("an array in it is not in NumPy's format");
  std::string length(start[6] == 1 ? 2 : 4, '\0');
  content->read(length);
  const std::uint64_t header_bytes = number(length, 0, length.size());
  if (header_bytes > 65536) throwDamaged("the header of an array is too long");
  std::string header(static_cast<std::size_t>(header_bytes), '\0');
  content->read(header);
  const auto type = valueOf(header, "descr");
  const auto order = valueOf(header, "fortran_order");
  const auto tuple = valueOf(header, "shape");
  const auto shape = tuple && tuple->starts_with('(') ? shapeOf(*tuple) : std::nullopt;
  if (!type || !order || !shape) throwDamaged("the header of an array cannot be read");
  const bool simple = type->size() >= 5 && type->size() <= 6 &&
                      std::string_view("|<>=").find((*type)[1]) != std::string_view::npos &&
                      std::string_view("biuf").find((*type)[2]) != std::string_view::npos &&
                      std::isdigit(static_cast<unsigned char>((*type)[3])) != 0 && (*type)[3] != '0';
  if (!simple || *order != "False") {
    throw Error(ErrorCode::kUnsupported, "npz_unsupported",
                "The array {name} of {file} has elements {type} in {order} order; numbers in C order are read. Save it "
                "again with numpy.ascontiguousarray(array).",
                {{"name", name},
                 {"file", path_.string()},
                 {"type", std::string(*type)},
                 {"order", *order == "False" ? "C" : "Fortran"}});
  }
  NpyArray array{.type = std::string(type->substr(1, type->size() - 2)), .shape = *shape, .bytes = {}};
  return {std::move(content), std::move(array)};
}

}  // namespace gan
