#include "tensor/image.h"

#include <ATen/ATen.h>

#include <string>

#include "core/error.h"
#include "core/shape_text.h"

namespace gan {

namespace {

std::string describe(const at::Tensor& tensor) {
  return std::string(c10::toString(tensor.scalar_type())) + " " + shapeText(tensor.sizes());
}

void checkByteImages(const at::Tensor& images) {
  if (images.scalar_type() != at::kByte || images.dim() != 4) {
    throw Error(ErrorCode::kInvalidArgument, "images_wrong_shape",
                "A batch of images must be Byte [N, C, H, W], but {found} was given.", {{"found", describe(images)}});
  }
}

}  // namespace

at::Tensor toBytes(const at::Tensor& images) {
  return at::nan_to_num(images, -1.0).add(1.0).mul_(127.5).round_().clamp_(0, 255).to(at::kByte);
}

at::Tensor toUnitRange(const at::Tensor& bytes) { return bytes.to(at::kFloat).div_(127.5).sub_(1.0); }

Image makeGrid(const at::Tensor& images, std::int64_t columns, std::int64_t padding) {
  checkByteImages(images);
  const std::int64_t count = images.size(0);
  const std::int64_t channels = images.size(1);
  if (count < 1 || columns < 1 || padding < 0 || (channels != 1 && channels != 3)) {
    throw Error(
        ErrorCode::kInvalidArgument, "grid_bad_layout",
        "A grid needs at least one image of 1 or 3 channels, one column and a padding of 0 or more; it was given "
        "{found}, {columns} columns and a padding of {padding}.",
        {{"found", describe(images)}, {"columns", std::to_string(columns)}, {"padding", std::to_string(padding)}});
  }
  const std::int64_t across = std::min(columns, count);
  const std::int64_t down = (count + across - 1) / across;
  const std::int64_t cell_height = images.size(2) + padding;
  const std::int64_t cell_width = images.size(3) + padding;
  Image grid{.width = across * cell_width + padding,
             .height = down * cell_height + padding,
             .channels = channels,
             .pixels = {}};
  grid.pixels.assign(static_cast<std::size_t>(grid.height * grid.width * channels), 0);
  at::Tensor canvas = at::from_blob(grid.pixels.data(), {grid.height, grid.width, channels}, at::kByte);
  const at::Tensor interleaved = images.cpu().permute({0, 2, 3, 1});
  for (std::int64_t i = 0; i < count; ++i) {
    canvas.narrow(0, padding + i / across * cell_height, images.size(2))
        .narrow(1, padding + i % across * cell_width, images.size(3))
        .copy_(interleaved[i]);
  }
  return grid;
}

}  // namespace gan
