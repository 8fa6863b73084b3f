#include "interop/tensorboard_writer.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <charconv>
#include <string>
#include <utility>

#include "core/atomic_file.h"
#include "core/crc32c.h"
#include "core/error.h"
#include "core/file_descriptor.h"
#include "core/host_name.h"

namespace gan {
namespace {

constexpr std::string_view kFilePrefix = "events.out.tfevents.";
constexpr std::size_t kBufferBytes = std::size_t{64} << 10U;

void appendFixed(std::string& out, auto value) {
  const auto bytes = std::bit_cast<std::array<char, sizeof(value)>>(value);
  out.append(bytes.data(), bytes.size());
}

/// The few parts of the protobuf wire format that tensorflow.Event needs; field numbers are those of event.proto and
/// summary.proto.
class Message {
 public:
  void addVarint(unsigned field, std::uint64_t value) {
    appendVarint(std::uint64_t{field} << 3U);
    appendVarint(value);
  }
  void addDouble(unsigned field, double value) {
    appendVarint(std::uint64_t{field} << 3U | 1U);
    appendFixed(bytes_, value);
  }
  void addFloat(unsigned field, float value) {
    appendVarint(std::uint64_t{field} << 3U | 5U);
    appendFixed(bytes_, value);
  }
  void addBytes(unsigned field, std::string_view value) {
    appendVarint(std::uint64_t{field} << 3U | 2U);
    appendVarint(value.size());
    bytes_.append(value);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  void appendVarint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7U) bytes_.push_back(static_cast<char>((value & 0x7fU) | 0x80U));
    bytes_.push_back(static_cast<char>(value));
  }

  std::string bytes_;
};

Message eventAt(double unix_seconds, std::int64_t step) {
  Message event;
  event.addDouble(1, unix_seconds);
  event.addVarint(2, static_cast<std::uint64_t>(step));
  return event;
}

/// TFRecord: length, its checksum, payload, its checksum.
void appendFrame(std::string& out, std::string_view payload) {
  const std::uint64_t length = payload.size();
  appendFixed(out, length);
  appendFixed(out, maskedCrc32c(std::as_bytes(std::span(&length, 1))));
  out.append(payload);
  appendFixed(out, maskedCrc32c(std::as_bytes(std::span(payload))));
}

/// TensorBoard reads the files of a folder in the order of their names: the number of the newest one in folder.
std::int64_t newestStamp(const std::filesystem::path& folder) {
  std::int64_t newest = 0;
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
    const std::string name = entry.path().filename().string();
    std::int64_t stamp = 0;
    if (name.starts_with(kFilePrefix) &&
        std::from_chars(name.data() + kFilePrefix.size(), name.data() + name.size(), stamp).ec == std::errc()) {
      newest = std::max(newest, stamp);
    }
  }
  return newest;
}

}  // namespace

struct TensorBoardWriter::State {
  std::filesystem::path path;
  FileDescriptor file;
  std::uint64_t size = 0;
  std::string pending;

  void write(const Message& event) {
    appendFrame(pending, event.bytes());
    if (pending.size() >= kBufferBytes) flush();
  }

  void flush() {
    // Taken out first: while a disk is full, what cannot be written is dropped instead of being kept in memory.
    const std::string frames = std::exchange(pending, {});
    writeWholeAt(file, size, std::as_bytes(std::span(frames)), path);
    size += frames.size();
  }
};

TensorBoardWriter::TensorBoardWriter(const std::filesystem::path& folder, std::int64_t first_step, double unix_seconds)
    : state_(std::make_unique<State>()) {
  constexpr double kLargestStamp = 9'999'999'999.0;  // ten digits, so that names sort as numbers do
  const double seconds = unix_seconds >= 0 && unix_seconds <= kLargestStamp ? unix_seconds : 0;
  std::int64_t stamp = std::max(static_cast<std::int64_t>(seconds), newestStamp(folder) + 1);
  while (!state_->file) {
    std::string digits = std::to_string(stamp++);
    digits.insert(0, 10 - std::min<std::size_t>(digits.size(), 10), '0');
    state_->path = folder / (std::string(kFilePrefix) + digits + "." + hostName());
    state_->file = FileDescriptor(::open(state_->path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    if (!state_->file && errno != EEXIST) throwFileError("create", state_->path, errno);
  }

  Message version;
  version.addDouble(1, unix_seconds);
  version.addBytes(3, "brain.Event:2");
  state_->write(version);

  Message session_log;
  session_log.addVarint(1, 1);  // START
  Message start = eventAt(unix_seconds, first_step);
  start.addBytes(7, session_log.bytes());
  state_->write(start);
  flush();
}

TensorBoardWriter::~TensorBoardWriter() {
  try {
    flush();
  } catch (const Error&) {
    // These files are a convenience for other readers; the run's own record is elsewhere.
  }
}

void TensorBoardWriter::writeScalars(std::int64_t step, double unix_seconds, std::span<const Scalar> scalars) {
  if (scalars.empty()) return;
  Message summary;
  for (const Scalar& scalar : scalars) {
    Message value;
    value.addBytes(1, scalar.tag);
    value.addFloat(2, scalar.value);
    summary.addBytes(1, value.bytes());
  }
  Message event = eventAt(unix_seconds, step);
  event.addBytes(5, summary.bytes());
  state_->write(event);
}

void TensorBoardWriter::flush() { state_->flush(); }

}  // namespace gan
