#include "link/place_source.h"

#include "core/error.h"
#include "link/folder_run.h"
#include "link/remote_run.h"
#include "protocol/target.h"

namespace gan {

Message wrongIn(const RunPlace& place) {
  try {
    parseTarget(Target{place.target.toStdString()});
    return {};
  } catch (const Error& error) {
    return messageOf(error);
  }
}

std::unique_ptr<RunSource> openPlace(const RunPlace& place, EngineAccess& access, const std::stop_token& stop) {
  if (place.isLocal()) return openFolderRun(place.folder().toStdString());
  access.allow(place);
  while (true) {
    try {
      return openRemoteRun(access.targetOf(place), stop);
    } catch (const Error& error) {
      if (!access.settle(place, error, stop)) throw;
    }
  }
}

}  // namespace gan
