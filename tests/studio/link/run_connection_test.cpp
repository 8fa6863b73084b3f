#include "link/run_connection.h"

#include <gtest/gtest.h>

#include <fstream>
#include <future>
#include <memory>
#include <string>
#include <vector>

#include "link/engine_access.h"
#include "link/latent_search.h"
#include "link/picture_supplier.h"
#include "link/place_source.h"
#include "link/run_exports.h"
#include "protocol/endpoint.h"
#include "service/pictures_fixture.h"

namespace gan {
namespace {

/// Of those that the kernel knows, the ones that somebody has made to a listening socket.
int connectionsTo(const std::string& socket) {
  std::ifstream all("/proc/net/unix");
  int connected = 0;
  for (std::string line; std::getline(all, line);) {
    const bool is_connected = line.find(" 0001 03 ") != std::string::npos;  // a stream's state
    if (is_connected && line.ends_with(" " + socket)) ++connected;
  }
  return connected;
}

TEST(RunConnection, IsTheOnlyOneOfAllThatAWindowAsksTheEngineOfARun) {
  PicturesTest engine;
  const std::string folder = engine.local().text;
  const std::string socket = readEndpoint(folder)->unix_socket;
  ASSERT_EQ(connectionsTo(socket), 0);
  for (const std::string& target : {folder, "unix:" + socket}) {
    RunConnection connection(RunPlace::ofTarget(QString::fromStdString(target)), std::make_shared<EngineAccess>());
    const std::unique_ptr<RunSource> source = openPlace(connection, {});
    source->samplerLoad();
    const std::unique_ptr<ExportSupplier> exports = openRunExports(connection);
    std::promise<bool> listed;
    exports->list({.done = [&](const auto&) { listed.set_value(true); },
                   .failed = [&](const Message&) { listed.set_value(false); }});
    EXPECT_TRUE(listed.get_future().get());
    const std::unique_ptr<PictureSupplier> pictures = openRunPictures(connection);
    int drawn = 0;
    pictures->draw({.what = std::vector<std::string>{"seed=1"}}, [&](const auto&) { return ++drawn > 0; });
    EXPECT_EQ(drawn, 1);
    const std::unique_ptr<LatentSearch> searches = openRunSearches(connection);
    EXPECT_TRUE(searches->describe({}).are_known);
    EXPECT_EQ(connectionsTo(socket), 1) << target;
  }
}

TEST(RunConnection, IsMadeAnewOnceMoreIsKnownOfThePlace) {
  RunConnection connection(RunPlace::ofTarget(QStringLiteral("tls://node:1")), std::make_shared<EngineAccess>());
  const auto first = connection.use();
  EXPECT_EQ(connection.use(), first);
  connection.renew();
  EXPECT_NE(connection.use(), first);
}

}  // namespace
}  // namespace gan
