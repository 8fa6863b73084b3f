#include "session/photo.h"

#include <string>

#include "core/error.h"
#include "data/decoded_image.h"
#include "data/image_fit.h"
#include "interop/image_file.h"

namespace gan {

Image fittedPhoto(std::span<const std::byte> bytes, std::string_view source, std::int64_t resolution,
                  std::int64_t channels, std::int64_t most_pixels) {
  if (bytes.empty()) {
    throw Error(ErrorCode::kInvalidArgument, "photo_missing", "{source} is empty. Give a picture file.",
                {{"source", std::string(source)}});
  }
  Image photo;
  assign(photo, decodeImage(bytes, source,
                            {.shorter_side_at_least = shorterSideToDecode(resolution), .max_pixels = most_pixels}));
  fitImage(photo, {.resolution = resolution, .channels = channels, .crop = Crop::kCentre}, 0);
  if (channels == 3 && photo.channels == 1) {
    std::vector<std::uint8_t> colours;
    colours.reserve(3 * photo.pixels.size());
    for (const std::uint8_t level : photo.pixels) colours.insert(colours.end(), 3, level);
    photo.pixels = std::move(colours);
    photo.channels = 3;
  }
  return photo;
}

const Image& LastPhoto::fitted(const std::string& bytes, std::string_view source, std::int64_t resolution,
                               std::int64_t channels, std::int64_t most_pixels) {
  const bool known = !bytes_.empty() && bytes == bytes_ && photo_.width == resolution && photo_.channels == channels;
  if (!known) {
    bytes_.clear();
    photo_ = fittedPhoto(std::as_bytes(std::span(bytes)), source, resolution, channels, most_pixels);
    bytes_ = bytes;
  }
  return photo_;
}

}  // namespace gan
