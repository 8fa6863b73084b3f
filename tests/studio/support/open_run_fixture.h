#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <QTest>
#include <functional>
#include <memory>

#include "config/yaml.h"
#include "core/host_name.h"
#include "core/units.h"
#include "link/export_link.h"
#include "protocol/endpoint.h"
#include "state/run_store.h"
#include "studio/support/fake_exports.h"
#include "studio/support/fake_run_source.h"
#include "support/temporary_folder.h"

namespace gan::test {

/// A run that is open without an engine, though one seems to answer for it, and its exports.
class OpenRunFixture : public testing::Test {
 protected:
  OpenRunFixture() { serve(); }

  /// Somebody answers for the run.
  void serve() {
    writeEndpoint(folder_.path(), {.unix_socket = "/nowhere",
                                   .tcp = "",
                                   .host = hostName(),
                                   .pid = ::getpid(),
                                   .protocol = "1.0",
                                   .started_unix_seconds = unixSeconds()});
  }
  /// It opens from now on.
  void begin(const RunConfig& config) {
    run_->facts.config_yaml = toYaml(config);
    link_.start();
  }
  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 10'000); }

  TemporaryFolder folder_;
  std::shared_ptr<FakeRun> run_ = std::make_shared<FakeRun>();
  std::shared_ptr<FakeExports> fake_ = std::make_shared<FakeExports>();
  EndingsAwaited endings_;
  RunLink link_{opening(run_)};
  ExportLink export_link_{opening(fake_)};
  LocalServer server_{QString::fromStdString(folder_.path().string())};
  RunStore store_{link_};
};

}  // namespace gan::test
