#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <memory>
#include <set>

#include "console.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "core/units.h"
#include "data/inspection.h"
#include "data/sheet.h"
#include "data_options.h"
#include "sampling/png.h"

namespace gan::app {
namespace {

using nlohmann::json;

struct InspectWishes : DataOptions {
  std::int64_t classes = 0;
  std::string sheet;
};

std::string sizesText(const Inspection& found) {
  const std::optional<SizeRange> range = sizeRange(found);
  if (!range) return "none could be read";
  const auto text = [](const std::pair<std::int64_t, std::int64_t>& size) {
    return std::to_string(size.first) + " x " + std::to_string(size.second);
  };
  if (found.sizes.size() == 1) return text(range->smallest);
  return text(range->smallest) + " to " + text(range->largest) + ", " +
         formatCount(static_cast<std::int64_t>(found.sizes.size())) + " different";
}

std::string coloursText(const Inspection& found) {
  if (found.sizes.empty()) return "none could be read";
  std::string text;
  const std::array<const char*, 3> names{"red", "green", "blue"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::string(names[i]) + " " + fixed(found.mean[i], 1) + " +- " +
            fixed(found.deviation[i], 1);
  }
  return text;
}

/// The most frequent sizes first.
json sizesFacts(const Inspection& found) {
  constexpr std::size_t kMost = 1000;
  std::vector<std::pair<std::int64_t, std::pair<std::int64_t, std::int64_t>>> sizes;
  for (const auto& [size, images] : found.sizes) sizes.emplace_back(-images, size);
  std::ranges::sort(sizes);
  if (sizes.size() > kMost) sizes.resize(kMost);
  json facts = json::array();
  for (const auto& [images, size] : sizes) {
    facts.push_back({{"width", size.first}, {"height", size.second}, {"images", -images}});
  }
  return facts;
}

json duplicatesFacts(const Inspection& found, const Dataset& dataset) {
  constexpr std::size_t kMost = 1000;
  json groups = json::array();
  for (std::size_t i = 0; i < std::min(kMost, found.duplicates.size()); ++i) {
    json names = json::array();
    for (const std::int64_t index : found.duplicates[i]) names.push_back(dataset.imageName(index));
    groups.push_back({{"images", found.duplicates[i]}, {"names", names}});
  }
  return {{"surplus", found.surplus},
          {"groups_in_all", found.duplicates.size()},
          {"found_by", "pixels"},
          {"groups", groups}};
}

json factsOf(const Inspection& found, const Dataset& dataset, const RunConfig& config) {
  const DatasetInfo& info = dataset.info();
  json facts{{"source", config.text("data.source")},
             {"path", config.text("data.path")},
             {"fingerprint", info.fingerprint},
             {"resolution", config.integer("data.resolution")},
             {"images", found.count},
             {"grey", found.grey},
             {"small", found.small},
             {"mean", found.sizes.empty() ? json() : json(found.mean)},
             {"deviation", found.sizes.empty() ? json() : json(found.deviation)},
             {"sizes_in_all", found.sizes.size()},
             {"sizes", sizesFacts(found)},
             {"duplicates", duplicatesFacts(found, dataset)}};
  if (const std::optional<SizeRange> range = sizeRange(found)) {
    facts["smallest"] = {{"width", range->smallest.first}, {"height", range->smallest.second}};
    facts["largest"] = {{"width", range->largest.first}, {"height", range->largest.second}};
    facts["short_side"] = range->short_side;
  }
  facts["classes"] = json::array();
  for (std::size_t i = 0; i < found.images_per_class.size(); ++i) {
    facts["classes"].push_back({{"name", info.class_names[i]}, {"images", found.images_per_class[i]}});
  }
  facts["passed_over"] = json::array();
  for (const PassedOver& one : info.passed_over) {
    facts["passed_over"].push_back({{"kind", one.kind}, {"files", one.files}, {"names", one.names}});
  }
  facts["damaged"] = json::array();
  for (const DamagedImage& damaged : found.damaged) {
    facts["damaged"].push_back({{"image", damaged.index},
                                {"name", dataset.imageName(damaged.index)},
                                {"reason", messageFacts(damaged.reason)}});
  }
  facts["warnings"] = json::array();
  for (const Message& warning : found.warnings) facts["warnings"].push_back(messageFacts(warning));
  return facts;
}

std::string textOf(const Inspection& found, const Dataset& dataset) {
  constexpr std::size_t kShown = 20;
  std::vector<std::vector<std::string>> rows{
      {"images", formatCount(found.count) + ", of them grey " + formatCount(found.grey)},
      {"sizes", sizesText(found)},
      {"colours", coloursText(found)},
      {"repeated", formatCount(found.surplus) + ", with the same pixels as another one"}};
  if (const auto& passed = dataset.info().passed_over; !passed.empty()) {
    rows.push_back({"passed over", printable(describe(passed))});
  }
  const auto& classes = found.images_per_class;
  for (std::size_t i = 0; i < std::min(kShown, classes.size()); ++i) {
    rows.push_back({"class " + printable(dataset.info().class_names[i]), formatCount(classes[i])});
  }
  if (classes.size() > kShown) {
    rows.push_back({"classes", formatCount(static_cast<std::int64_t>(classes.size())) + " in all; --json lists them"});
  }
  for (std::size_t i = 0; i < std::min(kShown, found.damaged.size()); ++i) {
    rows.push_back({"damaged", printable(found.damaged[i].reason.english())});
  }
  if (found.damaged.size() > kShown) {
    rows.push_back(
        {"damaged", formatCount(static_cast<std::int64_t>(found.damaged.size())) + " in all; --json lists them"});
  }
  std::string text = formatTable(rows);
  for (const Message& warning : found.warnings) text += "\nwarning: " + printable(warning.english());
  return text;
}

/// Subfolders of a folder of classes in which no picture was found.
std::vector<std::string> emptyFolders(const DatasetInfo& info, const RunConfig& config) {
  if (config.text("data.source") != "folder" || info.class_names.empty()) return {};
  const std::set<std::string> classes(info.class_names.begin(), info.class_names.end());
  std::vector<std::string> empty;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(info.name, ignored)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_directory(ignored) && !name.starts_with('.') && !classes.contains(name)) empty.push_back(name);
  }
  std::ranges::sort(empty);
  return empty;
}

