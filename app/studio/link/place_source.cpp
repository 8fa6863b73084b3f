#include "link/place_source.h"

#include "core/error.h"
#include "link/folder_run.h"
#include "link/remote_run.h"
#include "protocol/target.h"

namespace gan {

Target targetOf(const RunPlace& place) { return {place.target.toStdString()}; }

Message wrongIn(const RunPlace& place) {
  try {
    parseTarget(targetOf(place));
    return {};
  } catch (const Error& error) {
    return messageOf(error);
  }
}

std::unique_ptr<RunSource> openPlace(const RunPlace& place) {
  if (place.isLocal()) return openFolderRun(place.folder().toStdString());
  return openRemoteRun(targetOf(place));
}

}  // namespace gan
