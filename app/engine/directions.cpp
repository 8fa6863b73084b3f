#include <algorithm>
#include <memory>

#include "console.h"
#include "core/units.h"
#include "picture_options.h"
#include "session/search_requests.h"

namespace gan::app {
namespace {

struct Options {
  PictureOptions pictures;
  int count = 10;
  std::string out;
};

/// One row a direction, as far as they are asked for; a column of shares for each kind.
std::string table(const LatentFacts& facts, std::size_t count) {
  std::vector<std::vector<std::string>> rows = {{"number"}};
  std::size_t most = 0;
  for (const LatentFacts::Directions& directions : facts.directions) {
    rows.front().emplace_back(nameOf(directions.kind));
    most = std::max(most, directions.shares.size());
  }
  for (std::size_t number = 0; number < std::min(most, count); ++number) {
    std::vector<std::string> row = {std::to_string(number)};
    for (const LatentFacts::Directions& directions : facts.directions) {
      const bool known = number < directions.shares.size();
      row.push_back(known ? fixed(100 * directions.shares[number], 1) + " %" : "-");
    }
    rows.push_back(std::move(row));
  }
  return formatTable(rows);
}

std::string textOf(const LatentFacts& facts, std::size_t count) {
  std::string text = "Latents of " + std::to_string(facts.latent_size) + " components";
  text += facts.chunks == 1 ? ", which enter whole.\n"
                            : " in " + std::to_string(facts.chunks) +
                                  " chunks: mix=1-2 mix_seed=9 in a line of text takes chunks 1 to 2 of seed 9.\n";
  if (facts.directions.empty()) return text + "No directions are known: the generator does not begin with a product.";
  text +=
      "How much of what the first layer makes of latents lies along each direction; move=sefa/0*3 in a line of text\n"
      "moves a picture's latent by 3 along the first one.\n" +
      table(facts, count);
  return text;
}

Result directions(const Options& options) {
  const LatentFacts facts = describeLatents(pictureSource(options.pictures, World()), options.out);
  Result result;
  result.text = textOf(facts, static_cast<std::size_t>(options.count));
  result.facts = {{"latent_size", facts.latent_size}, {"classes", facts.classes}, {"chunks", facts.chunks}};
  result.facts["directions"] = nlohmann::json::object();
  for (const LatentFacts::Directions& directions : facts.directions) {
    result.facts["directions"][std::string(nameOf(directions.kind))] = directions.shares;
  }
  if (!options.out.empty()) result.facts["out"] = options.out;
  return result;
}

}  // namespace

void addDirections(CLI::App& app, Invocation& invocation) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = addCommand(app, invocation, "directions",
                                 "Lists in which directions the latents of a generator can be moved (SeFa, PCA)",
                                 [options] { return directions(*options); });
  addPictureOptions(*command, options->pictures);
  command->add_option("--count", options->count, "Of each kind, at most; --json names all")
      ->capture_default_str()
      ->check(CLI::Range(1, 4096));
  command->add_option(
      "--out", options->out,
      "FILE.npz for the directions themselves: arrays sefa and pca, [count, latent size], rows of length 1");
}

}  // namespace gan::app
