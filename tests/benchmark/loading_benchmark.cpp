// usage: loading_benchmark PATH RESOLUTION WORKERS EPOCHS
// Prints the images a second that a loader hands out of a folder of pictures or a file, opened as `gan-engine train
// --data PATH` does, after one batch to warm up.
#include <chrono>
#include <iostream>
#include <string>
#include <vector>

#include "config/run_config.h"
#include "data/configured_loader.h"
#include "data/dataset.h"
#include "interop/data_source.h"

namespace {

int measure(const std::vector<std::string>& arguments) {
  gan::RunConfig config;
  config.setText("data.source", gan::dataSourceAt(arguments[0]));
  config.setText("data.path", arguments[0]);
  config.setText("data.resolution", arguments[1]);
  config.setText("data.batch_size", "64");
  config.setText("data.prefetch_batches", "4");
  const auto dataset = gan::openDataset(config);
  const gan::LoaderOptions options = gan::loaderOptions(config, std::stoi(arguments[2]));
  gan::Loader loader(*dataset, gan::epochOrder(config, *dataset), options);
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
    std::cerr << "usage: loading_benchmark PATH RESOLUTION WORKERS EPOCHS\n";
    return 2;
  }
  try {
    return measure(arguments);
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
