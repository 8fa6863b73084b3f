#include "interop/npz_writer.h"

#include <zlib.h>

#include <cassert>
#include <charconv>

namespace gan {
namespace {

// APPNOTE.TXT of PKWARE, sections 4.3 and 4.5.3. Sizes stand in the zip64 field throughout: they are not known when the
// header is written, and may be large.
constexpr std::uint32_t kInLongField = 0xFFFFFFFF;
constexpr std::uint16_t kVersion = 45;
constexpr std::uint16_t kFirstOfJanuary1980 = 0x21;

template <typename Number>
void put(std::string& out, Number value) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    out += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xFFU);
  }
}

/// From the version on, common to both headers.
void putCommon(std::string& out, std::uint32_t crc, std::size_t name_bytes, std::uint16_t extra_bytes) {
  put(out, kVersion);
  put(out, std::uint16_t{0});  // flags
  put(out, std::uint16_t{0});  // stored
  put(out, std::uint16_t{0});  // time
  put(out, kFirstOfJanuary1980);
  put(out, crc);
  put(out, kInLongField);
  put(out, kInLongField);
  put(out, static_cast<std::uint16_t>(name_bytes));
  put(out, extra_bytes);
}

std::string localHeader(const std::string& name, std::uint32_t crc, std::uint64_t bytes) {
  std::string out = "PK\x03\x04";
  constexpr std::uint16_t kExtraBytes = 20;
  putCommon(out, crc, name.size(), kExtraBytes);
  out += name;
  put(out, std::uint16_t{1});
  put(out, std::uint16_t{16});
  put(out, bytes);
  put(out, bytes);
  return out;
}

/// NEP 1, version 1.0: padded so that the numbers begin at a multiple of 64.
std::string npyHeader(const std::string& type, const std::vector<std::int64_t>& shape) {
  std::string text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (";
  for (const std::int64_t size : shape) text += std::to_string(size) + (shape.size() == 1 ? "," : ", ");
  if (shape.size() > 1) text.resize(text.size() - 2);
  text += "), }";
  constexpr std::size_t kAlignment = 64;
  constexpr std::size_t kBefore = 10;
  text.append(kAlignment - 1 - (kBefore + text.size()) % kAlignment, ' ');
  text += '\n';
  std::string out("\x93NUMPY\x01\x00", 8);
  put(out, static_cast<std::uint16_t>(text.size()));
  return out + text;
}

std::uint32_t updated(std::uint32_t crc, std::string_view bytes) {
  return static_cast<std::uint32_t>(::crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace

void NpzWriter::begin(const std::string& name, const std::string& type, const std::vector<std::int64_t>& shape) {
  endArray();
  const std::string header = npyHeader(type, shape);
  int element_bytes = 0;
  std::from_chars(type.data() + 2, type.data() + type.size(), element_bytes);
  std::uint64_t bytes = static_cast<std::uint64_t>(element_bytes);
  for (const std::int64_t size : shape) bytes *= static_cast<std::uint64_t>(size);
  Entry entry{.name = name + ".npy", .offset = file_.bytes(), .bytes = header.size() + bytes};
  file_.append(localHeader(entry.name, 0, entry.bytes));
  entries_.push_back(entry);
  missing_ = entry.bytes;
  append(header);
}

void NpzWriter::append(std::string_view bytes) {
  assert(bytes.size() <= missing_);
  file_.append(bytes);
  entries_.back().crc = updated(entries_.back().crc, bytes);
  missing_ -= bytes.size();
}

void NpzWriter::endArray() {
  if (entries_.empty()) return;
  assert(missing_ == 0);
  const Entry& entry = entries_.back();
  file_.overwrite(entry.offset, localHeader(entry.name, entry.crc, entry.bytes));
}

void NpzWriter::finish() {
  endArray();
  std::string out;
  const std::uint64_t begin = file_.bytes();
  for (const Entry& entry : entries_) {
    out += "PK\x01\x02";
    put(out, kVersion);  // made by
    putCommon(out, entry.crc, entry.name.size(), 28);
    put(out, std::uint16_t{0});  // comment
    put(out, std::uint16_t{0});  // disk
    put(out, std::uint16_t{0});  // attributes
    put(out, std::uint32_t{0});
    put(out, kInLongField);  // offset
    out += entry.name;
    put(out, std::uint16_t{1});
    put(out, std::uint16_t{24});
    put(out, entry.bytes);
    put(out, entry.bytes);
    put(out, entry.offset);
  }
  const std::uint64_t bytes = out.size();
  const auto count = static_cast<std::uint64_t>(entries_.size());
  out += "PK\x06\x06";  // end of the directory, long
  put(out, std::uint64_t{44});
  put(out, kVersion);
  put(out, kVersion);
  put(out, std::uint32_t{0});
  put(out, std::uint32_t{0});
  put(out, count);
  put(out, count);
  put(out, bytes);
  put(out, begin);
  out += "PK\x06\x07";  // and where it is
  put(out, std::uint32_t{0});
  put(out, begin + bytes);
  put(out, std::uint32_t{1});
  out += "PK\x05\x06";  // short
  put(out, std::uint16_t{0});
  put(out, std::uint16_t{0});
  put(out, static_cast<std::uint16_t>(count));
  put(out, static_cast<std::uint16_t>(count));
  put(out, kInLongField);
  put(out, kInLongField);
  put(out, std::uint16_t{0});
  file_.append(out);
  file_.finish();
}

}  // namespace gan
