#include "session/test_sheets.h"

#include <ATen/core/Tensor.h>

#include <algorithm>
#include <exception>
#include <string>
#include <system_error>

#include "core/atomic_file.h"
#include "core/progress_monitor.h"
#include "data/dataset.h"
#include "data/sheet.h"
#include "sampling/png.h"

namespace gan {
namespace {

constexpr std::size_t kOfACell = 24;
constexpr std::size_t kMostSheets = std::size_t{32} * 32;
constexpr std::int64_t kSheetColumns = 6;

class ChosenImages : public Dataset {
 public:
  ChosenImages(const Dataset& images, const std::vector<std::int64_t>& chosen)
      : images_(images), chosen_(chosen), info_(images.info()) {
    info_.count = static_cast<std::int64_t>(chosen.size());
    info_.block_size = 1;
  }

  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t index) const override { return images_.label(own(index)); }
  std::int64_t read(std::int64_t index, Image& image) const override { return images_.read(own(index), image); }
  std::string imageName(std::int64_t index) const override { return images_.imageName(own(index)); }

 private:
  std::int64_t own(std::int64_t index) const { return chosen_[static_cast<std::size_t>(index)]; }

  const Dataset& images_;
  const std::vector<std::int64_t>& chosen_;
  DatasetInfo info_;
};

void writeSheet(const std::filesystem::path& file, const Dataset& images, const std::vector<std::int64_t>& chosen,
                const FitOptions& fit) {
  const auto count = static_cast<std::int64_t>(chosen.size());
  const std::int64_t columns = std::min(count, kSheetColumns);
  const Sheet sheet = drawSheet(ChosenImages(images, chosen), fit,
                                {.rows = (count + columns - 1) / columns, .columns = columns, .seed = 0});
  writePng(file, sheet.picture);
}

}  // namespace

std::vector<KeptCell> cellsWithSheets(const std::vector<std::vector<std::int64_t>>& confusion) {
  std::vector<KeptCell> cells;
  const auto classes = static_cast<std::int64_t>(confusion.size());
  for (std::int64_t row = 0; row < classes; ++row) {
    for (std::int64_t column = 0; column < classes; ++column) {
      const std::string name = std::to_string(row) + "-" + std::to_string(column) + ".png";
      if (confusion[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] > 0)
        cells.push_back({.row = row, .column = column, .sheet = name});
    }
  }
  std::ranges::stable_sort(cells, {}, [&](const KeptCell& cell) {
    return std::pair(cell.row == cell.column,
                     -confusion[static_cast<std::size_t>(cell.row)][static_cast<std::size_t>(cell.column)]);
  });
  if (cells.size() > kMostSheets) cells.resize(kMostSheets);
  return cells;
}

ImagesOfCells imagesOfCells(const Dataset& images, const std::vector<std::int64_t>& order, const at::Tensor& called) {
  ImagesOfCells found;
  const auto* name = called.const_data_ptr<std::int64_t>();
  for (std::size_t place = 0; place < order.size(); ++place) {
    std::vector<std::int64_t>& cell = found[{images.label(order[place]), name[place]}];
    if (cell.size() < kOfACell) cell.push_back(order[place]);
  }
  return found;
}

void writeSheets(const std::vector<KeptCell>& cells, const ImagesOfCells& chosen, const Dataset& images,
                 const FitOptions& fit, const std::filesystem::path& folder, const ProgressMonitor& monitor) {
  std::error_code failure;
  const bool is_new = std::filesystem::create_directories(folder, failure);
  if (failure) throwFileError("make", folder, failure.value());
  try {
    for (const KeptCell& cell : cells) {
      monitor.throwIfCancelled();
      writeSheet(folder / cell.sheet, images, chosen.at({cell.row, cell.column}), fit);
    }
  } catch (const std::exception&) {
    if (is_new) std::filesystem::remove_all(folder, failure);
    throw;
  }
}

}  // namespace gan
