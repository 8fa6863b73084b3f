#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "core/append_log.h"
#include "support/temporary_folder.h"

namespace {

std::vector<std::string> recordsIn(const std::filesystem::path& path) {
  gan::AppendLogReader reader(path);
  std::vector<std::string> records;
  while (auto record = reader.next()) records.push_back(std::move(*record));
  return records;
}

}  // namespace

/// Any file can be read and written on: the whole records stay, and a new one follows them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const gan::TemporaryFolder folder;  // a damaged end is copied beside the file
  const std::filesystem::path path = folder.path() / "log";
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  std::vector<std::string> expected = recordsIn(path);
  gan::AppendLogWriter writer(path);
  if (writer.size() > size) std::abort();
  writer.append("new");
  expected.emplace_back("new");
  if (recordsIn(path) != expected) std::abort();
  return 0;
}
