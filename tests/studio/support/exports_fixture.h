#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <QTest>
#include <functional>
#include <memory>

#include "config/yaml.h"
#include "core/host_name.h"
#include "core/units.h"
#include "protocol/endpoint.h"
#include "state/explorer_store.h"
#include "state/exports_store.h"
#include "state/run_store.h"
#include "studio/support/fake_exports.h"
#include "studio/support/fake_pictures.h"
#include "studio/support/fake_run_source.h"
#include "studio/support/fake_searches.h"
#include "support/temporary_folder.h"

namespace gan::test {

/// The exports of an open run without an engine: of ten classes, with a checkpoint at step 100.
class ExportsFixture : public testing::Test {
 protected:
  ExportsFixture() {
    writeEndpoint(folder_.path(), {.unix_socket = "/nowhere",
                                   .tcp = "",
                                   .host = hostName(),
                                   .pid = ::getpid(),
                                   .protocol = "1.0",
                                   .started_unix_seconds = unixSeconds()});
    RunConfig config;
    config.setText("model.architecture", "dcgan");
    config.set("model.classes", std::int64_t{10});
    config.set("sampling.truncation", 0.5);
    run_->facts.config_yaml = toYaml(config);
    CheckpointStore::Entry entry;
    entry.state.step = 100;
    entry.state.segment = 1;
    run_->checkpoints.push_back(entry);
    link_.start();
    until([&] { return store_.isOpen() && !explorer_.model().facts().steps.isEmpty(); });
  }
  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 10'000); }
  void addKeyframes() {
    for (const char* line : {"seed=1 class=0", "seed=2 class=3"}) {
      explorer_.timeline().add(samplePointFromText(line));
    }
  }
  static ListedExport listed(const char* id, ExportRow::Phase phase) {
    return {.row = {.id = QLatin1String(id), .wish = {}, .phase = phase, .created_unix_seconds = 1}};
  }

  TemporaryFolder folder_;
  std::shared_ptr<FakeRun> run_ = std::make_shared<FakeRun>();
  std::shared_ptr<FakePictures> pictures_ = std::make_shared<FakePictures>();
  std::shared_ptr<FakeExports> fake_ = std::make_shared<FakeExports>();
  std::shared_ptr<FakeSearches> searches_ = std::make_shared<FakeSearches>();
  EndingsAwaited endings_;
  RunLink link_{opening(run_)};
  PictureLink picture_link_{opening(pictures_)};
  PictureRowLink compared_link_{opening(pictures_)};
  PictureRowLink film_link_{opening(pictures_)};
  PictureRowLink strip_link_{opening(pictures_)};
  ExportLink export_link_{opening(fake_)};
  LocalServer server_{QString::fromStdString(folder_.path().string())};
  SearchLink directions_{opening(searches_)};
  SearchLink photo_{opening(searches_)};
  SearchLink nearest_{opening(searches_)};
  RunStore store_{link_};
  ExplorerStore explorer_{
      store_, {picture_link_, compared_link_, film_link_, strip_link_, server_, directions_, photo_, nearest_}};
  ExportsStore exports_{store_, explorer_, {export_link_, server_}};
};

}  // namespace gan::test
