#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "config/yaml.h"
#include "core/atomic_file.h"
#include "core/units.h"
#include "protocol/picture_client.h"
#include "protocol/studio.pb.h"
#include "protocol/token.h"
#include "service/fake_run.h"
#include "support/expect_error.h"
#include "support/explore_answers.h"
#include "support/process.h"

namespace gan {

using test::ExploreAnswers;

/// A training whose weights are an empty file: the process that makes pictures of them is the test's own.
class SnapshotSink : public FakeSink {
 public:
  void writeSnapshot(const SnapshotFiles& files, SnapshotAnswer answer) override {
    std::ofstream(files.generator).flush();
    if (!files.discriminator.empty()) std::ofstream(files.discriminator).flush();
    answer(nullptr, 1);
  }
  /// What the journal was told of that process.
  std::vector<std::string> told() const {
    std::vector<std::string> ids;
    for (const Alert& alert : alerts()) {
      if (alert.rule == "sampler") ids.push_back(alert.message.id);
    }
    return ids;
  }
};

/// An engine whose pictures are single pixels.
class PicturesTest {
 public:
  explicit PicturesTest(const std::vector<Assignment>& values = {},
                        std::chrono::milliseconds idle = ServiceOptions().sampler_idle) {
    RunConfig config;
    for (const Assignment& value : values) config.set(value.path, value.value);
    writeFileAtomically(run_.path() / "run.yaml", toYaml(config));
    engine_.emplace(
        run_, &sink_,
        ServiceOptions{.listen = "127.0.0.1:0", .sampler_program = GAN_SERVICE_TEST_TOOL, .sampler_idle = idle});
  }

  Target local() const { return {.text = run_.path().string()}; }
  Target overNetwork(Role role) {
    return {"tcp:" + engine_->server().tcpAddress(), readToken(run_.folder().access(), role)->secret,
            readFile(run_.folder().access() / "certificate.pem", 65536)};
  }
  SnapshotSink& sink() { return sink_; }
  /// Whoever shows the present one later is refused.
  void replaceToken(Role role) { writeToken(run_.folder().access(), makeToken(role, std::chrono::hours(1))); }
  /// Lets the present one expire.
  void expireToken(Role role) {
    Token token = *readToken(run_.folder().access(), role);
    token.expires_unix_seconds = unixSeconds() - 1;
    writeToken(run_.folder().access(), token);
  }

 private:
  FakeRun run_;
  SnapshotSink sink_;
  std::optional<FakeEngine> engine_;
};

inline int generate(PictureClient& client, const std::vector<std::string>& points,
                    const ganstudio::v1::PictureWish& wish = {}) {
  ganstudio::v1::GenerateRequest request;
  for (const std::string& point : points) request.add_points(point);
  *request.mutable_wish() = wish;
  int pictures = 0;
  client.generate(request, [&](const ganstudio::v1::Picture&) { return ++pictures > 0; });
  return pictures;
}

/// A search that goes on while its client takes nothing: what each step says is as large as the photograph.
inline ganstudio::v1::ProjectRequest longSearch() {
  ganstudio::v1::ProjectRequest search;
  search.set_photo(std::string(std::size_t{128} << 10U, 'x'));
  search.set_steps(2000);
  return search;
}

inline std::vector<std::string> points(int count) {
  return std::vector<std::string>(static_cast<std::size_t>(count), "seed=1");
}

}  // namespace gan
