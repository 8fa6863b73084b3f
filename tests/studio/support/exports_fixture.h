#pragma once

#include "state/explorer_store.h"
#include "state/exports_store.h"
#include "studio/support/fake_pictures.h"
#include "studio/support/fake_searches.h"
#include "studio/support/open_run_fixture.h"

namespace gan::test {

/// The exports of an open run without an engine: of ten classes, with a checkpoint at step 100.
class ExportsFixture : public OpenRunFixture {
 protected:
  ExportsFixture() {
    RunConfig config;
    config.setText("model.architecture", "dcgan");
    config.set("model.classes", std::int64_t{10});
    config.set("sampling.truncation", 0.5);
    begin(config, {100}, 1);
    until([&] { return store_.isOpen() && !explorer_.model().facts().steps.isEmpty(); });
  }
  void addKeyframes() {
    for (const char* line : {"seed=1 class=0", "seed=2 class=3"}) {
      explorer_.timeline().add(samplePointFromText(line));
    }
  }
  static ListedExport listed(const char* id, ExportRow::Phase phase) {
    return {.row = {.id = QLatin1String(id), .wish = {}, .phase = phase, .created_unix_seconds = 1}};
  }

  std::shared_ptr<FakePictures> pictures_ = std::make_shared<FakePictures>();
  std::shared_ptr<FakeSearches> searches_ = std::make_shared<FakeSearches>();
  PictureLink picture_link_{opening(pictures_)};
  PictureRowLink compared_link_{opening(pictures_)};
  PictureRowLink film_link_{opening(pictures_)};
  PictureRowLink strip_link_{opening(pictures_)};
  PictureRowLink shelf_link_{opening(pictures_)};
  SearchLink directions_{opening(searches_)};
  SearchLink photo_{opening(searches_)};
  SearchLink nearest_{opening(searches_)};
  ExplorerStore explorer_{
      store_,
      {picture_link_, compared_link_, film_link_, strip_link_, shelf_link_, server_, directions_, photo_, nearest_}};
  ExportsStore exports_{store_, explorer_, {export_link_, server_}};
};

}  // namespace gan::test
