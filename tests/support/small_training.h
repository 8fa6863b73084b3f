#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gan::test {

/// The words behind "train" for a training of seconds with all that can be lost or differ between processes: batch
/// statistics, optimisers, the averaged weights, the order of the data. One thread, a checkpoint every ten steps, no
/// pictures; steps 0 is no end. settings come behind and win.
inline std::vector<std::string> smallTraining(const std::filesystem::path& run, std::int64_t steps,
                                              std::vector<std::string> settings = {}) {
  std::vector<std::string> words{"--preset", "shapes-dcgan", "--out", run.string(), "--steps", std::to_string(steps)};
  settings.insert(settings.begin(), {"data.shapes_count=640", "data.batch_size=8", "model.generator_width=4",
                                     "model.discriminator_width=4", "training.threads=1",
                                     "checkpoint.interval_steps=10", "sampling.interval_steps=0"});
  for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
  return words;
}

}  // namespace gan::test
