#include <cstdint>
#include <cstdlib>
#include <span>

#include "core/error.h"
#include "interop/mat_file.h"

/// Every structure has a value for each field.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const gan::MatTable table = gan::readMatTable(std::as_bytes(std::span(data, size)), "synsets", "input");
    for (const auto& row : table.rows) {
      if (row.size() != table.fields.size()) std::abort();
    }
  } catch (const gan::Error&) {
    return 0;
  }
  return 0;
}
