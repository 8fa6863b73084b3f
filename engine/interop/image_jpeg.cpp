#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <string>

// libjpeg's headers need stdio's before them.
#include <jerror.h>
#include <jpeglib.h>

#include "interop/image_decoders.h"

namespace gan::image {
namespace {

constexpr std::string_view kFormat = "JPEG";
constexpr int kMostScans = 500;  // a file of many empty scans costs time out of all proportion to its size

/// libjpeg leaves by longjmp, which must not cross objects with destructors: these functions hold none, and what they
/// fill belongs to their caller.
struct Decompression {
  jpeg_decompress_struct state{};
  jpeg_error_mgr errors{};
  jpeg_progress_mgr progress{};
  std::jmp_buf leave{};
  char reason[JMSG_LENGTH_MAX]{};
};

Decompression& owner(j_common_ptr state) { return *static_cast<Decompression*>(state->client_data); }

[[noreturn]] void onError(j_common_ptr state) {
  Decompression& decompression = owner(state);
  if (decompression.reason[0] == '\0') state->err->format_message(state, decompression.reason);
  std::longjmp(decompression.leave, 1);
}

/// libjpeg goes on after these with made-up pixels. Other warnings (bytes between markers, an odd order of scans) leave
/// the picture whole.
bool isDamage(int message) {
  switch (message) {
    case JWRN_JPEG_EOF:
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_MUST_RESYNC:
    case JWRN_NOT_SEQUENTIAL:
      return true;
    default:
      return false;
  }
}

void onMessage(j_common_ptr state, int level) {
  if (level < 0 && isDamage(state->err->msg_code)) onError(state);
}

void onProgress(j_common_ptr state) {
  const auto* decompression = reinterpret_cast<j_decompress_ptr>(state);
  if (decompression->input_scan_number <= kMostScans) return;
  std::strcpy(owner(state).reason, "it has more than 500 scans");
  onError(state);
}

void begin(Decompression& decompression) {
  decompression.state.err = jpeg_std_error(&decompression.errors);
  decompression.errors.error_exit = onError;
  decompression.errors.emit_message = onMessage;
  decompression.state.client_data = &decompression;
}

bool readHeader(Decompression& decompression, std::span<const std::byte> bytes) {
  if (setjmp(decompression.leave) != 0) return false;
  jpeg_create_decompress(&decompression.state);
  decompression.progress.progress_monitor = onProgress;
  decompression.state.progress = &decompression.progress;
  jpeg_mem_src(&decompression.state, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  jpeg_save_markers(&decompression.state, JPEG_APP0 + 1, 0xFFFF);
  jpeg_read_header(&decompression.state, TRUE);
  return true;
}

bool computeSize(Decompression& decompression) {
  if (setjmp(decompression.leave) != 0) return false;
  jpeg_calc_output_dimensions(&decompression.state);
  return true;
}

bool readPixels(Decompression& decompression, std::uint8_t* pixels, std::size_t row_bytes) {
  if (setjmp(decompression.leave) != 0) return false;
  jpeg_start_decompress(&decompression.state);
  while (decompression.state.output_scanline < decompression.state.output_height) {
    JSAMPROW row = pixels + decompression.state.output_scanline * row_bytes;
    jpeg_read_scanlines(&decompression.state, &row, 1);
  }
  jpeg_finish_decompress(&decompression.state);
  return true;
}

struct Guard {
  Decompression& decompression;
  ~Guard() { jpeg_destroy_decompress(&decompression.state); }
};

int orientationIn(const jpeg_decompress_struct& state) {
  constexpr std::string_view kExif("Exif\0\0", 6);
  for (const auto* marker = state.marker_list; marker != nullptr; marker = marker->next) {
    const std::span<const std::byte> data(reinterpret_cast<const std::byte*>(marker->data), marker->data_length);
    if (data.size() > kExif.size() && std::memcmp(data.data(), kExif.data(), kExif.size()) == 0) {
      return exifOrientation(data.subspan(kExif.size()));
    }
  }
  return 1;
}

J_COLOR_SPACE outputColours(const jpeg_decompress_struct& state) {
  if (state.jpeg_color_space == JCS_GRAYSCALE) return JCS_GRAYSCALE;
  return state.num_components == 4 ? JCS_CMYK : JCS_RGB;
}

/// Adobe's programs store ink inverted, and Pillow takes every file for one of theirs: so the stored values are 255 for
/// no ink.
void inkToRgb(Raster& raster) {
  const std::size_t count = raster.pixels.size() / 4;
  const std::uint8_t* in = raster.pixels.data();
  std::uint8_t* out = raster.pixels.data();
  for (std::size_t i = 0; i < count; ++i, in += 4, out += 3) {
    const std::uint32_t light = in[3];
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const std::uint32_t product = (255U - in[channel]) * light + 128U;
      out[channel] = static_cast<std::uint8_t>(light - ((product + (product >> 8U)) >> 8U));
    }
  }
  raster.pixels.resize(count * 3);
  raster.channels = 3;
}

unsigned reduction(const jpeg_decompress_struct& state, std::int64_t at_least) {
  unsigned factor = 1;
  if (at_least < 1) return factor;
  const std::int64_t shorter = std::min(state.image_width, state.image_height);
  while (factor < 8 && shorter / (factor * 2) >= at_least) factor *= 2;
  return factor;
}

}  // namespace

Raster decodeJpeg(const Input& input) {
  Decompression decompression;
  begin(decompression);
  const Guard guard{decompression};
  auto& state = decompression.state;
  if (!readHeader(decompression, input.bytes)) throwDamaged(input, kFormat, decompression.reason);
  checkImageSize(input, state.image_width, state.image_height);
  // The shortest code for a block of 8 x 8 pixels, in a progressive file, is less than a bit; but a file with so few is
  // not a picture of anything.
  constexpr std::uint64_t kMostPixelsOfAByte = 4096;
  if (std::uint64_t{state.image_width} * state.image_height > kMostPixelsOfAByte * input.bytes.size()) {
    throwDamaged(input, kFormat, "it is too short for its width and height");
  }
  state.out_color_space = outputColours(state);
  state.scale_num = 1;
  state.scale_denom = reduction(state, input.options.shorter_side_at_least);
  if (!computeSize(decompression)) throwDamaged(input, kFormat, decompression.reason);
  Raster raster{.width = state.output_width,
                .height = state.output_height,
                .channels = state.output_components,
                .pixels = {},
                .orientation = orientationIn(state),
                .reduction = state.scale_denom,
                .full_width = state.image_width,
                .full_height = state.image_height};
  const std::size_t row_bytes = std::size_t{state.output_width} * static_cast<std::size_t>(state.output_components);
  raster.pixels.resize(row_bytes * state.output_height);
  if (!readPixels(decompression, raster.pixels.data(), row_bytes)) throwDamaged(input, kFormat, decompression.reason);
  if (raster.channels == 4) inkToRgb(raster);
  return raster;
}

}  // namespace gan::image
