#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "sampling/picture_maker.h"
#include "session/generator_source.h"
#include "tensor/image.h"

namespace gan {

/// What all that draw pictures on request have in common.

/// A generator of the source, on its device.
struct OpenedSource {
  explicit OpenedSource(const PictureSource& source);
  /// The generator with which a run of this configuration would begin; of the source, where it is computed.
  OpenedSource(const RunConfig& unbegun, const PictureSource& source);
  FoundGenerator found;
  PictureMaker maker;
};

/// The source with the step that points name, where they name one. Throws Error(kInvalidArgument, "points_of_steps")
/// where they, or the source, name different ones.
PictureSource sourceOf(PictureSource source, std::span<const SamplePoint> points);

/// What an outcome says of it, or of several of which it is one.
DrawnFrom drawnFrom(const OpenedSource& opened);
DrawnFrom drawnFromSeveral(const OpenedSource& one);

/// Which classes samples get in turn: those that were asked for, or all. Throws Error(kInvalidArgument,
/// "classes_not_known" | "class_not_known") for what the generator does not know.
std::vector<std::int64_t> classesInTurn(const DrawnAlike& alike, const GeneratorFacts& facts);
/// Sample number `sample`, of a class unless label is negative.
SamplePoint pointOf(const DrawnAlike& alike, std::int64_t sample, std::int64_t label);

/// A picture uint8 [C, H, W] as an image, each pixel as a square of zoom x zoom.
Image imageOf(const at::Tensor& picture, std::int64_t zoom = 1);

/// A few of what a trial has drawn, beside each other or as they stand in an image, with no side longer than
/// kPreviewSide: a PNG.
inline constexpr std::int64_t kPreviewSide = 384;
inline constexpr std::size_t kPreviewed = 4;
std::string previewOf(const std::vector<at::Tensor>& pictures);
std::string previewOf(Image image);

void describe(nlohmann::json& json, const DrawnAlike& alike);
/// How latents of points are truncated, which their lines say only where it is not as usual: a list with one for each.
void describeTruncation(nlohmann::json& json, std::span<const SamplePoint> points);

}  // namespace gan
