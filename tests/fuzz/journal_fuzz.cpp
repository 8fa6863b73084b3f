#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/error.h"
#include "run/journal.h"

namespace {

/// Events may hold NaN, which equals nothing, so their JSON is compared.
void checkEvent(const gan::Event& event) {
  const std::string json = gan::toJson(event);
  if (gan::toJson(gan::eventFromJson(json)) != json || gan::describe(event).empty()) std::abort();
}

/// The input as a journal file, in memory.
void readAsJournal(std::string_view bytes) {
  static const int file = ::memfd_create("journal", 0);
  if (::ftruncate(file, 0) != 0 ||
      ::pwrite(file, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    std::abort();
  }
  try {
    gan::JournalReader reader("/proc/self/fd/" + std::to_string(file));
    for (const gan::Event& event : reader.next()) checkEvent(event);
  } catch (const gan::Error&) {
    return;
  }
}

}  // namespace

// Any text is either refused with an Error or is an event that is written and read back as itself; any file ends
// somewhere.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  readAsJournal(bytes);
  try {
    checkEvent(gan::eventFromJson(bytes));
  } catch (const gan::Error& error) {
    if (error.id() != "journal_bad_event") std::abort();
  }
  return 0;
}
