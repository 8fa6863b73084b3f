#include "data/shapes_dataset.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "core/error.h"
#include "core/sha256.h"
#include "data/shape_outline.h"

namespace gan {

namespace {

using Colour = std::array<float, 3>;  // red, green, blue, 0 to 255

/// One image's random numbers, in [0, 1), in a fixed order.
class Dice {
 public:
  Dice(const RandomStream& stream, std::uint64_t image) : stream_(stream), image_(image) {}

  float between(float low, float high) {
    const std::uint64_t random = stream_.word(0, image_, index_++);
    return low + (high - low) * (static_cast<float>(random >> 40U) * 0x1p-24F);
  }

 private:
  const RandomStream& stream_;
  std::uint64_t image_;
  std::uint32_t index_ = 0;
};

/// hue in turns, any whole turns added.
Colour fromHsv(float hue, float saturation, float value) {
  const auto channel = [&](float shift) {
    float k = (hue + shift) * 6.0F;
    k -= 6.0F * static_cast<float>(static_cast<int>(k / 6.0F));
    return 255.0F * value * (1.0F - saturation * std::clamp(std::min(k, 4.0F - k), 0.0F, 1.0F));
  };
  return {channel(5.0F / 6.0F), channel(3.0F / 6.0F), channel(1.0F / 6.0F)};
}

struct Angle {
  float cosine;
  float sine;
};

/// Twice the arc tangent, without a sine of libm's.
Angle fromHalfTangent(float half_tangent) {
  const float square = half_tangent * half_tangent;
  return {(1.0F - square) / (1.0F + square), 2.0F * half_tangent / (1.0F + square)};
}

/// What is random about an image. Lengths are in image widths.
struct Scene {
  float centre_x;
  float centre_y;
  float radius;
  Angle angle;
  Colour background;
  Colour shape;
};

/// colourfulness is 1, or 0 for grey values. Whatever it is, light and dark differ by a fifth of the range.
Scene drawVariedScene(Dice dice, float colourfulness) {
  Scene scene{};
  scene.radius = dice.between(0.26F, 0.42F);
  const float room = 0.48F - scene.radius;
  scene.centre_x = 0.5F + dice.between(-room, room);
  scene.centre_y = 0.5F + dice.between(-room, room);
  scene.angle = fromHalfTangent(dice.between(-0.2F, 0.2F));  // up to 23 degrees either way
  const float hue = dice.between(0.0F, 1.0F);
  const float other_hue = hue + dice.between(0.3F, 0.7F);
  const float saturation = colourfulness * dice.between(0.25F, 0.6F);
  const float other_saturation = colourfulness * dice.between(0.65F, 0.95F);
  const bool dark = dice.between(0.0F, 1.0F) < 0.5F;
  const float value = dark ? dice.between(0.12F, 0.32F) : dice.between(0.82F, 0.97F);
  const float other_value = dark ? dice.between(0.85F, 1.0F) : dice.between(0.3F, 0.62F);
  scene.background = fromHsv(hue, saturation, value);
  scene.shape = fromHsv(other_hue, other_saturation, other_value);
  return scene;
}

/// A shape is 0.6 to 0.8 of the image wide, within a twentieth of its middle, and turned by at most 0.2.
Scene drawPlainScene(Dice dice, float colourfulness) {
  Scene scene{};
  scene.radius = dice.between(0.3F, 0.4F);
  scene.centre_x = 0.5F + dice.between(-0.05F, 0.05F);
  scene.centre_y = 0.5F + dice.between(-0.05F, 0.05F);
  scene.angle = fromHalfTangent(dice.between(-0.1F, 0.1F));
  const float hue = dice.between(0.0F, 1.0F);
  const float other_hue = dice.between(0.0F, 1.0F);
  scene.background = fromHsv(hue, colourfulness * dice.between(0.2F, 0.5F), dice.between(0.05F, 0.15F));
  scene.shape = fromHsv(other_hue, colourfulness * dice.between(0.5F, 0.9F), dice.between(0.9F, 1.0F));
  return scene;
}

void fillGround(Image& image, const Colour& colour) {
  const auto channels = static_cast<std::size_t>(image.channels);
  for (std::size_t i = 0; i < image.pixels.size(); i += channels) {
    for (std::size_t channel = 0; channel < channels; ++channel) {
      image.pixels[i + channel] = static_cast<std::uint8_t>(colour[channel] + 0.5F);
    }
  }
}

void paintShape(Image& image, const Scene& scene, float (*distance)(Point)) {
  const auto width = static_cast<float>(image.width);
  const auto channels = static_cast<std::size_t>(image.channels);
  const auto [cosine, sine] = scene.angle;
  const float reach = scene.radius * width + 1.0F;
  const auto first = [&](float centre) {
    return std::max<std::int64_t>(0, static_cast<std::int64_t>(centre * width - reach));
  };
  const auto last = [&](float centre) {
    return std::min(image.width, static_cast<std::int64_t>(centre * width + reach) + 1);
  };
  const float pixel = 1.0F / (width * scene.radius);  // in the outline's unit
  const std::int64_t right = last(scene.centre_x);
  const std::int64_t bottom = last(scene.centre_y);
  for (std::int64_t y = first(scene.centre_y); y < bottom; ++y) {
    const float dy = (static_cast<float>(y) + 0.5F - scene.centre_y * width) * pixel;
    for (std::int64_t x = first(scene.centre_x); x < right; ++x) {
      const float dx = (static_cast<float>(x) + 0.5F - scene.centre_x * width) * pixel;
      const float outside = distance({cosine * dx + sine * dy, cosine * dy - sine * dx});
      const float cover = std::clamp(0.5F - outside / pixel, 0.0F, 1.0F);
      if (cover > 0.0F) {
        std::uint8_t* out = image.pixels.data() + static_cast<std::size_t>(y * image.width + x) * channels;
        for (std::size_t channel = 0; channel < channels; ++channel) {
          const float mixed = scene.background[channel] + cover * (scene.shape[channel] - scene.background[channel]);
          out[channel] = static_cast<std::uint8_t>(mixed + 0.5F);
        }
      }
    }
  }
}

void check(const ShapesOptions& options) {
  constexpr std::int64_t kLimit = std::int64_t{1} << 43U;
  if (options.first < 0 || options.first > kLimit || options.count < 1 || options.count > kLimit ||
      options.resolution < 1 || options.resolution > 16384 || (options.channels != 1 && options.channels != 3)) {
    throw Error(
        ErrorCode::kInvalidArgument, "shapes_bad_options",
        "Shapes can be drawn from image 0 on, one or more, at 1 to 16384 px with 1 or 3 channels, but {count} from "
        "image {first} on at {resolution} px with {channels} channels were asked for.",
        {{"count", std::to_string(options.count)},
         {"first", std::to_string(options.first)},
         {"resolution", std::to_string(options.resolution)},
         {"channels", std::to_string(options.channels)}});
  }
}

void draw(const RandomStream& stream, ShapesStyle style, std::int64_t number, std::int64_t resolution,
          std::int64_t channels, Image& image) {
  image.width = resolution;
  image.height = resolution;
  image.channels = channels;
  image.pixels.resize(static_cast<std::size_t>(resolution * resolution * channels));
  const auto draw_scene = style == ShapesStyle::kPlain ? drawPlainScene : drawVariedScene;
  const Scene scene = draw_scene(Dice(stream, static_cast<std::uint64_t>(number)), channels == 1 ? 0.0F : 1.0F);
  const auto& outlines = shapeOutlines();
  fillGround(image, scene.background);
  paintShape(image, scene, outlines[static_cast<std::size_t>(number) % outlines.size()].distance);
}

/// Of the options, and of ten small images, so that it changes when the drawing does.
std::string fingerprint(const ShapesOptions& options, const RandomStream& stream) {
  Sha256 hash;
  const std::array<std::int64_t, 5> numbers{static_cast<std::int64_t>(options.seed), options.first, options.count,
                                            options.resolution, options.channels};
  hash.update(std::as_bytes(std::span(numbers)));
  Image image;
  for (std::int64_t number = 0; number < static_cast<std::int64_t>(shapeOutlines().size()); ++number) {
    draw(stream, options.style, number, 32, 3, image);
    hash.update(std::as_bytes(std::span(image.pixels)));
  }
  return hash.finish();
}

}  // namespace

ShapesDataset::ShapesDataset(const ShapesOptions& options)
    : options_(options), stream_(options.seed, RandomPurpose::kShapes) {
  check(options);
  info_ = {.name = "shapes", .count = options.count, .class_names = {}, .fingerprint = fingerprint(options, stream_)};
  for (const auto& outline : shapeOutlines()) {
    info_.class_names.emplace_back(outline.name);
  }
}

std::int64_t ShapesDataset::label(std::int64_t index) const {
  return (options_.first + index) % static_cast<std::int64_t>(shapeOutlines().size());
}

std::int64_t ShapesDataset::read(std::int64_t index, Image& image) const {
  if (index < 0 || index >= options_.count) {
    throw Error(ErrorCode::kInvalidArgument, "shapes_no_such_image",
                "The data set shapes has images 0 to {last}, but image {index} was asked for.",
                {{"last", std::to_string(options_.count - 1)}, {"index", std::to_string(index)}});
  }
  const std::int64_t number = options_.first + index;
  draw(stream_, options_.style, number, options_.resolution, options_.channels, image);
  return label(index);
}

}  // namespace gan
