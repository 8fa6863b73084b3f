#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <QTest>
#include <functional>
#include <memory>
#include <vector>

#include "config/yaml.h"
#include "core/host_name.h"
#include "core/units.h"
#include "protocol/endpoint.h"
#include "state/explorer_store.h"
#include "state/run_store.h"
#include "studio/support/fake_pictures.h"
#include "studio/support/fake_run_source.h"
#include "studio/support/fake_searches.h"
#include "support/temporary_folder.h"

namespace gan::test {

/// Of ten classes.
inline RunConfig classConfig() {
  RunConfig config;
  config.setText("model.architecture", "dcgan");
  config.set("model.classes", std::int64_t{10});
  config.set("sampling.truncation", 0.5);
  return config;
}

/// What is explored of a run, without an engine, though one seems to answer for it.
class ExplorerFixture : public testing::Test {
 protected:
  ExplorerFixture() { serve(); }

  /// Somebody answers for the run.
  void serve() {
    writeEndpoint(folder_.path(), {.unix_socket = "/nowhere",
                                   .tcp = "",
                                   .host = hostName(),
                                   .pid = ::getpid(),
                                   .protocol = "1.0",
                                   .started_unix_seconds = unixSeconds()});
  }
  void open(const RunConfig& config) {
    run_->facts.config_yaml = toYaml(config);
    link_.start();
    ASSERT_TRUE(until([&] { return store_.isOpen(); }));
  }
  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 10'000); }

  /// An engine takes commands.
  void train() {
    ASSERT_TRUE(until([&] {
      run_->setState(LinkState::kConnected);  // which is lost before the link watches
      return store_.canSteer();
    }));
  }
  /// As if they were looked at and the first wish was sent.
  void look() {
    explorer_.model().setWatched(true);
    ASSERT_TRUE(until([&] { return !pictures_->wishes().empty(); }));
  }
  void setCheckpoints(const std::vector<std::int64_t>& steps) {
    run_->checkpoints.clear();
    for (const std::int64_t step : steps) {
      CheckpointStore::Entry entry;
      entry.state.step = step;
      entry.state.segment = 1;
      run_->checkpoints.push_back(entry);
    }
  }

  TemporaryFolder folder_;
  std::shared_ptr<FakeRun> run_ = std::make_shared<FakeRun>();
  std::shared_ptr<FakePictures> pictures_ = std::make_shared<FakePictures>();
  std::shared_ptr<FakePictures> compared_ = std::make_shared<FakePictures>();
  std::shared_ptr<FakePictures> film_ = std::make_shared<FakePictures>();
  std::shared_ptr<FakePictures> strip_ = std::make_shared<FakePictures>();
  std::shared_ptr<FakePictures> kept_ = std::make_shared<FakePictures>();
  std::shared_ptr<FakeSearches> searches_ = std::make_shared<FakeSearches>();
  EndingsAwaited endings_;
  RunLink link_{opening(run_)};
  PictureLink picture_link_{opening(pictures_)};
  PictureRowLink compared_link_{opening(compared_)};
  PictureRowLink film_link_{opening(film_)};
  PictureRowLink strip_link_{opening(strip_)};
  PictureRowLink shelf_link_{opening(kept_)};
  LocalServer server_{QString::fromStdString(folder_.path().string())};
  SearchLink directions_{opening(searches_)};
  SearchLink photo_{opening(searches_)};
  SearchLink nearest_{opening(searches_)};
  RunStore store_{link_};
  ExplorerStore explorer_{
      store_,
      {picture_link_, compared_link_, film_link_, strip_link_, shelf_link_, server_, directions_, photo_, nearest_}};
};

}  // namespace gan::test
