#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "interop/image_file.h"
#include "protocol/picture_client.h"
#include "protocol/studio.pb.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan::test {

namespace fs = std::filesystem;

inline std::string contentOf(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Name and content of every picture below a folder.
inline std::map<std::string, std::string> picturesIn(const fs::path& folder) {
  std::map<std::string, std::string> pictures;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".png") pictures[fs::relative(entry.path(), folder)] = contentOf(entry.path());
  }
  return pictures;
}

/// What is in a picture's file: rows of red, green and blue.
inline std::string pixelsOf(const fs::path& file) {
  const DecodedImage image = readImageFile(file);
  EXPECT_EQ(image.channels, 3);
  return {image.pixels.begin(), image.pixels.end()};
}

/// A small conditional GAN with checkpoints at steps 10 and 20, trained once for all cases.
class Pictures : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryFolder>();
    const Finished trained = run({program("gan-engine"),
                                  "train",
                                  "--preset",
                                  "shapes-cgan",
                                  "--out",
                                  runFolder(),
                                  "--steps",
                                  "20",
                                  "--set",
                                  "data.batch_size=8",
                                  "--set",
                                  "model.generator_width=8",
                                  "--set",
                                  "model.discriminator_width=8",
                                  "--set",
                                  "checkpoint.interval_steps=10",
                                  "--set",
                                  "data.shapes_count=100",
                                  "--set",
                                  "optimizer.generator.learning_rate=0.01",
                                  "--set",
                                  "ema.decay=0.5"});
    ASSERT_EQ(trained.code, 0) << trained.errors;
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static fs::path runFolder() { return folder_->path() / "run"; }
  static Finished engine(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), program("gan-engine"));
    return run(arguments);
  }
  static void expectDone(const std::vector<std::string>& arguments) {
    const Finished done = engine(arguments);
    EXPECT_EQ(done.code, 0) << done.errors;
  }
  /// All components of a latent, as text.
  static std::string latentLine() {
    const Finished described = engine({"directions", runFolder(), "--json"});
    const int size = nlohmann::json::parse(described.lastLine())["latent_size"].get<int>();
    std::string line = "z=0.125";
    for (int i = 1; i < size; ++i) line += "," + std::to_string(0.01 * i - 0.5);
    return line;
  }
  /// As one sentence of this id.
  static void refused(std::vector<std::string> arguments, const char* id) {
    arguments.emplace_back("--json");
    const Finished done = engine(arguments);
    EXPECT_EQ(done.code, 2) << id;
    EXPECT_EQ(nlohmann::json::parse(done.lastLine())["error"]["id"], id);
  }
  /// A fresh place for a case's output.
  fs::path out(const std::string& name) const { return own_ / name; }

  static inline std::unique_ptr<TemporaryFolder> folder_;
  TemporaryFolder own_;
};

}  // namespace gan::test
