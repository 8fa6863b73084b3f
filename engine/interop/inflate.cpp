#include "interop/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

namespace gan {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 18U;
// zlib's sign that the header says whether it is zlib's or gzip's.
constexpr int kEither = 32;

}  // namespace

std::string inflated(std::string_view packed, const RefusePacked& refuse) {
  if (packed.size() > std::numeric_limits<uInt>::max()) refuse("it is too large to unpack");
  z_stream stream{};
  if (::inflateInit2(&stream, MAX_WBITS + kEither) != Z_OK) refuse("there is no memory to unpack it");
  struct Guard {
    z_stream& stream;
    ~Guard() { ::inflateEnd(&stream); }
  } guard{stream};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string out;
  int status = Z_OK;
  while (status == Z_OK) {
    const std::size_t done = out.size();
    // One byte more than allowed, so that exactly as many as allowed are seen to end.
    const std::size_t piece = std::min(kPiece, kMostInflated + 1 - done);
    out.resize(done + piece);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + done);
    stream.avail_out = static_cast<uInt>(piece);
    status = ::inflate(&stream, Z_NO_FLUSH);
    out.resize(out.size() - stream.avail_out);
    if (out.size() > kMostInflated) refuse("it unpacks to more than 64 MiB");
  }
  if (status != Z_STREAM_END) refuse("a part of it cannot be unpacked");
  return out;
}

}  // namespace gan
