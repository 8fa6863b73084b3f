#pragma once

#include <QImage>
#include <functional>
#include <memory>
#include <optional>

#include "core/message.h"
#include "link/background.h"
#include "link/latent_search.h"

namespace gan {

/// Searches in the latent space of an open run, for the GUI thread: never blocks; answers come on the GUI thread, while
/// this is there. One search at a time: of one that was overtaken nothing is heard any more.
class SearchLink {
 public:
  /// Called on the link's thread, when something is asked and after each failure anew.
  using Open = std::function<std::unique_ptr<LatentSearch>()>;
  explicit SearchLink(Open open);
  /// Returns at once: what is under way ends in the background.
  ~SearchLink();
  SearchLink(const SearchLink&) = delete;
  SearchLink& operator=(const SearchLink&) = delete;

  /// Called behind the last answer; why is empty where nothing stood in the way.
  using Ended = std::function<void(const Message& why)>;
  void describe(std::optional<qint64> step, std::function<void(const ExplorerLatents&)> take, Ended ended);
  /// read: with the photograph, as it is looked for.
  void project(const PhotoWish& wish, std::function<void(const QImage&)> read,
               std::function<void(const PhotoProgress&)> take, Ended ended);
  void findNearest(const std::string& point, NearestMeasure measure, std::function<void(const NearestProgress&)> take,
                   Ended ended);
  void stop();

 private:
  class Work;
  /// work(search, tell) on the link's thread.
  template <class Search>
  void begin(Search search, Ended ended);

  const std::shared_ptr<Work> work_;
  Background searching_{QStringLiteral("search")};
};

}  // namespace gan
