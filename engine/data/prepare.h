#pragma once

#include <cstdint>
#include <filesystem>

#include "core/progress_monitor.h"
#include "data/dataset.h"
#include "data/image_fit.h"
#include "interop/hdf5_writer.h"

namespace gan {

struct PrepareOptions {
  std::filesystem::path out;  ///< The HDF5 file to make; it must not exist yet.
  FitOptions fit;             ///< Size, channels, filter and crop; nothing random.
  Hdf5Compression compression = Hdf5Compression::kNone;
  std::int64_t chunk_images = 0;  ///< Images that are compressed together; 0 measures, see chooseChunkImages().
  int threads = 1;                ///< That read, decode and resize.
};

struct Prepared {
  std::int64_t images = 0;
  std::int64_t continued_from = 0;  ///< Images that an interrupted run had prepared before.
  std::int64_t chunk_images = 0;    ///< Images that are compressed together; 0 without compression.
  std::uint64_t bytes = 0;          ///< Size of the file.
};

/// Writes all images of a data set, fitted, as bytes into one HDF5 file that BigGAN-PyTorch, StudioGAN's readers of
/// planes and we read. Works in OUT.partial, with OUT.partial.log beside it saying how far it is; both stay when it is
/// stopped or killed, and the next call with the same images and options goes on there. The result is the same, bit for
/// bit, as without the interruption: chunk_images, where it is measured, is noted with the first images (one begun
/// anew measures anew). OUT appears when it is whole.
///
/// Throws Error(kAlreadyExists, "prepare_exists" | "prepare_other_partial" when images of another preparation lie in
/// OUT.partial), Error(kInvalidArgument, "prepare_random" | "prepare_no_name"), Error(kFailedPrecondition,
/// "prepare_running"), Error(kResourceExhausted, "prepare_no_space" | "disk_full"), Error(kCancelled), and what the
/// data set throws.
Prepared prepareHdf5(const Dataset& dataset, const PrepareOptions& options, ProgressMonitor& monitor);

}  // namespace gan
