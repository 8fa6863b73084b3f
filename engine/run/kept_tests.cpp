#include "run/kept_tests.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/log.h"
#include "run/json.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTestedPrefix = "tested-";
constexpr const char* kFile = "test.json";
constexpr std::uint64_t kMostImages = std::uint64_t{1} << 50U;  // sums of a row stay numbers

std::vector<std::vector<std::int64_t>> readConfusion(const json::Members& in, std::size_t classes) {
  std::vector<std::vector<std::int64_t>> confusion;
  for (const json::Json& row : in.list("confusion")) {
    if (!row.is_array() || row.size() != classes) in.fail("confusion", "a row of as many numbers as there are classes");
    std::vector<std::int64_t> counts;
    for (const json::Json& count : row) {
      if (!count.is_number_unsigned() || count.get<std::uint64_t>() > kMostImages) {
        in.fail("confusion", "rows of whole numbers");
      }
      counts.push_back(count.get<std::int64_t>());
    }
    confusion.push_back(std::move(counts));
  }
  if (confusion.size() != classes) in.fail("confusion", "as many rows as there are classes");
  return confusion;
}

/// That a clock can show.
double readTime(const json::Members& in, std::string_view name) {
  constexpr double kLast = 1e11;
  const double seconds = in.real(name);
  if (!(seconds >= 0 && seconds <= kLast)) in.fail(name, "seconds since 1970");
  return seconds;
}

/// A name that leads nowhere else.
bool isPlainName(const std::string& name) {
  return !name.empty() && name.find('/') == std::string::npos && !name.starts_with('.');
}

KeptTest testFromJson(std::string_view text, const fs::path& file) {
  const std::string source = file.string();
  const json::Origin origin{"test_bad_file", source, "Remove it, and test the run again."};
  const json::Json object = json::parseObject(text, origin);
  const json::Members in(object, origin);
  KeptTest test{.id = in.text("id"),
                .step = in.integer("step"),
                .segment = in.segment("segment"),
                .unix_seconds = readTime(in, "unix_seconds"),
                .data = in.text("data"),
                .split = in.text("split"),
                .images = in.integer("images"),
                .loss = in.real("loss"),
                .top1 = in.real("top1"),
                .top5 = in.real("top5"),
                .classes = {},
                .confusion = {},
                .cells = {}};
  if (kTestedPrefix + test.id != file.parent_path().filename()) in.fail("id", "that of its folder");
  for (const json::Json& name : in.list("classes")) {
    if (!name.is_string() || test.classes.size() == kMostKeptClasses)
      in.fail("classes", "a list of texts, not too long");
    test.classes.push_back(name.get<std::string>());
  }
  test.confusion = readConfusion(in, test.classes.size());
  const auto last = static_cast<std::int64_t>(test.classes.size()) - 1;
  for (const json::Json& each : in.list("cells")) {
    if (!each.is_object()) in.fail("cells", "a list of objects");
    const json::Members cell(each, origin);
    KeptCell kept{
        .row = cell.integer("row", 0, last), .column = cell.integer("column", 0, last), .sheet = cell.text("sheet")};
    if (!isPlainName(kept.sheet)) in.fail("cells", "names of files in its folder");
    test.cells.push_back(std::move(kept));
  }
  return test;
}

}  // namespace

fs::path testFolder(const fs::path& run, const std::string& id) { return run / "evaluation" / (kTestedPrefix + id); }

void keepTest(const fs::path& run, const KeptTest& test) {
  const fs::path folder = testFolder(run, test.id);
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) throwFileError("make", folder, failure.value());
  json::Json cells = json::Json::array();
  for (const KeptCell& cell : test.cells) {
    cells.push_back({{"row", cell.row}, {"column", cell.column}, {"sheet", cell.sheet}});
  }
  const json::Json out = {{"id", test.id},
                          {"step", test.step},
                          {"segment", test.segment},
                          {"unix_seconds", json::real(test.unix_seconds)},
                          {"data", test.data},
                          {"split", test.split},
                          {"images", test.images},
                          {"loss", json::real(test.loss)},
                          {"top1", json::real(test.top1)},
                          {"top5", json::real(test.top5)},
                          {"classes", test.classes},
                          {"confusion", test.confusion},
                          {"cells", std::move(cells)}};
  writeFileAtomically(folder / kFile, json::line(out));
}

std::vector<KeptTest> keptTests(const fs::path& run) {
  std::vector<KeptTest> all;
  std::error_code none;
  for (fs::directory_iterator entry(run / "evaluation", none), end; !none && entry != end; entry.increment(none)) {
    const fs::path file = entry->path() / kFile;
    if (!entry->path().filename().string().starts_with(kTestedPrefix) || !fs::exists(file, none)) continue;
    try {
      all.push_back(testFromJson(readFile(file, json::kMaxBytes), file));
    } catch (const Error& error) {
      if (error.code() != ErrorCode::kNotFound) log::warning(error.what());
    }
  }
  std::ranges::sort(all, {}, &KeptTest::unix_seconds);
  return all;
}

}  // namespace gan
