#include "link/place_source.h"

#include "core/error.h"
#include "link/folder_run.h"
#include "link/remote_run.h"
#include "link/remote_scores.h"
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

namespace {

/// What is done with the engine of a remote place, again after a person gave what was missing.
template <class Use>
auto settled(const RunPlace& place, EngineAccess& access, const std::stop_token& stop, const Use& use) {
  access.allow(place);
  while (true) {
    try {
      return use(access.targetOf(place), stop);
    } catch (const Error& error) {
      if (!access.settle(place, error, stop)) throw;
    }
  }
}

}  // namespace

std::unique_ptr<RunSource> openPlace(RunConnection& connection, const std::stop_token& stop) {
  const RunPlace& place = connection.place();
  if (place.isLocal()) return openFolderRun(place.folder().toStdString(), connection.use());
  return settled(place, connection.access(), stop, [&connection](const Target& target, const std::stop_token& until) {
    try {
      return openRemoteRun(target, connection.use(), until);
    } catch (const Error&) {
      connection.renew();  // what was known of the place may not have been enough
      throw;
    }
  });
}

std::unique_ptr<RunSource> openPlace(const RunPlace& place, EngineAccess& access, const std::stop_token& stop) {
  RunConnection connection(place, access.shared_from_this());
  return openPlace(connection, stop);
}

RunScores scoresAt(const RunPlace& place, EngineAccess& access, const std::stop_token& stop) {
  if (place.isLocal()) return readRunScores(place.folder().toStdString());
  return settled(place, access, stop,
                 [](const Target& target, const std::stop_token& until) { return remoteScores(target, until); });
}

}  // namespace gan
