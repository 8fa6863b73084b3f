#include <unistd.h>

#include <iostream>
#include <string_view>

#include "core/error.h"
#include "protocol/pump.h"
#include "protocol/run_client.h"
#include "protocol/studio.pb.h"

// usage: service_test_tool pump RUN | watch RUN
int main(int count, char** arguments) try {
  const std::string_view mode = count == 3 ? arguments[1] : "";
  if (mode == "pump") {
    gan::pumpStdio(arguments[2]);
    return 0;
  }
  if (mode == "watch") {
    gan::RunClient client({arguments[2]});
    client.watch(0, 0, {[](const auto& update) { std::cout << update.next_row() << std::endl; }, {}}, {.steers = true});
    while (true) ::pause();
  }
  return 2;
} catch (const gan::Error& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
