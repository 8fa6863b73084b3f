// scores_tool FILE.safetensors fid | prdc
//
// Scores the ready features "made" by those of "real", float32 [N, D], and prints as JSON what, in how many seconds and
// in how much memory.
#include <c10/core/InferenceMode.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "evaluation/frechet_distance.h"
#include "evaluation/neighbour_scores.h"
#include "models/weights_file.h"

namespace gan {
namespace {

constexpr std::int64_t kNeighbours = 5;

int main(const std::vector<std::string>& words) {
  if (words.size() != 2 || (words[1] != "fid" && words[1] != "prdc")) {
    std::cerr << "usage: scores_tool FILE.safetensors fid | prdc\n";
    return 2;
  }
  const c10::InferenceMode inference;
  const TensorMap rows = readWeights(words[0]).tensors;
  const auto begin = std::chrono::steady_clock::now();
  std::vector<double> scores;
  if (words[1] == "fid") {
    scores = {frechetDistance(factorise(rows.at("real")), factorise(rows.at("made")))};
  } else {
    const NeighbourScores found = neighbourScores(rows.at("real"), rows.at("made"), {.neighbours = kNeighbours});
    scores = {found.precision, found.recall, found.density, found.coverage};
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("{\"seconds\": %.6f, \"peak_memory_bytes\": %ld, \"scores\": [", taken.count(), usage.ru_maxrss * 1024);
  for (std::size_t i = 0; i < scores.size(); ++i) std::printf("%s%.17g", i == 0 ? "" : ", ", scores[i]);
  std::printf("]}\n");
  return 0;
}

}  // namespace
}  // namespace gan

int main(int argc, char** argv) {
  try {
    return gan::main({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
