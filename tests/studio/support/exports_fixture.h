#pragma once

#include "state/exports_store.h"
#include "studio/support/explorer_fixture.h"

namespace gan::test {

/// The exports of an open run without an engine: of ten classes, with a checkpoint at step 100.
class ExportsFixture : public ExplorerFixture {
 protected:
  ExportsFixture() {
    run_->setCheckpoints({100});
    begin(classConfig());
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

  ExportsStore exports_{store_, explorer_, {export_link_, server_}};
};

}  // namespace gan::test
