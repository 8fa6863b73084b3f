#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "config/live_change.h"
#include "config/schema.h"
#include "core/error.h"

// A setting as it is typed behind --set or into a form: the first byte chooses the field, the rest is the text. It is
// refused with an Error, or becomes a value of the field that is written and read back as itself.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const gan::Schema& schema = gan::Schema::builtin();
  const gan::Field& field = schema.fields()[data[0] % schema.fields().size()];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  gan::Value value;
  try {
    value = gan::parseValue(field, text);
  } catch (const gan::Error& error) {
    if (error.message().size() > 4000) std::abort();
    return 0;
  }
  if (gan::checkValue(field, value) != value) std::abort();
  if (gan::parseValue(field, gan::formatValue(value)) != value) std::abort();
  try {
    if (gan::checkLiveChange(schema, field.path, value) != value || field.change != gan::Change::kLive) std::abort();
  } catch (const gan::Error& error) {
    if (error.id() != "config_needs_restart" || field.change != gan::Change::kRestart) std::abort();
  }
  return 0;
}
