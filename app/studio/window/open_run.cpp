#include "window/open_run.h"

#include "link/place_source.h"
#include "link/run_exports.h"
#include "window/run_page.h"
#include "window/steer_panel.h"

namespace gan {
namespace {

PictureLink::Open picturesOver(const std::shared_ptr<RunConnection>& connection) {
  return [connection] { return openRunPictures(*connection); };
}

SearchLink::Open searchesOver(const std::shared_ptr<RunConnection>& connection) {
  return [connection] { return openRunSearches(*connection); };
}

}  // namespace

OpenRun::OpenRun(const RunPlace& at, const std::shared_ptr<EngineAccess>& access, Preferences& preferences,
                 const Actions& actions)
    : place(at),
      connection(std::make_shared<RunConnection>(place, access)),
      link([over = connection](const std::stop_token& stop) { return openPlace(*over, stop); }),
      store(link),
      steering(store),
      server(place.folder()),
      pictures(picturesOver(connection)),
      compared_pictures(picturesOver(connection)),
      film(picturesOver(connection)),
      strip(picturesOver(connection)),
      shelf(picturesOver(connection)),
      judged(picturesOver(connection)),
      export_link([over = connection] { return openRunExports(*over); }),
      directions(searchesOver(connection)),
      photo(searchesOver(connection)),
      nearest(searchesOver(connection)),
      sampler(link.samplerLoadAsked()),
      explorer(store, {pictures, compared_pictures, film, strip, shelf, server, directions, photo, nearest}),
      exports(store, explorer, {export_link, server}),
      evaluations(
          store, export_link, server,
          [access](const RunPlace& other, const std::stop_token& stop) { return scoresAt(other, *access, stop); }),
      class_pictures(evaluations.model(), explorer.model(), judged, server),
      tests(store, export_link, server),
      page(new RunPage(store, explorer, exports, {evaluations, tests}, actions, preferences)),
      panel(new SteerPanel(store, steering, actions, preferences)) {
  QObject::connect(&explorer.model(), &ExplorerModel::wishChanged, &sampler,
                   [this] { explorer.model().isWatched() ? sampler.start() : sampler.stop(); });
}

OpenRun::~OpenRun() {
  delete panel;
  delete page;
}

}  // namespace gan