/// Before minutes are spent on reading the images.
void checkSheet(const std::filesystem::path& sheet) {
  std::string ending = sheet.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (ending != ".png") {
    throw Error(ErrorCode::kInvalidArgument, "sheet_not_png",
                "--sheet {path} should end in .png: the sheet is written as a PNG file.", {{"path", sheet.string()}});
  }
  requireFilePlace(sheet);
}

Result inspect(const InspectWishes& options, ProgressMonitor& monitor) {
  const RunConfig config = configure(options);
  if (!options.sheet.empty()) checkSheet(options.sheet);
  const auto dataset = openDataset(config, Decoding::kWhole);
  const Inspection found = inspectData(*dataset,
                                       {.resolution = config.integer("data.resolution"),
                                        .classes = options.classes,
                                        .corrupt_limit = config.real("data.corrupt_limit"),
                                        .threads = threadsOf(options),
                                        .empty_folders = emptyFolders(dataset->info(), config)},
                                       monitor);
  Result result{.text = textOf(found, *dataset), .facts = factsOf(found, *dataset, config)};
  if (!options.sheet.empty()) {
    const Sheet sheet = drawSheet(*openDataset(config), fitOptions(config),
                                  {.seed = static_cast<std::uint64_t>(config.integer("run.seed"))});
    writePng(options.sheet, sheet.picture);
    result.facts["sheet"] = options.sheet;
  }
  return result;
}

}  // namespace

void addDataInspect(CLI::App& data, Invocation& invocation) {
  const auto options = std::make_shared<InspectWishes>();
  CLI::App* command = addCommand(
      data, invocation, "inspect", "Counts, sizes, colours, repeated and damaged images, and warnings that save a run",
      [options] { return withMonitor([&](ProgressMonitor& monitor) { return inspect(*options, monitor); }); });
  addDataOptions(command, *options);
  command->add_option("--classes", options->classes, "Classes that there should be; 0 expects none in particular")
      ->capture_default_str()
      ->check(CLI::Range(0, 1'000'000));
  command->add_option("--sheet", options->sheet, "PNG file to write with 64 images as the networks will see them");
}

}  // namespace gan::app
