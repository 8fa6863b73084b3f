// usage: hdf5_loading_benchmark FILE RESOLUTION WORKERS EPOCHS
// Prints the images a second that a loader hands out of an HDF5 file on disk, after one batch to warm up.
#include <chrono>
#include <iostream>
#include <string>
#include <vector>

#include "data/hdf5_dataset.h"
#include "data/loader.h"

namespace {

int measure(const std::vector<std::string>& arguments) {
  const gan::Hdf5Dataset dataset(arguments[0], gan::Hdf5Residence::kOnDisk);
  gan::LoaderOptions options;
  options.batch_size = 64;
  options.fit.resolution = std::stoll(arguments[1]);
  options.workers = std::stoi(arguments[2]);
  options.prefetch_batches = 4;
  gan::Loader loader(dataset, gan::EpochOrder(0, dataset.info().count, dataset.info().block_size), options);
  loader.next();
  const std::int64_t images = loader.imagesPerEpoch() * std::stoll(arguments[3]);
  const auto begin = std::chrono::steady_clock::now();
  for (std::int64_t done = 0; done < images; done += options.batch_size) loader.next();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  std::cout << static_cast<double>(images) / seconds.count() << "\n";
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() != 4) {
    std::cerr << "usage: hdf5_loading_benchmark FILE RESOLUTION WORKERS EPOCHS\n";
    return 2;
  }
  try {
    return measure(arguments);
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
