#include <iostream>
#include <set>

#include "config/preset.h"
#include "config/schema.h"

/// Prints title, help and unit of every setting and the summary of every preset, one a line: what is
/// to be translated.
int main() {
  std::set<std::string> texts;
  for (const gan::Field& field : gan::Schema::builtin().fields()) {
    texts.insert({field.title, field.help, field.unit});
  }
  for (const gan::Preset& preset : gan::presets()) texts.insert(std::string(preset.summary));
  texts.erase("");
  for (const std::string& text : texts) std::cout << text << '\n';
}
