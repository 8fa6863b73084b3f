#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "run/kept_tests.h"

namespace at {
class Tensor;
}

namespace gan {

class Dataset;
class ProgressMonitor;
struct FitOptions;

/// The cells of a confusion matrix that get a sheet: those with images, mistakes first, the most frequent before
/// others, then what was named rightly; all of up to 32 classes, of more the first 1,024.
std::vector<KeptCell> cellsWithSheets(const std::vector<std::vector<std::int64_t>>& confusion);

/// Numbers of some images of each cell of a confusion matrix (row, column), at most as many as a sheet shows.
using ImagesOfCells = std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::int64_t>>;

/// called: what the images were called, int64 [N] on the host, in this order of their numbers in the data set.
ImagesOfCells imagesOfCells(const Dataset& images, const std::vector<std::int64_t>& order, const at::Tensor& called);

/// Draws the sheet of each cell into the folder, which is made where it is missing. Throws as drawSheet() and files do,
/// and as monitor.throwIfCancelled() between two sheets; then a folder that it made goes again.
void writeSheets(const std::vector<KeptCell>& cells, const ImagesOfCells& chosen, const Dataset& images,
                 const FitOptions& fit, const std::filesystem::path& folder, const ProgressMonitor& monitor);

}  // namespace gan
