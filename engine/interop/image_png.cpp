#include <png.h>

#include <cstring>
#include <string>

#include "interop/image_decoders.h"

namespace gan::image {
namespace {

constexpr std::string_view kFormat = "PNG";
constexpr std::size_t kReasonBytes = 160;
constexpr png_alloc_size_t kMostChunkBytes = 8U << 20U;

/// libpng leaves by longjmp, which must not cross objects with destructors: the functions that call it hold none, and
/// what they fill belongs to their caller.
struct Reading {
  std::span<const std::byte> bytes;
  std::size_t position = 0;
  png_structp png = nullptr;
  png_infop info = nullptr;
  char reason[kReasonBytes]{};

  Reading() = default;
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() { png_destroy_read_struct(&png, &info, nullptr); }
};

[[noreturn]] void onError(png_structp png, png_const_charp message) {
  auto& reading = *static_cast<Reading*>(png_get_error_ptr(png));
  std::strncpy(reading.reason, message, kReasonBytes - 1);
  png_longjmp(png, 1);
}

void onWarning(png_structp, png_const_charp) {}

void onRead(png_structp png, png_bytep out, png_size_t count) {
  auto& reading = *static_cast<Reading*>(png_get_io_ptr(png));
  if (count > reading.bytes.size() - reading.position) png_error(png, "it ends too early");
  std::memcpy(out, reading.bytes.data() + reading.position, count);
  reading.position += count;
}

bool readHeader(Reading& reading) {
  if (setjmp(png_jmpbuf(reading.png)) != 0) return false;
  png_set_read_fn(reading.png, &reading, onRead);
  png_set_user_limits(reading.png, 0x7FFFFFFF, 0x7FFFFFFF);  // pixels are counted by checkImageSize()
  png_set_chunk_malloc_max(reading.png, kMostChunkBytes);
  png_set_keep_unknown_chunks(reading.png, PNG_HANDLE_CHUNK_NEVER, nullptr, 0);
  png_read_info(reading.png, reading.info);
  return true;
}

/// Every kind becomes 8 bits of grey or RGB, with alpha where the file has any.
bool setTransformations(Reading& reading) {
  if (setjmp(png_jmpbuf(reading.png)) != 0) return false;
  png_set_scale_16(reading.png);
  png_set_expand(reading.png);
  png_set_interlace_handling(reading.png);
  png_read_update_info(reading.png, reading.info);
  return true;
}

bool readPixels(Reading& reading, png_bytepp rows) {
  if (setjmp(png_jmpbuf(reading.png)) != 0) return false;
  png_read_image(reading.png, rows);
  png_read_end(reading.png, nullptr);
  return true;
}

int orientationIn(const Reading& reading) {
  png_uint_32 count = 0;
  png_bytep exif = nullptr;
  if (png_get_eXIf_1(reading.png, reading.info, &count, &exif) == 0 || exif == nullptr) return 1;
  return exifOrientation(std::as_bytes(std::span(exif, count)));
}

}  // namespace

Raster decodePng(const Input& input) {
  Reading reading;
  reading.bytes = input.bytes;
  reading.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading, onError, onWarning);
  reading.info = reading.png == nullptr ? nullptr : png_create_info_struct(reading.png);
  if (reading.info == nullptr) throwDamaged(input, kFormat, "there is no memory to read it");
  if (!readHeader(reading)) throwDamaged(input, kFormat, reading.reason);
  Raster raster;
  raster.width = png_get_image_width(reading.png, reading.info);
  raster.height = png_get_image_height(reading.png, reading.info);
  checkImageSize(input, raster.width, raster.height);
  // A byte of deflate unpacks to at most 1032 (zlib's documentation), a pixel may take a single bit.
  constexpr std::uint64_t kMostPixelsOfAByte = 1032 * 8;
  if (static_cast<std::uint64_t>(raster.width * raster.height) > kMostPixelsOfAByte * input.bytes.size()) {
    throwDamaged(input, kFormat, "it is too short for its width and height");
  }
  if (!setTransformations(reading)) throwDamaged(input, kFormat, reading.reason);
  raster.channels = png_get_channels(reading.png, reading.info);
  raster.orientation = orientationIn(reading);
  const std::size_t row_bytes = png_get_rowbytes(reading.png, reading.info);
  if (row_bytes != static_cast<std::size_t>(raster.width * raster.channels)) {
    throwDamaged(input, kFormat, "its rows have another length than its header says");
  }
  raster.pixels.resize(row_bytes * static_cast<std::size_t>(raster.height));
  std::vector<png_bytep> rows(static_cast<std::size_t>(raster.height));
  for (std::size_t y = 0; y < rows.size(); ++y) rows[y] = raster.pixels.data() + y * row_bytes;
  if (!readPixels(reading, rows.data())) throwDamaged(input, kFormat, reading.reason);
  return raster;
}

}  // namespace gan::image
