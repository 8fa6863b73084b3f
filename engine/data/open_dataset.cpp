#include <chrono>
#include <string>

#include "config/run_config.h"
#include "core/error.h"
#include "core/log.h"
#include "core/progress_monitor.h"
#include "core/units.h"
#include "data/cifar_dataset.h"
#include "data/dataset.h"
#include "data/decoded_image.h"
#include "data/hdf5_dataset.h"
#include "data/held_out.h"
#include "data/idx_dataset.h"
#include "data/image_folder_dataset.h"
#include "data/npz_dataset.h"
#include "data/s3_dataset.h"
#include "data/shapes_dataset.h"
#include "data/stage.h"
#include "data/tar_dataset.h"

namespace gan {

namespace {

constexpr int kStagingThreads = 4;

std::int64_t shorterSideAtLeast(const RunConfig& config, Decoding decoding) {
  // Of a small part of a picture every pixel is needed.
  const bool whole = decoding == Decoding::kWhole || config.text("data.crop") == "random_resized";
  return whole ? 0 : shorterSideToDecode(config.integer("data.resolution"));
}

/// data.path, or the copy that data.stage_to asks for; made here when no process of this machine has made it before.
std::string placeOfImages(const RunConfig& config) {
  const std::string& path = config.text("data.path");
  const std::string& to = config.text("data.stage_to");
  if (to.empty()) return path;
  constexpr auto kInterval = std::chrono::seconds(10);
  auto next = std::chrono::steady_clock::now() + kInterval;
  ProgressMonitor monitor([&](const Progress& progress) {
    if (std::chrono::steady_clock::now() < next) return;
    next += kInterval;
    const auto text = [](std::int64_t bytes) { return formatBytes(static_cast<std::uint64_t>(bytes)); };
    log::info(progress.stage + (progress.total > 0 ? ": " + text(progress.done) + " of " + text(progress.total) : ""));
  });
  const Staged staged = stageData(path, {.to = to, .threads = kStagingThreads}, monitor);
  if (staged.copied > 0) log::info(path + " was copied to " + staged.path.string());
  return staged.path.string();
}

/// All images of the part that data.split names.
std::unique_ptr<Dataset> openPart(const RunConfig& config, Decoding decoding) {
  const std::string& source = config.text("data.source");
  const DataSplit split = dataSplit(config.text("data.split"));
  const bool has_parts = source == "idx" || source == "folder" || source == "tar" || source == "cifar";
  if (split != DataSplit::kTrain && !has_parts) throwNoSplit("The source " + source, split, {});
  if (source == "shapes") {
    return std::make_unique<ShapesDataset>(ShapesOptions{
        .seed = static_cast<std::uint64_t>(config.integer("run.seed")),
        .first = 0,
        .count = config.integer("data.shapes_count"),
        .resolution = config.integer("data.resolution"),
        .channels = config.integer("data.channels"),
        .style = config.text("data.shapes_style") == "plain" ? ShapesStyle::kPlain : ShapesStyle::kVaried});
  }
  if (source == "idx") {
    const std::string& path = config.text("data.path");
    if (path.empty()) {
      throw Error(ErrorCode::kInvalidArgument, "data_path_missing",
                  "data.source is idx, but data.path is empty. Set it to a folder with train-images-idx3-ubyte.gz, for "
                  "example with --data DIR.");
    }
    return std::make_unique<IdxDataset>(placeOfImages(config), split);
  }
  if (source == "folder" || source == "tar") {
    const std::string& background = config.text("data.background");
    const std::uint8_t level = background == "black" ? 0 : background == "grey" ? 128 : 255;
    const ImageFolderOptions options{.split = split,
                                     .shorter_side_at_least = shorterSideAtLeast(config, decoding),
                                     .background = {level, level, level}};
    if (source == "tar") return std::make_unique<TarDataset>(placeOfImages(config), options);
    return std::make_unique<ImageFolderDataset>(placeOfImages(config), options);
  }
  if (source == "cifar") return std::make_unique<CifarDataset>(placeOfImages(config), split);
  if (source == "npz") return std::make_unique<NpzDataset>(placeOfImages(config));
  if (source == "hdf5") {
    return std::make_unique<Hdf5Dataset>(
        placeOfImages(config), config.flag("data.in_memory") ? Hdf5Residence::kInMemory : Hdf5Residence::kOnDisk);
  }
  if (source == "s3") return openS3Dataset(config, shorterSideAtLeast(config, decoding));
  throw Error(ErrorCode::kInternal, "data_source_unknown", "There is no reader for data.source {source}.",
              {{"source", source}});
}

}  // namespace

std::unique_ptr<Dataset> openDataset(const RunConfig& config, Decoding decoding) {
  auto dataset = openPart(config, decoding);
  const auto rule = heldOut(config);
  return rule ? divided(std::move(dataset), *rule, Side::kTraining) : std::move(dataset);
}

}  // namespace gan
