#include <filesystem>
#include <memory>
#include <utility>

#include "core/units.h"
#include "data/prepare.h"
#include "data/tolerant_dataset.h"
#include "data_options.h"

namespace gan::app {
namespace {

namespace fs = std::filesystem;

struct PrepareWishes : DataOptions {
  std::string out;
  std::string compression = "none";
  std::int64_t chunk = 0;
};

Hdf5Compression compressionOf(const std::string& name) {
  if (name == "lzf") return Hdf5Compression::kLzf;
  return name == "gzip" ? Hdf5Compression::kGzip : Hdf5Compression::kNone;
}

Result prepare(const PrepareWishes& options, ProgressMonitor& monitor) {
  requireName("--out", options.out);
  const RunConfig config = configure(options);
  std::unique_ptr<Dataset> images = openDataset(config, Decoding::kWhole);
  // Of these images only: where some were taken away or put right, the numbers in an older list mean others.
  const fs::path list = options.out + ".damaged-" + images->info().fingerprint.substr(0, 8) + ".txt";
  const TolerantDataset dataset(std::move(images), {.limit = config.real("data.corrupt_limit"), .list = list});
  const Prepared prepared = prepareHdf5(dataset,
                                        {.out = options.out,
                                         .fit = fitOptions(config),
                                         .compression = compressionOf(options.compression),
                                         .chunk_images = options.chunk,
                                         .threads = threadsOf(options)},
                                        monitor);
  const std::int64_t damaged = dataset.damagedCount();
  Result result;
  result.text = formatCount(prepared.images) + " images in " + options.out + ", " + formatBytes(prepared.bytes) +
                (prepared.continued_from > 0 ? "; went on from image " + formatCount(prepared.continued_from) : "") +
                ". Train from it with --data " + options.out + ".";
  if (damaged > 0) {
    result.text += "\n" + formatCount(damaged) + " damaged images gave way to the next one each; " + list.string() +
                   " lists them.";
  }
  result.facts = {{"path", options.out},
                  {"images", prepared.images},
                  {"classes", dataset.info().class_names.size()},
                  {"bytes", prepared.bytes},
                  {"chunk_images", prepared.chunk_images},
                  {"damaged", damaged},
                  {"continued_from", prepared.continued_from}};
  return result;
}

}  // namespace

void addDataPrepare(CLI::App& data, Invocation& invocation) {
  const auto options = std::make_shared<PrepareWishes>();
  CLI::App* command = addCommand(
      data, invocation, "prepare",
      "Writes images into one HDF5 file that trains without decoding; goes on where it was interrupted",
      [options] { return withMonitor([&](ProgressMonitor& monitor) { return prepare(*options, monitor); }); });
  addDataOptions(command, *options);
  command->add_option("--out", options->out, "The file to make")->required();
  command->add_option("--compression", options->compression, "none reads fastest, lzf and gzip take less disk")
      ->capture_default_str()
      ->check(CLI::IsMember({"none", "lzf", "gzip"}));
  command
      ->add_option("--chunk", options->chunk,
                   "Images that are compressed together; 0 measures what reads fast and stays finely shuffled")
      ->capture_default_str()
      ->check(CLI::Range(0, 100'000));
}

}  // namespace gan::app
