#include "session/same_run.h"

#include <string>
#include <vector>

#include "core/sha256.h"
#include "data/dataset.h"
#include "distributed/same_start.h"
#include "run/sha256_sums.h"
#include "session/environment.h"
#include "session/ranks.h"

namespace gan {

void checkSameRun(Ranks& ranks, const RunFolder& folder, const DatasetInfo& data) {
  if (ranks.collective() == nullptr) return;
  std::vector<StartFact> facts = {{"the program", programFingerprint()},
                                  {"LibTorch", torchVersion()},
                                  {"the run's folder", folder.manifest().id},
                                  {"the images", data.fingerprint}};
  for (const Field& field : folder.config().schema().fields()) {
    facts.push_back({"the setting " + field.path, formatValue(folder.config().value(field.path))});
  }
  checkSameStart(*ranks.collective(), facts);
}

void checkSameCheckpoint(Ranks& ranks, const CheckpointStore::Entry& checkpoint) {
  if (ranks.collective() == nullptr) return;
  std::string digest;
  ranks.onAll([&] { digest = sha256OfFile(checkpoint.path / kSumsName); });  // a training may have removed it by now
  checkSameStart(*ranks.collective(), {{"the checkpoint", checkpoint.name}, {"what is in " + checkpoint.name, digest}});
}

}  // namespace gan
