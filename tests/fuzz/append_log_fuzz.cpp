#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/append_log.h"
#include "fuzz/memory_file.h"

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
  const gan::MemoryFile file(data, size);
  std::vector<std::string> expected = recordsIn(file.path());
  gan::AppendLogWriter writer(file.path());
  if (writer.size() > size) std::abort();
  writer.append("new");
  expected.emplace_back("new");
  if (recordsIn(file.path()) != expected) std::abort();
  return 0;
}
