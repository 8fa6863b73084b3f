#pragma once

#include <cstdint>
#include <filesystem>

#include "core/progress_monitor.h"
#include "interop/hdf5_writer.h"

namespace gan {

/// How many images of `from` a compressed chunk should hold: packs some of the first 16 MiB with each of 1, 4, 16, 64
/// ... images a chunk (as long as a chunk has at most 1 MiB, which is what h5py keeps), reads them back in the order of
/// an epoch, and takes the fewest that reads within a tenth of the fastest: fewer images are shuffled better, and
/// unpacked for less where somebody reads single ones. `scratch` is a file that is made and removed. Takes a second or
/// two. Throws as packHdf5Images().
std::int64_t chooseChunkImages(const std::filesystem::path& from, const std::filesystem::path& scratch,
                               const Hdf5Layout& layout, Hdf5Compression compression, ProgressMonitor& monitor);

}  // namespace gan
