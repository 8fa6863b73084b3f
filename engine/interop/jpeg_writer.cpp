#include "interop/jpeg_writer.h"

#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <memory>

// libjpeg's header needs stdio's before it.
#include <jpeglib.h>

namespace gan {
namespace {

struct JpegErrors {
  jpeg_error_mgr manager;
  std::jmp_buf back;
};

[[noreturn]] void leave(j_common_ptr state) {
  // libjpeg's error manager is the first member of ours.
  std::longjmp(reinterpret_cast<JpegErrors*>(state->err)->back, 1);
}

struct JpegShape {
  std::int64_t width;
  std::int64_t height;
  std::int64_t channels;
};

/// False when libjpeg gave up. No object with a destructor lives here: longjmp() would pass it over.
bool compressJpeg(const JpegShape& shape, int quality, std::vector<JSAMPROW>& rows, unsigned char** bytes,
                  unsigned long* size) {
  jpeg_compress_struct state{};
  JpegErrors errors{};
  state.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = leave;
  if (setjmp(errors.back) != 0) {
    jpeg_destroy_compress(&state);
    return false;
  }
  jpeg_create_compress(&state);
  jpeg_mem_dest(&state, bytes, size);
  state.image_width = static_cast<JDIMENSION>(shape.width);
  state.image_height = static_cast<JDIMENSION>(shape.height);
  state.input_components = static_cast<int>(shape.channels);
  state.in_color_space = shape.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&state);
  jpeg_set_quality(&state, quality, TRUE);
  for (int i = 0; i < state.num_components; ++i)
    state.comp_info[i].h_samp_factor = state.comp_info[i].v_samp_factor = 1;
  jpeg_start_compress(&state, TRUE);
  jpeg_write_scanlines(&state, rows.data(), static_cast<JDIMENSION>(rows.size()));
  jpeg_finish_compress(&state);
  jpeg_destroy_compress(&state);
  return true;
}

}  // namespace

std::string encodeJpeg(const std::vector<std::uint8_t>& pixels, std::int64_t width, std::int64_t height,
                       std::int64_t channels, int quality) {
  std::vector<JSAMPROW> rows;
  for (std::int64_t y = 0; y < height; ++y) {
    rows.push_back(const_cast<JSAMPROW>(pixels.data() + y * width * channels));
  }
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  const bool done = compressJpeg({width, height, channels}, quality, rows, &bytes, &size);
  const std::unique_ptr<unsigned char, decltype(&std::free)> owner(bytes, std::free);
  if (!done) return {};
  return {reinterpret_cast<const char*>(bytes), size};
}

}  // namespace gan
