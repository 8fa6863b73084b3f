#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "config/yaml.h"
#include "core/error.h"

// Any text is either refused with an Error or read into a configuration that is written and read back as itself.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  gan::RunConfig config;
  try {
    gan::applyYaml(config, text, "input");
  } catch (const gan::Error&) {
    if (config != gan::RunConfig()) {
      std::abort();
    }
    return 0;
  }
  gan::RunConfig again;
  gan::applyYaml(again, gan::toYaml(config), "written");
  if (again != config) {
    std::abort();
  }
  try {
    gan::checkConsistency(config);
  } catch (const gan::Error&) {
    return 0;
  }
  return 0;
}
