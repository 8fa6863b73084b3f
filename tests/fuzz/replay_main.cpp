// Stands in for libFuzzer where there is none: feeds every file of a corpus, then random changes of them, to the
// target.
//
// usage: NAME_fuzz CORPUS SECONDS LAST_INPUT   or   NAME_fuzz INPUT
//
// LAST_INPUT always holds the input that is being tried, so that after a crash it can be tried again. An input may take
// 10 s and 1 GiB; GAN_FUZZ_SECONDS in the environment takes the place of SECONDS.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/file_descriptor.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace gan {
namespace {

constexpr std::uint64_t kMaxInputBytes = 1U << 20U;
constexpr unsigned kSecondsPerInput = 10;
constexpr long kMaxResidentKilobytes = 1L << 20U;

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t limit) { return limit == 0 ? 0 : random() % limit; }

char randomByte(Random& random) {
  constexpr std::string_view kTelling("\0\x01\x7f\x80\xff \"{}[],:.-09\n", 19);
  return random() % 2 == 0 ? kTelling[below(random, kTelling.size())] : static_cast<char>(random());
}

/// One random change: a bit, a byte, a number, a piece taken out, doubled or fetched from another input, a cut.
void change(std::string& input, const std::string& other, Random& random) {
  const std::size_t place = below(random, input.size());
  const std::size_t length = std::min<std::size_t>(1 + below(random, 16), input.size() - place);
  switch (random() % 8) {
    case 0:
      if (!input.empty()) input[place] = static_cast<char>(input[place] ^ (1 << (random() % 8)));
      break;
    case 1:
      if (!input.empty()) input[place] = randomByte(random);
      break;
    case 2:
      input.insert(place, 1, randomByte(random));
      break;
    case 3:
      input.erase(place, length);
      break;
    case 4:
      input.insert(place, input.substr(place, length));
      break;
    case 5: {
      const std::size_t from = below(random, other.size());
      input.insert(place, other.substr(from, 1 + below(random, 64)));
      break;
    }
    case 6:
      for (std::size_t i = place; i < std::min(place + 4, input.size()); ++i)
        input[i] = random() % 2 == 0 ? '\xff' : '\0';
      break;
    default:
      input.resize(place);
  }
}

class Replay {
 public:
  explicit Replay(const std::filesystem::path& last_input)
      : path_(last_input), file_(openRegularFile(last_input, O_RDWR | O_CREAT | O_TRUNC)) {}
  ~Replay() { ::unlink(path_.c_str()); }

  void tryInput(const std::string& input) {
    writeWholeAt(file_, 0, std::as_bytes(std::span(input)), path_);
    if (::ftruncate(file_.get(), static_cast<off_t>(input.size())) != 0) throwFileError("shorten", path_, errno);
    ::alarm(kSecondsPerInput);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    ::alarm(0);
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    if (usage.ru_maxrss > kMaxResidentKilobytes) {
      std::cerr << "this input took more than 1 GiB of memory\n";
      std::abort();
    }
    ++count_;
  }
  std::int64_t count() const { return count_; }

 private:
  std::filesystem::path path_;
  FileDescriptor file_;
  std::int64_t count_ = 0;
};

std::vector<std::string> inputsIn(const std::filesystem::path& corpus) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(corpus)) paths.push_back(entry.path());
  std::ranges::sort(paths);
  std::vector<std::string> inputs;
  for (const auto& path : paths) inputs.push_back(readFile(path, kMaxInputBytes));
  return inputs;
}

int replayCorpus(const std::filesystem::path& corpus, double seconds, const std::filesystem::path& last_input) {
  const std::vector<std::string> inputs = inputsIn(corpus);
  if (inputs.empty()) {
    std::cerr << corpus << " is empty; it must hold at least one input\n";
    return 1;
  }
  std::cout << "if this ends badly, try the last input again: NAME_fuzz " << last_input << std::endl;
  Replay replay(last_input);
  replay.tryInput("");
  for (const std::string& input : inputs) replay.tryInput(input);

  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  Random random(20261120);
  while (std::chrono::steady_clock::now() < end) {
    std::string input = inputs[below(random, inputs.size())];
    const std::size_t changes = 1 + below(random, 6);
    for (std::size_t i = 0; i < changes; ++i) change(input, inputs[below(random, inputs.size())], random);
    if (input.size() <= kMaxInputBytes) replay.tryInput(input);
  }
  std::cout << inputs.size() << " inputs of the corpus, " << replay.count() << " with their changes\n";
  return 0;
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() == 1) {
    const std::string input = readFile(arguments[0], kMaxInputBytes);
    return LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
  }
  if (arguments.size() != 3) {
    std::cerr << "usage: NAME_fuzz CORPUS SECONDS LAST_INPUT   or   NAME_fuzz INPUT\n";
    return 2;
  }
  const char* const wished = std::getenv("GAN_FUZZ_SECONDS");
  return replayCorpus(arguments[0], std::stod(wished != nullptr ? wished : arguments[1]), arguments[2]);
}

}  // namespace
}  // namespace gan

int main(int argc, char** argv) {
  try {
    return gan::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
